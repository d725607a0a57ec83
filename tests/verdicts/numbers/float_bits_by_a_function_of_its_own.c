// strategy: bounded
// verdict: proved
// assumption: the sign of a NaN that arithmetic makes
// It has the name of one of the library's, and looks at bits.
extern void reach_error(void);

int bzero(void *from, unsigned long count) {
    return count ? ((unsigned char *)from)[3] & 128 : 0;
}

int main(void) {
    float none = 0.0f, sum = none / none;
    if (bzero(&sum, sizeof sum) == 1)
        reach_error();
    return 0;
}
