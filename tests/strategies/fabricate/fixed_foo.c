// The corrected procedure fixed_foo of section 2.2.2: nothing below five leaves the pointer null.
#include <dovetail.h>
#include <stddef.h>

#define LIMIT 5

static int follow(int x, int y)
{
    int *px = NULL;
    dovetail_predicate(x < 5);
    dovetail_predicate(x < 10);
    dovetail_predicate(px == NULL);
A:  x = x + 1;
B:  if (x < LIMIT)
C:      px = &x;
D:  if (px == &y)
E:      x = x + 1;
F:  if (x < 5) {
G:      dovetail_always(px != NULL);
        *px = *px + 1;
    }
H:  return x;
}

int main(void)
{
    int first = dovetail_any_int();
    int second = dovetail_any_int();
    follow(first, second);
    return 0;
}
