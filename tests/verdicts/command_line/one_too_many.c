// Behind the null at the end there is nothing.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
int main(int argc, char *argv[])
{
    return argv[argc + 1] != 0;
}
