// strategy: auto
// verdict: unknown
// reason: realloc to nothing
// slow: others of its kind are run at every change
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
void *realloc(void *, size_t);
extern void reach_error(void);


int main(void) {
    char *p = realloc(malloc(4), 0);
    if (p)
        reach_error();
    free(p);
    return 0;
}
