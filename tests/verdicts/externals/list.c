// A list is too long to be followed.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: functions without a body
#include <assert.h>
struct node { struct node *next; int value; };
void look(struct node *n);

int main(void) {
    struct node d = {0, 4}, c = {&d, 3}, b = {&c, 2}, a = {&b, 1};
    look(&a);
    assert(a.value == 1 && d.value == 4);
}
