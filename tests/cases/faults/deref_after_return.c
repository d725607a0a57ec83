// property: valid-memsafety
// end: violation invalid-deref line 12

static int *pick(int a, int b) {
    int result[2] = {a, b};
    int *chosen = a > b ? &result[0] : &result[1];
    return chosen;
}

int main(void) {
    int *larger = pick(3, 8);
    return *larger;
}
