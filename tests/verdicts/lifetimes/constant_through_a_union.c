// verdict: violated
// strategy: auto
// properties: valid-memsafety

union either {
    const char *fixed;
    char *open;
};

int main(void) {
    union either text = {"abc"};
    text.open[0] = 'x';
    return 0;
}
