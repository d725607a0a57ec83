// data-model: ILP32
// end: normal 61

#include <stddef.h>
#include <stdint.h>

int main(void) {
    unsigned h = 0;
    long l = -1;
    unsigned long ul = 0xffffffffu;
    h = h * 31 + (-1L < 1u) + (l == ul) + (l < 0LL) + ((long long)ul < 0) + ((long long)l < 0);
    h = h * 31 + sizeof(l + 1u) + sizeof(l + 1ll) + sizeof(1 ? 1u : 1l);
    size_t size = 0;
    size--;
    ptrdiff_t difference = (ptrdiff_t)size;
    h = h * 31 + (unsigned)(size >> 31) + (difference == -1) + (uint64_t)size % 1000;
    uintptr_t address = (uintptr_t)&h;
    h = h * 31 + ((unsigned *)address == &h) + sizeof(intmax_t) + sizeof(uintptr_t);
    long long product = 100000LL * 100000;
    h = h * 31 + (unsigned)(product / 7) + (unsigned)(product % 1234567) + (unsigned)(product >> 3);
    unsigned long long u = (unsigned long long)-product;
    h = h * 31 + (unsigned)(u / 12345) + (unsigned)(u % 97) + (u > product);
    return h % 126;
}
