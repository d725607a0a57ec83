// verdict: violated
// strategy: auto
// properties: valid-memsafety
const char *a = "some text that is long enough to be jumped over";
const char *b = "short";
int main(void) {
    const char *p = b;
    return p[30] + a[0];
}
