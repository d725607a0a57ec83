// property: unreach-call
// inputs: 6
// end: violation unreach-call line 16

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define READY 4
#define FAILED 1

int main(void) {
    int status = __VERIFIER_nondet_int() & 7;
    if (status & FAILED == 0) /* that is: status & 0 */
        return 0;
    if (!(status & FAILED) && status & READY && status != 4)
        reach_error();
    return 0;
}
