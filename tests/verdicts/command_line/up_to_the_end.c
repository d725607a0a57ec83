// The terminator is there to be read.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
// accept-bounds: yes
int main(int argc, char *argv[])
{
    if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'v')
        return argv[1][2];
    return 0;
}
