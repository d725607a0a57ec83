// verdict: violated
// inputs: 0..1 0..255
// A length that is believed.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char packet[2];
    packet[0] = __VERIFIER_nondet_uchar();
    packet[1] = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(packet[0] < 2);
    int length = packet[1] & 0x0F;
    int header = packet[0] ? 4 : 2;
    if (length - header < -3)
        reach_error();
    return 0;
}
