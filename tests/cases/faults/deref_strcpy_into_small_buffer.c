// property: valid-memsafety
// inputs: 3
// end: violation invalid-deref line 16

#include <string.h>

extern int __VERIFIER_nondet_int(void);

static const char *const colours[] = {"red", "green", "blue", "ultramarine"};

int main(void) {
    char name[8];
    int which = __VERIFIER_nondet_int();
    if (which < 0 || which > 3)
        return 0;
    strcpy(name, colours[which]);
    return (int)strlen(name);
}
