// data-model: ILP32
// inputs: 123456789012345,987654321
// end: normal 29

extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long a = __VERIFIER_nondet_longlong(), b = __VERIFIER_nondet_longlong();
    unsigned long long u = (unsigned long long)a * (unsigned long long)b;
    unsigned h = 0;
    h = h * 31 + (unsigned)(a / b) + (unsigned)(a % b) + (unsigned)(-a / b) + (unsigned)(-a % b);
    h = h * 31 + (unsigned)(u >> 17) + (unsigned)(u << 5 >> 40) + (unsigned)(u / 1000003) + (unsigned)(u % 1000003);
    h = h * 31 + (a > b) + (-a < b) + (u > (unsigned long long)a) + (unsigned)(-a >> 7);
    h = h * 31 + (unsigned)(long long)((double)a / 3.0) % 1000 + (unsigned)(float)b;
    long l = (long)a;
    unsigned long ul = (unsigned long)-b;
    h = h * 31 + (unsigned)(l ^ (long)ul) + (unsigned)(ul / 10) + (l < 0);
    return h % 126;
}
