// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// function: last
// properties: valid-memsafety
int last(const char line[static 0x2]) {
    return line[2];
}
