// strategy: auto
// verdict: violated
// properties: valid-memsafety
int a, b;
int *const table[2] = {&a, &b};

int main(void) {
    *table[1] = 3;
    *(int **)&table[1] = &a;
    return b;
}
