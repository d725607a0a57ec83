// strategy: auto
// function: cut
// properties: valid-deref
// verdict: violated
struct item {
    char *text;
    struct item *next;
};

/* What is followed is null because it was made so here, and not because some caller may have left it null. */
int cut(struct item *item) {
    if (item == 0 || item->text == 0)
        return 0;
    item->next = 0;
    return item->next->text == item->text;
}
