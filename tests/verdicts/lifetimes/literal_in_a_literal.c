// strategy: auto
// verdict: violated
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
