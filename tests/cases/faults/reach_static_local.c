// property: unreach-call
// inputs: 3
// end: violation unreach-call line 19

void reach_error(void);
int __VERIFIER_nondet_int(void);

static int next_id(void) {
    static int id = 40;
    return ++id;
}

int main(void) {
    int calls = __VERIFIER_nondet_int();
    int id = 0;
    for (int i = 0; i < calls && i < 6; i++)
        id = next_id();
    if (id == 43)
        reach_error();
    return 0;
}
