// inputs: 6
// end: normal 11

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), h = 0, i = 0;
    for (;;) {
        if (++i > n)
            break;
        int j = i;
        while (j) {
            if (j == 4) {
                j -= 2;
                continue;
            }
            do {
                if (h % 5 == 3) {
                    h += 2;
                    break;
                }
                h += j;
                if (h & 8)
                    continue; /* to the condition */
                h++;
            } while (h % 3);
            j--;
            switch (j) {
            case 1:
                continue; /* the while */
            case 2:
                break; /* the switch */
            }
            h ^= 1;
        }
    }
    for (int k = 0; k < 3; k++)
        for (int k = 10; k > 8; k--)
            h += k;
    do
        h++;
    while (0);
    return h % 126;
}
