// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// At one time the machine finds the old value there, at another something else.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
extern void reach_error(void);


int main(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
    if (*p != 1)
        reach_error();
    return 0;
}
