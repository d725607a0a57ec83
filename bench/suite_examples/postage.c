/* What a parcel costs, by weight and distance. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int weight = __VERIFIER_nondet_int();
    int distance = __VERIFIER_nondet_int();
    int price = 0;
    if (weight < 1 || weight > 30)
        return -1;
    if (distance < 0 || distance > 9)
        return -2;
    if (weight <= 5)
        price = 4;
    else if (weight < 20)
        price = 7;
    else
        price = 15;
    if (distance > 3)
        price += 2 * (distance - 3);
    if (weight > 10 && distance > 6)
        price += 5;
    return price;
}
