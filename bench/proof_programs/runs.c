/* Runs of equal bytes, as counts and bytes: any five bytes, there and back. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>

#define LENGTH 5

static int packed(const unsigned char *in, int length, unsigned char *out) {
    int used = 0;
    for (int i = 0; i < length;) {
        int run = 1;
        while (i + run < length && in[i + run] == in[i]) run++;
        out[used++] = run;
        out[used++] = in[i];
        i += run;
    }
    return used;
}

static int unpacked(const unsigned char *in, int length, unsigned char *out, int most) {
    int used = 0;
    for (int i = 0; i + 1 < length; i += 2) {
        for (int n = in[i]; n > 0; n--) {
            if (used == most) return -1;
            out[used++] = in[i + 1];
        }
    }
    return used;
}

int main(void) {
    unsigned char bytes[LENGTH], coded[2 * LENGTH], back[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        bytes[i] = dovetail_any_uchar();
    }
    int used = packed(bytes, LENGTH, coded);
    assert(used <= 2 * LENGTH);
    assert(unpacked(coded, used, back, LENGTH) == LENGTH);
    for (int i = 0; i < LENGTH; i++) {
        assert(back[i] == bytes[i]);
    }
    return 0;
}
