// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
extern void reach_error(void);


int main(void) {
    char *p = malloc((size_t)-1 / 2 + 2);
    if (!p)
        reach_error();
    return 0;
}
