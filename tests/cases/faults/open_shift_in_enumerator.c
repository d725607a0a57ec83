// end: unsupported line 3
// Types may depend on it: nothing in the program has a meaning.
enum { FIRST = 1 << 32, SECOND };

int main(void) {
    return SECOND;
}
