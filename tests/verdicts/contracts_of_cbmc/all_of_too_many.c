// A postcondition about one element more than there is: which one it is about is known to the machine only.
// verdict: violated
// function: clear
// strategy: bounded
// properties: unreach-call, valid-deref
void clear(char *letters)
    __CPROVER_requires(__CPROVER_is_fresh(letters, 6))
    __CPROVER_assigns(__CPROVER_object_whole(letters))
    __CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < 7) ==> letters[k] == 0 })
{
    letters[0] = letters[1] = letters[2] = letters[3] = letters[4] = letters[5] = 0;
}
