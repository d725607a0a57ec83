// property: unreach-call
// inputs: 165
// end: violation unreach-call line 13

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char value = __VERIFIER_nondet_uchar();
    unsigned char inverse = ~value;
    if (value == 0xa5)
        if (~value != inverse) /* an int with 24 ones in front */
            reach_error();
    return 0;
}
