// strategy: auto
// verdict: violated
// properties: valid-memsafety
const int k = 1;

int main(void) {
    *(int *)&k = 2;
    return 0;
}
