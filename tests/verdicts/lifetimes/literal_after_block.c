// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p;
    {
        p = (int[]){1, 2};
    }
    return *p;
}
