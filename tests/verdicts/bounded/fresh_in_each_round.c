// verdict: violated
// slow: others of its kind are run at every change
// Neither memory from malloc nor a local array holds what an earlier round has put there, or has seen there.
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);

int main(void) {
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        int local[2];
        int *made = malloc(sizeof(int));
        if (local[1] == 1234567 + i && *made == 7654321 - i)
            seen++;
        local[1] = *made = 0;
    }
    if (seen == 3)
        reach_error();
    return 0;
}
