// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
char *strchr(const char *, int);

int main(void) {
    const char *s = "a=b";
    char *p = strchr(s, '=');
    *p = 0;
    return 0;
}
