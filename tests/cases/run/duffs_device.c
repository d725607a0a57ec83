// inputs: 11
// end: normal 88

extern int __VERIFIER_nondet_int(void);

static void send(short *to, const short *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    short from[16], to[16] = {0};
    for (int i = 0; i < 16; i++)
        from[i] = (short)(i * i + 1);
    send(to, from, __VERIFIER_nondet_int() & 15);
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += to[i] * (i + 1);
    return sum % 121;
}
