// verdict: violated
// slow
// Seven states; many paths lead to each, and few values are worth telling apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0, seen = 0;
    for (;;) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = event == 3 ? 1 : 0; break;
        case 1: state = event > 5 ? 2 : event < 0 ? 0 : 1; break;
        case 2: state = event == -1 ? 3 : 1; seen++; break;
        case 3: state = event & 1 ? 4 : 2; break;
        case 4: state = event == 12345 ? 5 : 0; break;
        case 5: state = seen >= 2 ? 6 : 3; break;
        case 6: reach_error();
        }
    }
}
