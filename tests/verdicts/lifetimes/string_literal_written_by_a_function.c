// strategy: auto
// verdict: violated
// properties: valid-memsafety
char *strchr(const char *, int);

int main(void) {
    const char *s = "a=b";
    char *p = strchr(s, '=');
    *p = 0;
    return 0;
}
