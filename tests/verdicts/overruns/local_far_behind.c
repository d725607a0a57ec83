// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// No margin is that wide: the access lies in memory that is somebody's.
int main(void) {
    int a[2];
    a[40] = 7;
    return 0;
}
