// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    char *c = "abc";
    c[0] = 'x';
    return 0;
}
