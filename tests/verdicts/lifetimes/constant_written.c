// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
const int k = 1;

int main(void) {
    *(int *)&k = 2;
    return 0;
}
