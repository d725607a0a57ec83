// Section 5.2: Lamport's bakery for two processes; a scheduler lets one of them take a step at a time. The
// paper's tickets are unbounded, so that those that would wrap are left out.
#include <dovetail.h>

enum place { A, B, C, D };

int main(void)
{
    int pc1 = A, pc2 = A, x1 = 0, x2 = 0;
    dovetail_predicate(pc1 == A);
    dovetail_predicate(pc1 == B);
    dovetail_predicate(pc1 == C);
    dovetail_predicate(pc1 == D);
    dovetail_predicate(pc2 == A);
    dovetail_predicate(pc2 == B);
    dovetail_predicate(pc2 == C);
    dovetail_predicate(pc2 == D);
    dovetail_predicate(x1 <= x2);
    while (dovetail_any_bool()) {
        dovetail_always(!(pc1 == D && pc2 == D));
        if (dovetail_any_bool()) {
            if (pc1 == A) {
                x1 = x2;
                pc1 = B;
            } else if (pc1 == B) {
                dovetail_assume(x1 < 2147483647);
                x1 = x1 + 1;
                pc1 = C;
            } else if (pc1 == C) {
                if (x1 <= x2)
                    pc1 = D;
            } else {
                pc1 = A;
            }
        } else {
            if (pc2 == A) {
                x2 = x1;
                pc2 = B;
            } else if (pc2 == B) {
                dovetail_assume(x2 < 2147483647);
                x2 = x2 + 1;
                pc2 = C;
            } else if (pc2 == C) {
                if (x2 < x1)
                    pc2 = D;
            } else {
                pc2 = A;
            }
        }
    }
    return 0;
}
