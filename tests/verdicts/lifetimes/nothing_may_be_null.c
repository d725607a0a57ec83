// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
extern void reach_error(void);


int main(void) {
    char *p = malloc(0);
    if (!p)
        reach_error();
    free(p);
    return 0;
}
