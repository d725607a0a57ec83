// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    const int k = 1;
    *(int *)&k = 2;
    return 0;
}
