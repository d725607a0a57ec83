// property: valid-memsafety
// end: violation invalid-deref line 8

int main(void) {
    int sieve[30];
    int i, primes = 0;
    for (i = 0; i <= 30; i++)
        sieve[i] = 1;
    for (i = 2; i < 30; i++) {
        if (!sieve[i])
            continue;
        primes++;
        for (int j = 2 * i; j < 30; j += i)
            sieve[j] = 0;
    }
    return primes;
}
