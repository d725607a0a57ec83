// verdict: proved
// strategy: auto
// properties: valid-memsafety
// no-assumption: an index beyond an array
// slow: others of its kind are run at every change
int main(void)
{
    int rows[4][3];

    rows[1][2] = 3;
    return rows[1][2];
}
