// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    int *p = 0;
    *p;
    return 0;
}
