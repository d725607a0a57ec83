// The pointers of an array of const type are followed.
// verdict: violated
// properties: valid-memsafety
// slow: others of its kind are run at every change
// strategy: bounded
int look(int *const *list);

int main(void) {
    int a[4] = {0}, i = 0;
    int *const list[2] = {0, &i};
    look(list);
    return a[i];
}
