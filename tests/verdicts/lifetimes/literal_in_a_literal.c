// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
struct list {
    struct list *next;
    int value;
};

int main(void) {
    struct list *head;
    {
        head = &(struct list){&(struct list){0, 2}, 1};
    }
    return head->next->value;
}
