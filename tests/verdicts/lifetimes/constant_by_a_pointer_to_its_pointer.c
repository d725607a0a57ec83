// strategy: auto
// verdict: violated
// properties: valid-memsafety
// No cast takes a const away.
const int k = 3;

int main(void) {
    int *p;
    const int **at = (const int **)&p;
    *at = &k;
    *p = 4;
    return 0;
}
