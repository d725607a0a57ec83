// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// accept-bounds: yes
// function: last
// properties: valid-memsafety
// A caller has to hand in twenty elements, and something.
int last(const int line[static 20]) {
    return line[19] & line[0];
}
