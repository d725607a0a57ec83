// Declared with a narrower type, it still finds the number.
// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// seconds: 20
// properties: valid-deref
extern void *malloc(unsigned int);
int main(void) {
    char *block = malloc(sizeof(int) * 3);
    block[12] = 0;
    return 0;
}
