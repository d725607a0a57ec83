// end: unsupported line 2
int mask = 1 << 32;

int main(void) {
    return mask == 1;
}
