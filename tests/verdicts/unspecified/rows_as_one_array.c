// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// assumption: an index beyond an array that is part of an object is taken to lead on into that object
int main(void)
{
    int rows[4][3];
    int *cell = &rows[0][0];

    for (int i = 0; i < 12; i++)
        cell[i] = i;
    return 0;
}
