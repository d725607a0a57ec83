// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    char *c = "abc";
    c[0] = 'x';
    return 0;
}
