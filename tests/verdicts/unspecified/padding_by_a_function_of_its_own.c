// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// It has the name of one of the library's, and looks at bytes.

extern void reach_error(void);

struct pair {
    char first;
    int second;
};

void *memset(void *to, int byte, unsigned long count) {
    for (unsigned long i = 0; i < count; i++)
        ((char *)to)[i] = byte;
    return to;
}

int bzero(void *from, unsigned long count) {
    return count ? ((char *)from)[1] : 0;
}

int main(void) {
    struct pair a, b;
    memset(&a, 255, sizeof a);
    memset(&b, 0, sizeof b);
    a = b;
    if (bzero(&a, sizeof a) != 0)
        reach_error();
    return 0;
}
