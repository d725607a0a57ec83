// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int a, b;
int *const table[2] = {&a, &b};

int main(void) {
    *table[1] = 3;
    *(int **)&table[1] = &a;
    return b;
}
