// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
int main(void) {
    int *p = 0;
    {
        int x = 1;
        {
            int y = 2;
            p = &x;
            goto inside;
        }
    inside:
        *p += 1;
    }
    {
        int z = 3;
        p = &z;
        goto out;
    }
out:
    return *p;
}
