// end: normal 0

static int side;

static int none(void) {
    side = 3;
}

int main(int argc, char **argv) {
    none();
    side += argc > 0 && argv != 0;
}
