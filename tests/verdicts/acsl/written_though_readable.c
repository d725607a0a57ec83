// What is there for reading may be a constant; that none is made for it is said. No caller is asked for alignment.
// verdict: proved
// function: h
// strategy: outright
// properties: unreach-call, valid-deref
// assumption: memory that the contract of 'h' says is readable is taken to be no constant
/*@ requires \valid_read(p);
    assigns *p;
    ensures *p == 1; */
void h(char *p)
{
    *p = 1;
}
