// property: no-overflow
// end: violation overflow line 7

int main(void) {
    int flags = 0;
    for (int bit = 28; bit < 32; bit++) {
        int flag = 1 << bit;
        flags |= flag;
    }
    return flags != 0;
}
