// verdict: proved
// strategy: auto
// properties: valid-memsafety
// assumption: an index beyond an array that is part of an object is taken to lead on into that object
// slow: others of its kind are run at every change
struct pair {
    int first[2];
    int second[2];
};

static void clear(int *at)
{
    for (int i = 0; i < 4; i++)
        at[i] = 0;
}

int main(void)
{
    struct pair pair;

    clear(pair.first);
    return pair.second[1];
}
