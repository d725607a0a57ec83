// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
typedef __SIZE_TYPE__ size_t;
void *aligned_alloc(size_t, size_t);
void *memalign(size_t, size_t);
void *valloc(size_t);
int posix_memalign(void **, size_t, size_t);
void reach_error(void);

int main(void) {
    void *p;
    if ((size_t)aligned_alloc(64, 64) % 64)
        reach_error();
    if ((size_t)memalign(32, 8) % 32 || (size_t)valloc(1) % 4096)
        reach_error();
    if (posix_memalign(&p, 256, 10) != 0 || (size_t)p % 256)
        reach_error();
    if (memalign(24, 48) || posix_memalign(&p, 2, 8) == 0)
        reach_error();
    return 0;
}
