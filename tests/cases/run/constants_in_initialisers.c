// end: normal 54

static const int later = 5;
int copy = later;
static const double half = 2.5;
int truncated = (int)half;
const int *address = &later;

struct node {
    struct node *next;
    int value;
};
static struct node second, first = {&second, 1};
static struct node second = {&first, 2};
struct node itself = {&itself, 3};

int tentative;
int tentative = 3;
extern int tentative;
int open_array[];
int open_array[3];
extern int filled[];
int filled[] = {1, 2, 3};

int main(void) {
    int h = copy + truncated + *address + first.next->value * 10 + second.next->value;
    return h + itself.next->value + tentative + (int)sizeof(open_array) + filled[2];
}
