// What stands behind two pointers under a condition: nobody asks whether both lead somewhere.
// verdict: unknown
// reason: more than one place behind a pointer
// function: next
// strategy: bounded
// properties: unreach-call
struct node { struct node *next; int data; };
int next(struct node *n)
__CPROVER_requires(n == 0 || __CPROVER_is_fresh(n, sizeof *n))
__CPROVER_assigns()
__CPROVER_ensures(n != 0 ==> __CPROVER_return_value == __CPROVER_old(n->next->data))
{
    return 0;
}
