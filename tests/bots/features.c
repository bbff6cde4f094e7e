/* Prints what train_pro.c finds in each standing that it reads from the file named: the features, one line a standing. */
#define main taught_by
#include "train_pro.c"
#undef main

int main(int count, char **words) {
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    Standing s;
    int bottles;
    if (!file) return 2;
    read_cards();
    prepare();
    while (fscanf(file, "%d", &bottles) == 1) {
        for (int place = 0; place < BARTENDERS * LIQUORS; place++) {
            s.board.row[place / LIQUORS][place % LIQUORS] = (Byte)bottles;
            if (fscanf(file, "%d", &bottles) != 1) return 2;
        }
        note_standings(&s.board);
        s.drinks = bottles;
        for (int i = 0; i < s.drinks; i++)
            if (fscanf(file, "%d", &s.hand[i]) != 1) return 2;
        if (fscanf(file, "%d %lf %d", &s.ice, &s.place, &s.rivals) != 3) return 2;
        for (int i = 0; i < s.rivals; i++) {
            Rival *rival = &s.rival[i];
            if (fscanf(file, "%d %d %d %lf", &rival->ice, &rival->left, &rival->kinds, &rival->place) != 4) return 2;
        }
        float x[FEATURES];
        find_features(&s, x);
        for (int i = 0; i < FEATURES; i++) printf("%.6f ", x[i]);
        printf("\n");
    }
    return 0;
}
