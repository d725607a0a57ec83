// With a loop there is something to find first.
// verdict: unknown
// reason: there is a loop
extern void reach_error(void);
int main(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++) x++;
    if (x > 3) reach_error();
    return 0;
}
