// property: no-overflow
// end: violation overflow line 7

int hash_of(const char *key) {
    int hash = 7;
    while (*key) {
        hash *= 31;
        hash ^= *key++;
    }
    return hash;
}

int main(void) {
    return hash_of("a longer key") & 1;
}
