// end: normal 59

struct s {
    char c;
};
typedef struct s *pointer;
static struct s outer_array[5];
static pointer outer_pointer = outer_array;
enum level { LOW = -3, HIGH = 4 };

static int next(enum level l) {
    enum level { LOW = 1 };
    return l + LOW;
}

int main(void) {
    struct s a;
    int h = next(HIGH) * 3;
    {
        struct s;
        struct s *forward = 0;
        struct s {
            int x[4];
        };
        h += sizeof(*forward) + sizeof(a) * 7 + sizeof(*outer_pointer) * 2;
        h += (int)(&outer_pointer[3] - outer_pointer);
        struct s here[2];
        h += (char *)&here[1] - (char *)here;
    }
    return h;
}
