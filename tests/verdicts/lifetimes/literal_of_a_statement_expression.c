// strategy: auto
// verdict: violated
// properties: valid-memsafety
int main(void) {
    int *p = ({ (int[]){5}; });
    return *p;
}
