// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);

int main(void) {
    reach_error();
    return 0;
}
