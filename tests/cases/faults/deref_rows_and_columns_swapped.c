// property: valid-memsafety
// end: violation invalid-deref line 7

static int board[3][5];

static void put(int column, int row) {
    board[row][column] = 1;
}

int main(void) {
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            put(column, row);
    put(2, 4); /* meant: put(4, 2) */
    return board[2][2];
}
