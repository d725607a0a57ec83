// strategy: auto
// verdict: proved
// accept-bounds: yes
// function: last
// properties: valid-memsafety
// A caller has to hand in twenty elements, and something.
int last(const int line[static 20]) {
    return line[19] & line[0];
}
