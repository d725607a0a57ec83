// What they lead to at first cannot matter to a program that overwrites them and does not look.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
// properties: unreach-call, valid-deref
extern struct context { int index; char *lists[4]; } context;
int main(void) {
    char byte;
    context.lists[0] = &byte;
    context.lists[3] = &byte;
    return 0;
}
