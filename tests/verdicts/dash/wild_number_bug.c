// verdict: violated
// slow: others of its kind are run at every change
// An address as a number, as drivers have them for their registers.
extern void reach_error(void);

int main(void) {
    volatile unsigned *port = (unsigned *)0x90000010u;
    if ((*port & 0xff) == 0x2a)
        reach_error();
    return 0;
}
