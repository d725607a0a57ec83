// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    const int k = 1;
    *(int *)&k = 2;
    return 0;
}
