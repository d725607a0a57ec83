// A clause that is not read leaves no proof.
// verdict: unknown
// function: get
// strategy: outright
// reason: \initialized is not read: leave it out

/*@ requires \valid(p) && \initialized(p); assigns \nothing; ensures \result == *p; */
int get(int *p)
{
    return *p;
}
