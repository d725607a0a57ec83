// Nor is there anything before the first.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
int main(int argc, char *argv[])
{
    return argv[-1] != 0;
}
