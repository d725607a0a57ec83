// end: normal 77

#define TWICE(x) x x
#define NAME(a, b) a##b
#define TEXT(x) #x
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))

int NAME(va, lue) = 0b1011 + 017 + 0xAu;;

static int (((*nested)))[2];
int (*(*table[2])(int))[3];
static int triple[3] = {1, 2, 3};
static int (*give(int i))[3] { return triple[i] ? &triple : 0; }
extern __typeof__(value) value;
__extension__ typedef struct {} empty;

int main(void) {
    int h = value;
    TWICE(h++;)
    h += COUNT(1, 2, 3) + sizeof TEXT(a + "b") + "a" "bc"[1] + sizeof(empty);
    table[1] = give;
    h += (*table[1](0))[2] + (nested == 0);
    int trigraph_free = 1 ?: 2, i = 2[triple] ? : 4;
    if (h) ; else h = 0;
    {;;}
    h += - - 5 + + + 2 - ~ - 1 + ! ! 7;
    for (int a = 1, *p = &a; a < 3; ++*p) h += a;
    int x = 3, y = x+++2;
    return (h + trigraph_free + i + y + (int)sizeof(int (*[4])(void))) % 126;
}
