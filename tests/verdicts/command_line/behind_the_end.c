// A string has no more bytes than it needs.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
int main(int argc, char *argv[])
{
    return argc > 1 ? argv[1][1] : 0;
}
