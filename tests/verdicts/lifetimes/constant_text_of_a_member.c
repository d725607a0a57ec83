// strategy: auto
// verdict: proved
// properties: valid-memsafety
// What is read from a member is a pointer like others: the member itself is not written.
struct named {
    const char *name;
};

int main(void) {
    char text[4] = "abc";
    struct named x = {text};
    *(char *)x.name = 'x';
    return text[0] != 'x';
}
