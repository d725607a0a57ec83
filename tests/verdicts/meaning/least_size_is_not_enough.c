// strategy: auto
// verdict: violated
// function: last
// properties: valid-memsafety
int last(const char line[static 0x2]) {
    return line[2];
}
