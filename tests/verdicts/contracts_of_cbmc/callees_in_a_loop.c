// What a callee says of all elements, three times: a loop that ends, and that nobody has said anything about.
// verdict: proved
// function: all
// strategy: bounded
// properties: unreach-call, valid-deref
struct part { short of[32]; };
void one(struct part *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(__CPROVER_object_upto(p, sizeof *p))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 32) ==> (0 <= p->of[k] && p->of[k] < 3329) });

void all(struct part *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 3 * sizeof *p))
__CPROVER_assigns(__CPROVER_object_upto(p, 3 * sizeof *p))
__CPROVER_ensures(__CPROVER_forall { unsigned j; (0 <= j && j < 32) ==> (0 <= p[2].of[j] && p[2].of[j] < 3329) })
{
    for (unsigned i = 0; i < 3; i++) one(&p[i]);
}
