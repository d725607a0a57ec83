// end: unsupported line 10
// A compiler may make anything of it: no machine ever sees a shift by 32 here.
extern void reach_error(void);

union bits { float f; unsigned u; };

int main(void) {
    union bits b;
    b.f = -1;
    if (b.u >> 32 != 0)
        reach_error();
    return 0;
}
