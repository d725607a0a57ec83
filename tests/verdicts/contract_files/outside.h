#include "dovetail.h"

int level(struct tank *t)
    dovetail_requires(dovetail_readable(t, sizeof *t))
    dovetail_ensures(0 <= dovetail_result && dovetail_result <= t->size);
int is_full(struct tank *t)
    dovetail_requires(dovetail_readable(t, sizeof *t))
    dovetail_requires(t->size > 0)
    dovetail_ensures(dovetail_result == 0 || dovetail_result == 1);
