// end: normal 56

int plain(void) { return 5; }
int alias(void) __attribute__((alias("plain")));
int labelled(void) __asm__("plain");
static int late(void);
__attribute__((weak)) int weak(void) { return 20; }
typedef union {
    int *i;
    float *f;
} either __attribute__((transparent_union));
static int take(either e) { return *e.i; }

int main(void) {
    int z = 4;
    int (*p)(void) = alias;
    return plain() + alias() + labelled() * 2 + late() + weak() + take(&z) + p();
}

int late(void) { return 7; }
