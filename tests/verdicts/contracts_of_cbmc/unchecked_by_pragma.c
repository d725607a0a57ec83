// The user does not want to hear of this access; what it finds is not known.
// verdict: proved
// strategy: bounded
// properties: unreach-call, valid-deref
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
extern char *malloc(unsigned long);

int main(void) {
    char *text = malloc(3);
    if (!text)
        return 0;
    text[2] = 0;
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
    unsigned word = *(unsigned *)text & 0xff0000;
#pragma CPROVER check pop
    if (text[2] != 0)
        __assert_fail("", "", 0, "");
    return word != 0;
}
