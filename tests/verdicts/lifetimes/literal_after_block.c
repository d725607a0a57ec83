// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    int *p;
    {
        p = (int[]){1, 2};
    }
    return *p;
}
