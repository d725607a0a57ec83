// Declared with a narrower type, it still finds the number.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
// properties: valid-deref
extern void *malloc(unsigned int);
int main(void) {
    char *block = malloc(sizeof(int) * 3);
    block[11] = 0;
    return 0;
}
