/* What a ticket costs, with a count of those sold. */
static int sold;
int income;

int fee(int age, int *price) {
    if (age < 0)
        return -1;
    sold++;
    *price = age < 18 ? 5 : age > 64 ? 7 : 26;
    income += *price;
    return age / 10;
}
