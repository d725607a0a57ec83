// verdict: proved
// slow: others of its kind are run at every change
// svcomp: yes
extern void reach_error(void);
int *find(void);

int main(void) {
    int *p = find();
    int seen = 0;
    if (p) {
        seen = 1;
        *p = 9;
    }
    if (p && !seen)
        reach_error();
    return 0;
}
