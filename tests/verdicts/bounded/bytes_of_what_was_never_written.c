// verdict: proved
// Uninitialised memory read in several sizes, at known and at unknown places: it is one memory.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned words[2];
    unsigned place = __VERIFIER_nondet_uint() & 1;
    unsigned word = words[place];
    unsigned char *bytes = (unsigned char *)words;
    unsigned short *halves = (unsigned short *)&words[place];
    if (bytes[4 * place] != (word & 255))
        reach_error();
    if (halves[1] != word >> 16)
        reach_error();
    words[1 - place] = 5;
    if (words[place] != word)
        reach_error();
    return 0;
}
