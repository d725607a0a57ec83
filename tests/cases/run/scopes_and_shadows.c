// end: normal 79

typedef int number;
enum { A = 1 };
struct s { int a; };
static int x = 1;
int A_is_a_variable_below(void);

struct t { char c[3]; };
static int f(number x, struct t *p) { return x + (int)sizeof *p; }

int main(void) {
    int h = x + A + (int)sizeof(struct s);
    {
        typedef char number;
        enum { B = 5, A = B + 1 };
        struct s { char a[9]; } local;
        number x = (number)300;
        h = h * 3 + x + A + (int)sizeof local;
        {
            extern int outside;
            int x = sizeof x; /* already this one */
            h = h * 3 + x + outside;
        }
        struct number { number number; } n = {7};
        h += n.number;
    }
    for (int x = 5; x < 6; x++) {
        int x = 70;
        h += x;
    }
    int A = A_is_a_variable_below();
    number y = x + A;
x: /* labels have a space of their own */
    h += y + f(2, 0);
    return h % 126;
}

int outside = 11;
int A_is_a_variable_below(void) { return 2; }
