// verdict: violated
// strategy: auto
// properties: valid-memsafety
int variable = 3;
int main(void) {
    void (*f)(void) = (void (*)(void))&variable;
    f();
    return 0;
}
