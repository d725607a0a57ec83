// end: normal 53

int tentative;
static int hidden;
int tentative;
extern int later;
int array[];
static const int *const to_hidden = &hidden;
int tentative = 3, *to_array = array + 1, function(int), (*to_function)(int) = function;
static struct incomplete *none;
struct incomplete { int v; };

static inline int quick(int x) { return x + later; }
static __attribute__((noinline)) int slow(int x) { return quick(x) * 2; }
_Noreturn void stop(void);

int function(int x) {
    extern int later;
    int inner(void);
    return x * later + inner();
}

int inner(void) { return hidden; }
int array[3] = {1, 2, 3};
int later = 4;
static int hidden = 5;

typedef int matrix[2][2], *pointer, callback(pointer);
static int apply(callback *c, matrix m) { return c(m[1]); }
static int first(pointer p) { return *p; }

int main(void) {
    matrix m = {{1, 2}, {3, 4}};
    int h = tentative + *to_array + to_function(6) + slow(1) + *to_hidden + (none == 0);
    return (h + apply(first, m)) % 126;
}
