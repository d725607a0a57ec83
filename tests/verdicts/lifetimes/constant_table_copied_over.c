// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
void *memcpy(void *, const void *, __SIZE_TYPE__);

typedef const int fixed;
static fixed table[2] = {3, 4};

int main(void) {
    int zeros[2] = {0, 0};
    memcpy((void *)table, zeros, sizeof zeros);
    return 0;
}
