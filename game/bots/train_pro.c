/* Plays many games of bots and teaches the pro by them; `manage.py train_pro` builds and runs this.
 *
 * The same game as game.rules plays, the same regular, pro and least ice as game.bots and game.solver: some hundred
 * times faster, for it takes tens of thousands of games to tell which of two moves wins more often. The outlook is
 * learned in rounds: pros of the round before play among regulars, not always by their best judgement, and every
 * standing between two orders is kept with whether its player won. One small network for each number of own drinks left
 * learns the chance to win from them. The features are those of game/bots/outlook.py, in the same order.
 *
 * Reads the drink cards, one line a kind; writes the networks as JSON. The same arguments learn the same.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIQUORS = 6, BARTENDERS = 6, KINDS = 4, MOST_CARDS = 96, MOST_PLAYERS = 5, STANDINGS = 126 };
enum { FEATURES = 55, ICE_IN_ALL = 16, HIDDEN = 24, NETS = 5, HANDS = 24, BATCH = 128, EPOCHS = 4, MOST_SAMPLES = 4000 };

static const double WANDER = 0.08;  /* how much a pro at school errs in judging its moves */
static const double TRUST = 0.9;    /* how much what came of a standing counts, against the judgement of later ones */
static const double RATE = 0.002;
static const double DETOUR = 1.1, BLUR = 0.5; /* as in game/bots/outlook.py */
static double patience = 1.0;

typedef uint8_t Byte;

/* Chance */

typedef struct { uint64_t a, b; } Chance;

static uint64_t next(Chance *c) {
    uint64_t x = c->a, y = c->b;
    c->a = y;
    x ^= x << 23;
    c->b = x ^ y ^ (x >> 18) ^ (y >> 5);
    return c->b + y;
}

static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

static Chance chance_of(uint64_t seed) {
    Chance c = {mixed(seed + 0x9E3779B97F4A7C15ull), mixed(seed + 2 * 0x9E3779B97F4A7C15ull) | 1};
    for (int i = 0; i < 8; i++) next(&c);
    return c;
}

static int below(Chance *c, int n) { return (int)((next(c) >> 33) % (uint64_t)n); }
static double unit(Chance *c) { return (double)(next(c) >> 11) / 9007199254740992.0; }

static void shuffle(Chance *c, Byte *cards, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = below(c, i + 1);
        Byte kept = cards[i];
        cards[i] = cards[j];
        cards[j] = kept;
    }
}

/* Drink cards and bottles */

typedef struct { Byte need[LIQUORS]; int size, kind; } Card;
typedef struct { Byte row[BARTENDERS][LIQUORS], total[BARTENDERS]; short standing[LIQUORS]; } Board;

static Card cards[MOST_CARDS];
static int first_of[KINDS + 1];

static void read_cards(void) {
    char line[4096];
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        first_of[kind] = count;
        if (!fgets(line, sizeof line, stdin)) exit(2);
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
            Card *card = &cards[count++];
            card->kind = kind;
            for (; *word; word++) card->need[*word - '0']++, card->size++;
        }
    }
    first_of[KINDS] = count;
}

/* The least ice, by the shares of game/solver/shares.py: a byte for each choice of bartenders, for each order. */

static Byte standings[STANDINGS][BARTENDERS];
static short carried[STANDINGS][BARTENDERS][BARTENDERS], standing_of_code[4096];
static const int WIDTH[5] = {1, 32, 64, 224, 1312}, CELLS[5] = {1, 6, 36, 216, 1296}, AMOUNTS[5] = {1, 3, 9, 27, 81};
static Byte *shares[5];
static int orders[5][24][4], order_count[5] = {1, 1, 2, 6, 24};

static Byte *share(int drinks, int standing, int needs) {
    return shares[drinks] + ((size_t)standing * AMOUNTS[drinks] + needs) * WIDTH[drinks];
}

static int code_of(const Byte *counts) {
    return counts[0] + 5 * (counts[1] + 5 * (counts[2] + 5 * (counts[3] + 5 * counts[4])));
}

static void take_smaller(Byte *least, const Byte *other, int cells) {
    for (int i = 0; i < cells; i++) least[i] = other[i] < least[i] ? other[i] : least[i];
}

static void after_arrivals(Byte *least, int standing, int at, int missing, int rest, int needs) {
    if (!missing) {
        take_smaller(least, share(rest, standing, needs), CELLS[rest]);
        return;
    }
    for (int giver = 0; giver < BARTENDERS; giver++)
        if (giver != at && standings[standing][giver])
            after_arrivals(least, carried[standing][giver][at], at, missing - 1, rest, needs);
}

static void after_departures(Byte *least, int standing, int at, int spare, int rest, int needs) {
    take_smaller(least, share(rest, standing, needs), CELLS[rest]);
    if (!spare || !rest) return;
    for (int receiver = 0; receiver < BARTENDERS; receiver++)
        if (receiver != at)
            after_departures(least, carried[standing][at][receiver], at, spare - 1, rest, needs);
}

static void fill_shares(int drinks) {
    size_t size = (size_t)STANDINGS * AMOUNTS[drinks] * WIDTH[drinks];
    shares[drinks] = malloc(size);
    memset(shares[drinks], drinks ? 40 : 0, size);
    for (int standing = 0; drinks && standing < STANDINGS; standing++)
        for (int needs = 0; needs < AMOUNTS[drinks]; needs++)
            for (int at = 0; at < BARTENDERS; at++) {
                int rest = drinks - 1, cells = CELLS[rest];
                int spare = standings[standing][at] - needs / AMOUNTS[rest], later = needs % AMOUNTS[rest];
                Byte least[1296], *part = share(drinks, standing, needs) + at * cells;
                memset(least, 100, sizeof least);
                if (spare < 0) after_arrivals(least, standing, at, -spare, rest, later);
                else after_departures(least, standing, at, spare, rest, later);
                for (int i = 0; i < cells; i++) part[i] = (Byte)(least[i] + abs(spare));
            }
}

static void list_orders(int drinks) {
    int found = 0, all = 1;
    for (int i = 0; i < drinks; i++) all *= drinks;
    for (int number = 0; number < all; number++) {
        int order[4], rest = number, seen = 0;
        for (int i = drinks - 1; i >= 0; i--) order[i] = rest % drinks, rest /= drinks, seen |= 1 << order[i];
        if (seen == (1 << drinks) - 1) memcpy(orders[drinks][found++], order, sizeof order);
    }
}

static void prepare(void) {
    int count = 0;
    for (int number = 0; number < 3125; number++) {
        Byte counts[6];
        int rest = number, sum = 0;
        for (int i = 0; i < 5; i++) counts[i] = (Byte)(rest % 5), rest /= 5, sum += counts[i];
        if (sum > 4) continue;
        counts[5] = (Byte)(4 - sum);
        memcpy(standings[count], counts, 6);
        standing_of_code[code_of(counts)] = (short)count++;
    }
    for (int standing = 0; standing < STANDINGS; standing++)
        for (int giver = 0; giver < BARTENDERS; giver++)
            for (int receiver = 0; receiver < BARTENDERS; receiver++) {
                Byte counts[6];
                if (giver == receiver || !standings[standing][giver]) continue;
                memcpy(counts, standings[standing], 6);
                counts[giver]--, counts[receiver]++;
                carried[standing][giver][receiver] = standing_of_code[code_of(counts)];
            }
    for (int drinks = 0; drinks < 5; drinks++) {
        fill_shares(drinks);
        list_orders(drinks);
    }
}

static void note_standings(Board *board) {
    for (int liquor = 0; liquor < LIQUORS; liquor++) {
        Byte counts[6];
        for (int b = 0; b < BARTENDERS; b++) counts[b] = board->row[b][liquor];
        board->standing[liquor] = standing_of_code[code_of(counts)];
    }
    for (int b = 0; b < BARTENDERS; b++) {
        board->total[b] = 0;
        for (int liquor = 0; liquor < LIQUORS; liquor++) board->total[b] += board->row[b][liquor];
    }
}

static void move_bottle(Board *board, int liquor, int giver, int receiver) {
    board->row[giver][liquor]--, board->row[receiver][liquor]++;
    board->total[giver]--, board->total[receiver]++;
    board->standing[liquor] = carried[board->standing[liquor]][giver][receiver];
}

static uint64_t key_of(const Board *board, int drinks, const int *hand) {
    uint64_t place = 1, held = 1;
    for (int liquor = 0; liquor < LIQUORS; liquor++) place = place * 127 + (uint64_t)board->standing[liquor];
    for (int i = 0; i < drinks; i++) held = held * 97 + (uint64_t)hand[i] + 1;
    return mixed(place ^ held * 0x9E3779B97F4A7C15ull) | 1;
}

static int needs_in_order(int liquor, int drinks, const int *hand, const int *order) {
    int needs = 0;
    for (int i = 0; i < drinks; i++) needs = needs * 3 + cards[hand[order[i]]].need[liquor];
    return needs;
}

static int least_ice(const Board *board, int drinks, const int *hand) {
    static struct { uint64_t key; int ice; } known[1 << 20];
    if (!drinks) return 0;
    uint64_t key = key_of(board, drinks, hand);
    int slot = (int)(key >> 44), width = WIDTH[drinks];
    if (known[slot].key == key) return known[slot].ice;
    Byte least[1312];
    memset(least, 127, sizeof least);
    for (int number = 0; number < order_count[drinks]; number++) {
        const Byte *s[LIQUORS];
        for (int l = 0; l < LIQUORS; l++)
            s[l] = share(drinks, board->standing[l], needs_in_order(l, drinks, hand, orders[drinks][number]));
        for (int i = 0; i < width; i++) {
            Byte sum = (Byte)(s[0][i] + s[1][i] + s[2][i] + s[3][i] + s[4][i] + s[5][i]);
            least[i] = sum < least[i] ? sum : least[i];
        }
    }
    int ice = 127;
    for (int i = 0; i < width; i++) ice = least[i] < ice ? least[i] : ice;
    known[slot].key = key;
    known[slot].ice = ice;
    return ice;
}

static int least_without(const Board *board, int drinks, const int *hand, int left_out) {
    int rest[4], count = 0;
    for (int i = 0; i < drinks; i++)
        if (i != left_out) rest[count++] = hand[i];
    return least_ice(board, count, rest);
}

typedef Byte Moves[LIQUORS][BARTENDERS][BARTENDERS];

/* The moves that lower the least ice. */
static void find_helpful_moves(const Board *board, int drinks, const int *hand, Moves helpful) {
    static struct { short order, cell; } cheapest[24 * 1296];
    int found = 0, least = least_ice(board, drinks, hand), width = WIDTH[drinks];
    const Byte *now[24][LIQUORS];
    memset(helpful, 0, sizeof(Moves));
    if (!drinks) return;
    for (int number = 0; number < order_count[drinks]; number++) {
        const Byte **s = now[number];
        Byte sums[1312], lowest = 127;
        for (int l = 0; l < LIQUORS; l++)
            s[l] = share(drinks, board->standing[l], needs_in_order(l, drinks, hand, orders[drinks][number]));
        for (int i = 0; i < width; i++) {
            sums[i] = (Byte)(s[0][i] + s[1][i] + s[2][i] + s[3][i] + s[4][i] + s[5][i]);
            lowest = sums[i] < lowest ? sums[i] : lowest;
        }
        for (int cell = 0; lowest == least && cell < CELLS[drinks]; cell++)
            if (sums[cell] == least) cheapest[found].order = (short)number, cheapest[found++].cell = (short)cell;
    }
    for (int l = 0; l < LIQUORS; l++) {
        int needs[24];
        for (int number = 0; number < order_count[drinks]; number++)
            needs[number] = needs_in_order(l, drinks, hand, orders[drinks][number]);
        for (int giver = 0; giver < BARTENDERS; giver++)
            for (int receiver = 0; board->row[giver][l] && receiver < BARTENDERS; receiver++) {
                if (giver == receiver) continue;
                int after = carried[board->standing[l]][giver][receiver];
                for (int i = 0; i < found && !helpful[l][giver][receiver]; i++) {
                    int order = cheapest[i].order, cell = cheapest[i].cell;
                    helpful[l][giver][receiver] = share(drinks, after, needs[order])[cell] < now[order][l][cell];
                }
            }
    }
}

/* A drink alone */

enum { NEVER = 99 };

static int can_be_made(const Byte *row, int card) {
    for (int l = 0; l < LIQUORS; l++)
        if (row[l] < cards[card].need[l]) return 0;
    return 1;
}

static int cheapest_make(const Board *board, int card) {
    int cheapest = NEVER;
    for (int b = 0; b < BARTENDERS; b++) {
        int ice = board->total[b] - cards[card].size;
        if (ice < cheapest && can_be_made(board->row[b], card)) cheapest = ice;
    }
    return cheapest;
}

static int moves_plus_excess(const Byte *row, int card) {
    int cost = 0;
    for (int l = 0; l < LIQUORS; l++) cost += abs(row[l] - cards[card].need[l]);
    return cost;
}

static int nearest_cost(const Board *board, int card) {
    int nearest = NEVER;
    for (int b = 0; b < BARTENDERS; b++) {
        int cost = moves_plus_excess(board->row[b], card);
        nearest = cost < nearest ? cost : nearest;
    }
    return nearest;
}

/* Of each kind: what its cards cost alone on the average; of those that cost anything, the mean and the share of ones. */
typedef struct { double mean, open_mean, open_ones; } KindCost;

static const KindCost *kind_costs(const Board *board) {
    static struct { uint64_t key; KindCost of[KINDS]; } known[1 << 14];
    uint64_t key = key_of(board, 0, NULL);
    int slot = (int)(key >> 50);
    if (known[slot].key == key) return known[slot].of;
    known[slot].key = key;
    for (int kind = 0; kind < KINDS; kind++) {
        double sum = 0, open = 0, ones = 0;
        for (int card = first_of[kind]; card < first_of[kind + 1]; card++) {
            int cost = nearest_cost(board, card);
            sum += cost, open += cost > 0, ones += cost == 1;
        }
        KindCost *of = &known[slot].of[kind];
        of->mean = sum / (first_of[kind + 1] - first_of[kind]);
        of->open_mean = open ? sum / open : 0;
        of->open_ones = open ? ones / open : 0;
    }
    return known[slot].of;
}

/* Standings and their features */

typedef struct { int ice, left, kinds; double place; } Rival;
typedef struct { Board board; int drinks, hand[4], ice, rivals; double place; Rival rival[MOST_PLAYERS - 1]; } Standing;

static double chance_when_settled(const Standing *s) {
    static struct { uint64_t key; int least[HANDS]; } known[1 << 15];
    double chance = 1;
    for (int i = 0; i < s->rivals; i++) {
        const Rival *rival = &s->rival[i];
        uint64_t key = mixed(key_of(&s->board, 0, NULL) + (uint64_t)(rival->kinds * 5 + rival->left));
        int slot = (int)(key >> 49);
        if (known[slot].key != key) {
            Chance c = chance_of((uint64_t)(rival->left * 16 + rival->kinds));
            known[slot].key = key;
            for (int number = 0; number < HANDS; number++) {
                Byte kinds[KINDS];
                int count = 0, hand[4];
                for (int kind = 0; kind < KINDS; kind++)
                    if (rival->kinds >> kind & 1) kinds[count++] = (Byte)kind;
                shuffle(&c, kinds, count);
                for (int j = 0; j < rival->left; j++)
                    hand[j] = first_of[kinds[j]] + below(&c, first_of[kinds[j] + 1] - first_of[kinds[j]]);
                known[slot].least[number] = least_ice(&s->board, rival->left, hand);
            }
        }
        double sum = 0;
        for (int number = 0; number < HANDS; number++)
            sum += 1 / (1 + exp(-(rival->ice + known[slot].least[number] * DETOUR - s->ice + 0.5) / BLUR));
        chance *= sum / HANDS;
    }
    return chance;
}

static int is_nearer(const Rival *rival, const Rival *other) {
    return rival->left * 99 + rival->ice < other->left * 99 + other->ice;
}

static void find_features(const Standing *s, float *x) {
    int drinks = s->drinks, left = drinks, end = drinks, cost[4] = {0}, size = 0, makeable = 0, excess = 0;
    int least = least_ice(&s->board, drinks, s->hand), without_least = NEVER, without_most = 0, pair = NEVER;
    for (int i = 0; i < s->rivals; i++) {
        left += s->rival[i].left;
        end = s->rival[i].left < end ? s->rival[i].left : end;
    }
    for (int i = 0; i < drinks; i++) {
        int place = i, nearest = nearest_cost(&s->board, s->hand[i]), ice = cheapest_make(&s->board, s->hand[i]);
        for (; place && cost[place - 1] > nearest; place--) cost[place] = cost[place - 1];
        cost[place] = nearest;
        size += cards[s->hand[i]].size;
        if (ice < NEVER) makeable++, excess += ice;
        int without = least_without(&s->board, drinks, s->hand, i);
        without_least = without < without_least ? without : without_least;
        without_most = without > without_most ? without : without_most;
        for (int j = i + 1; j < drinks; j++) {
            int two = least_ice(&s->board, 2, (int[]){s->hand[i], s->hand[j]});
            pair = two < pair ? two : pair;
        }
    }
    memset(x, 0, FEATURES * sizeof *x);
    float own[] = {s->ice, s->place, s->rivals, (float)left / (s->rivals + 1), end, least, cost[0], cost[1], cost[2],
                   cost[3], drinks > 1 ? without_least : 0, drinks > 1 ? without_most : 0, drinks > 2 ? pair : 0,
                   size, makeable, excess, s->ice + least};
    memcpy(x, own, sizeof own);
    int order[MOST_PLAYERS - 1];
    for (int i = 0; i < s->rivals; i++) {
        int place = i;
        for (; place && is_nearer(&s->rival[i], &s->rival[order[place - 1]]); place--) order[place] = order[place - 1];
        order[place] = i;
    }
    const KindCost *costs = kind_costs(&s->board);
    double ice = 0, foretold = 0, least_foretold = NEVER;
    for (int i = 0; i < s->rivals; i++) {
        const Rival *rival = &s->rival[order[i]];
        double mean = 0, ones = 0;
        int kinds = 0;
        for (int kind = 0; kind < KINDS; kind++)
            if (rival->kinds >> kind & 1) mean += costs[kind].mean, kinds++;
        mean = kinds ? rival->left * mean / kinds : 0;
        for (int kind = 0; kind < KINDS; kind++)
            if (rival->left == 1 && rival->kinds == 1 << kind) mean = costs[kind].open_mean, ones = costs[kind].open_ones;
        float theirs[] = {rival->left, rival->ice, rival->place, mean, rival->left == 1, rival->left == 2, ones,
                          rival->place < s->place};
        memcpy(x + 17 + 8 * i, theirs, sizeof theirs);
        double end_ice = rival->ice + mean;
        ice += rival->ice, foretold += end_ice;
        least_foretold = end_ice < least_foretold ? end_ice : least_foretold;
    }
    float table[] = {ice / s->rivals, foretold / s->rivals, least_foretold, s->ice + least - least_foretold,
                     s->ice + least - foretold / s->rivals, drinks ? 0 : chance_when_settled(s)};
    memcpy(x + 49, table, sizeof table);
}

/* Networks: one hidden layer of rectified sums, one chance. */

typedef struct {
    float mean[FEATURES], scale[FEATURES];
    struct { float in[FEATURES][HIDDEN], bias[HIDDEN], out[HIDDEN], last; } w;
} Net;

enum { WEIGHTS = FEATURES * HIDDEN + 2 * HIDDEN + 1 };

static Net nets[NETS];

static float run(const Net *net, const float *x, float *scaled, float *hidden) {
    memcpy(hidden, net->w.bias, sizeof net->w.bias);
    for (int i = 0; i < FEATURES; i++) {
        scaled[i] = (x[i] - net->mean[i]) * net->scale[i];
        if (scaled[i] != 0)
            for (int h = 0; h < HIDDEN; h++) hidden[h] += net->w.in[i][h] * scaled[i];
    }
    float sum = net->w.last;
    for (int h = 0; h < HIDDEN; h++) sum += hidden[h] > 0 ? net->w.out[h] * hidden[h] : 0;
    return 1 / (1 + expf(-sum));
}

static double chance_to_win(const Standing *s) {
    float x[FEATURES], scaled[FEATURES], hidden[HIDDEN];
    find_features(s, x);
    return run(&nets[s->drinks], x, scaled, hidden);
}

/* Before the first lesson: less ice is better, and a drink made is worth most of a cube. */
static void judge_simply(void) {
    for (int drinks = 0; drinks < NETS; drinks++) {
        nets[drinks].scale[ICE_IN_ALL] = 1;
        nets[drinks].w.in[ICE_IN_ALL][0] = -1;
        nets[drinks].w.bias[0] = 40;
        nets[drinks].w.out[0] = 0.5f;
        nets[drinks].w.last = -16 - 0.4f * drinks;
    }
}

typedef struct { float wanted; int drinks; float x[FEATURES]; } Sample;

static Sample *kept;
static long kept_count, kept_room;

static void keep(Sample sample) {
    if (kept_count == kept_room) kept = realloc(kept, (size_t)(kept_room = kept_room * 2 + 100000) * sizeof *kept);
    kept[kept_count++] = sample;
}

/* Adam, with steps that end at nothing. */
static void learn(Net *net, int drinks, Chance *c) {
    long *chosen = malloc((size_t)(kept_count + 1) * sizeof *chosen), count = 0;
    for (long i = 0; i < kept_count; i++)
        if (kept[i].drinks == drinks) chosen[count++] = i;
    for (int i = 0; i < FEATURES; i++) {
        double sum = 0, squares = 0;
        for (long n = 0; n < count; n++) sum += kept[chosen[n]].x[i], squares += kept[chosen[n]].x[i] * kept[chosen[n]].x[i];
        double mean = count ? sum / count : 0, variance = count ? squares / count - mean * mean : 0;
        net->mean[i] = (float)mean;
        net->scale[i] = variance > 1e-6 ? (float)(1 / sqrt(variance)) : 0;
    }
    float *w = (float *)&net->w;
    static float slope[WEIGHTS], drift[WEIGHTS], swing[WEIGHTS];
    memset(drift, 0, sizeof drift);
    memset(swing, 0, sizeof swing);
    for (int i = 0; i < WEIGHTS; i++) {
        double reach = i < FEATURES * HIDDEN ? 0.32 : i < FEATURES * HIDDEN + HIDDEN ? 0 : 0.15;
        w[i] = i == WEIGHTS - 1 ? 0 : (float)(reach * (unit(c) - 0.5));
    }
    long step = 0, steps = EPOCHS * (count / BATCH);
    double surprise = 0;
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        surprise = 0;
        for (long i = count - 1; i > 0; i--) {
            long j = (long)(next(c) % (uint64_t)(i + 1)), other = chosen[i];
            chosen[i] = chosen[j];
            chosen[j] = other;
        }
        for (long start = 0; start + BATCH <= count; start += BATCH) {
            memset(slope, 0, sizeof slope);
            float *bias = slope + FEATURES * HIDDEN, *out = bias + HIDDEN;
            for (int n = 0; n < BATCH; n++) {
                const Sample *sample = &kept[chosen[start + n]];
                float scaled[FEATURES], hidden[HIDDEN], back[HIDDEN];
                float told = run(net, sample->x, scaled, hidden), error = (told - sample->wanted) / BATCH;
                surprise -= sample->wanted * log(told + 1e-9) + (1 - sample->wanted) * log(1 - told + 1e-9);
                out[HIDDEN] += error;
                for (int h = 0; h < HIDDEN; h++) {
                    int is_on = hidden[h] > 0;
                    out[h] += is_on ? error * hidden[h] : 0;
                    back[h] = is_on ? error * net->w.out[h] : 0;
                    bias[h] += back[h];
                }
                for (int i = 0; i < FEATURES; i++)
                    if (scaled[i] != 0)
                        for (int h = 0; h < HIDDEN; h++) slope[i * HIDDEN + h] += back[h] * scaled[i];
            }
            step++;
            float rate = (float)(RATE * (1 - (double)step / (steps + 1)));
            float warm = (float)(1 / (1 - pow(0.9, step))), warmer = (float)(1 / (1 - pow(0.999, step)));
            for (int i = 0; i < WEIGHTS; i++) {
                drift[i] = 0.9f * drift[i] + 0.1f * slope[i];
                swing[i] = 0.999f * swing[i] + 0.001f * slope[i] * slope[i];
                float decay = i < FEATURES * HIDDEN ? 1e-3f * w[i] : 0;
                w[i] -= rate * (drift[i] * warm / (sqrtf(swing[i] * warmer) + 1e-8f) + decay);
            }
        }
    }
    fprintf(stderr, "  %d left: %ld samples, surprise %.4f\n", drinks, count, surprise / (count / BATCH * BATCH + 1));
    free(chosen);
}

/* Games */

typedef struct {
    int players, is_pro[MOST_PLAYERS], hand[MOST_PLAYERS][4], made[MOST_PLAYERS], ice[MOST_PLAYERS];
    Board board;
    int beside[BARTENDERS], in_deck, discarded;
    Byte deck[48], discards[48];
    int priority[MOST_PLAYERS], tab_row[MOST_PLAYERS], settled;
    Chance chance;
} Game;

static Game new_game(int players, uint64_t seed) {
    Game game = {.players = players, .in_deck = 48, .chance = chance_of(seed)};
    Byte columns[] = {0, 1, 2, 3, 4, 5}, drinks[MOST_CARDS];
    shuffle(&game.chance, columns, 6);
    for (int b = 0; b < BARTENDERS; b++) game.board.row[b][columns[b]] = 4;
    note_standings(&game.board);
    for (int kind = 0; kind < KINDS; kind++) {
        int count = first_of[kind + 1] - first_of[kind];
        for (int i = 0; i < count; i++) drinks[i] = (Byte)(first_of[kind] + i);
        shuffle(&game.chance, drinks, count);
        for (int player = 0; player < players; player++) game.hand[player][kind] = drinks[player];
    }
    for (int player = 0; player < players; player++) game.priority[player] = player;
    for (int i = 0; i < 48; i++) game.deck[i] = (Byte)(i / 8);
    shuffle(&game.chance, game.deck, 48);
    return game;
}

static int unmade(const Game *game, int player, int *hand, int *numbers) {
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (!(game->made[player] >> i & 1)) hand[count] = game->hand[player][i], numbers[count++] = i;
    return count;
}

static void make(Game *game, int player, int number, int ice) {
    game->made[player] |= 1 << number;
    game->ice[player] += ice;
}

static void standing_in(const Game *game, int player, int mover, Standing *s, int *numbers) {
    double place[MOST_PLAYERS];
    for (int i = 0, above = 0; i < game->players; i++)
        place[game->priority[i]] = (game->priority[i] == mover ? game->players - 1 : above++) / (game->players - 1.0);
    s->board = game->board;
    s->drinks = unmade(game, player, s->hand, numbers);
    s->ice = game->ice[player];
    s->place = place[player];
    s->rivals = 0;
    for (int other = 0; other < game->players; other++)
        if (other != player)
            s->rival[s->rivals++] = (Rival){game->ice[other], 4 - __builtin_popcount((unsigned)game->made[other]),
                                            15 & ~game->made[other], place[other]};
}

static void makes_of_regular(Game *game, int player) {
    for (;;) {
        int hand[4], numbers[4], drinks = unmade(game, player, hand, numbers), fitting[24], found = 0;
        for (int i = 0; i < drinks; i++) {
            if (cheapest_make(&game->board, hand[i]) == NEVER) continue;
            int most = least_ice(&game->board, drinks, hand) - least_without(&game->board, drinks, hand, i);
            for (int b = 0; b < BARTENDERS; b++)
                if (game->board.total[b] - cards[hand[i]].size <= most && can_be_made(game->board.row[b], hand[i]))
                    fitting[found++] = i * BARTENDERS + b;
        }
        if (!found) return;
        int chosen = fitting[below(&game->chance, found)], drink = chosen / BARTENDERS;
        make(game, player, numbers[drink], game->board.total[chosen % BARTENDERS] - cards[hand[drink]].size);
    }
}

static double best_makes(const Standing *s, int *best) {
    int ice[4], possible = 0;
    double most = -1e9;
    for (int i = 0; i < s->drinks; i++) {
        ice[i] = cheapest_make(&s->board, s->hand[i]);
        possible |= (ice[i] < NEVER) << i;
    }
    int is_last_call = 0;
    for (int i = 0; i < s->rivals; i++) is_last_call |= !s->rival[i].left;
    for (int subset = 0; subset < 1 << s->drinks; subset++) {
        if ((subset & possible) != subset) continue;
        Standing then = *s;
        then.drinks = 0;
        for (int i = 0; i < s->drinks; i++)
            if (subset >> i & 1) then.ice += ice[i];
            else then.hand[then.drinks++] = s->hand[i];
        double worth =
            is_last_call ? -then.ice - least_ice(&then.board, then.drinks, then.hand) : chance_to_win(&then);
        if (worth > most) most = worth, *best = subset;
    }
    return most;
}

static void makes_of_pro(Game *game, int player, int mover) {
    Standing s;
    int numbers[4], best = 0, is_any = 0;
    standing_in(game, player, mover, &s, numbers);
    for (int i = 0; i < s.drinks; i++) is_any |= cheapest_make(&s.board, s.hand[i]) < NEVER;
    if (!is_any) return;
    best_makes(&s, &best);
    for (int i = 0; i < s.drinks; i++)
        if (best >> i & 1) make(game, player, numbers[i], cheapest_make(&s.board, s.hand[i]));
}

static void all_make(Game *game, int mover) {
    for (int i = 0; i < game->players; i++) {
        int player = game->priority[i];
        if (game->is_pro[player]) makes_of_pro(game, player, mover);
        else makes_of_regular(game, player);
    }
}

static void finish_as_regular(Game *game, int player) {
    for (;;) {
        int hand[4], numbers[4], drinks = unmade(game, player, hand, numbers), nearest = NEVER, targets[24], found = 0;
        Board *board = &game->board;
        if (!drinks) return;
        for (int target = 0; target < drinks * BARTENDERS; target++) {
            int cost = moves_plus_excess(board->row[target % BARTENDERS], hand[target / BARTENDERS]);
            if (cost < nearest) nearest = cost, found = 0;
            if (cost == nearest) targets[found++] = target;
        }
        int target = targets[below(&game->chance, found)], drink = target / BARTENDERS, at = target % BARTENDERS;
        for (;;) {
            int missing[LIQUORS], givers[BARTENDERS], count = 0, able = 0;
            for (int l = 0; l < LIQUORS; l++)
                if (board->row[at][l] < cards[hand[drink]].need[l]) missing[count++] = l;
            if (!count) break;
            int liquor = missing[below(&game->chance, count)];
            for (int b = 0; b < BARTENDERS; b++)
                if (b != at && board->row[b][liquor]) givers[able++] = b;
            move_bottle(board, liquor, givers[below(&game->chance, able)], at);
            game->ice[player]++;
        }
        make(game, player, numbers[drink], board->total[at] - cards[hand[drink]].size);
    }
}

/* With exactly the least ice; which of the equal plans is left to chance here. */
static void finish_as_pro(Game *game, int player) {
    for (;;) {
        int hand[4], numbers[4], drinks = unmade(game, player, hand, numbers), has_made = 0;
        int least = least_ice(&game->board, drinks, hand);
        if (!drinks) return;
        for (int i = 0; i < drinks && !has_made; i++) {
            int ice = cheapest_make(&game->board, hand[i]);
            if (ice < NEVER && ice + least_without(&game->board, drinks, hand, i) == least)
                make(game, player, numbers[i], ice), has_made = 1;
        }
        if (has_made) continue;
        Moves helpful;
        int found = 0, moves[sizeof(Moves)];
        find_helpful_moves(&game->board, drinks, hand, helpful);
        for (int i = 0; i < (int)sizeof(Moves); i++)
            if (((Byte *)helpful)[i]) moves[found++] = i;
        int move = moves[below(&game->chance, found)];
        move_bottle(&game->board, move / 36, move / 6 % 6, move % 6);
        game->ice[player]++;
    }
}

/* The moves that a pro at school thinks of, with the chance to win after each: those that lower its least ice or
 * complete a drink. Grown up it thinks of all, which would take most of the time here. */
typedef struct { int count, move[216]; double after[216], now; } Thoughts;

static void add_completing_moves(const Standing *s, Moves moves) {
    for (int i = 0; i < s->drinks; i++)
        for (int b = 0; b < BARTENDERS; b++) {
            int missing = 0, liquor = 0;
            for (int l = 0; l < LIQUORS; l++) {
                int lacks = cards[s->hand[i]].need[l] - s->board.row[b][l];
                if (lacks > 0) missing += lacks, liquor = l;
            }
            if (missing != 1 || s->board.total[b] + 1 - cards[s->hand[i]].size > 3) continue;
            for (int giver = 0; giver < BARTENDERS; giver++)
                if (giver != b && s->board.row[giver][liquor]) moves[liquor][giver][b] = 1;
        }
}

static void think(Game *game, int player, Thoughts *thoughts) {
    Standing now;
    Moves moves;
    int numbers[4], best;
    standing_in(game, player, -1, &now, numbers);
    thoughts->now = chance_to_win(&now);
    thoughts->count = 0;
    find_helpful_moves(&now.board, now.drinks, now.hand, moves);
    add_completing_moves(&now, moves);
    for (int move = 0; move < (int)sizeof moves; move++) {
        if (!((Byte *)moves)[move]) continue;
        Standing then = now;
        move_bottle(&then.board, move / 36, move / 6 % 6, move % 6);
        for (int i = 0; i < then.rivals; i++)
            if (then.rival[i].place > now.place) then.rival[i].place -= 1.0 / then.rivals;
        then.place = 1;
        thoughts->move[thoughts->count] = move;
        thoughts->after[thoughts->count++] =
            best_makes(&then, &best) * (1 + WANDER * (unit(&game->chance) - 0.5));
    }
}

static Sample noted[MOST_SAMPLES];
static int noted_player[MOST_SAMPLES], noted_count;

static void note_samples(const Game *game) {
    for (int player = 0; player < game->players; player++) {
        Standing s;
        int numbers[4];
        if (!game->is_pro[player] || noted_count == MOST_SAMPLES) continue;
        standing_in(game, player, -1, &s, numbers);
        noted[noted_count].drinks = s.drinks;
        find_features(&s, noted[noted_count].x);
        noted_player[noted_count++] = player;
    }
}

static int is_open(const int *beside, int giver, int receiver) {
    return giver != receiver &&
           (beside[giver] == 3 || beside[receiver] == 3 || (beside[giver] && beside[receiver]));
}

/* The best open move of a pro, or -1. */
static int best_open(const Game *game, const Thoughts *thoughts) {
    int best = -1;
    for (int i = 0; i < thoughts->count; i++)
        if (is_open(game->beside, thoughts->move[i] / 6 % 6, thoughts->move[i] % 6) &&
            (best < 0 || thoughts->after[i] > thoughts->after[best])) best = i;
    return best;
}

/* Plays to the end; the winner, or -1 when the game is given up since nobody would order any more. */
static int play(Game *game) {
    static Thoughts thoughts[MOST_PLAYERS];
    static Moves helpful[MOST_PLAYERS];
    int reshuffles = 0;
    noted_count = 0;
    while (!game->settled) {
        int mover = -1, move = -1;
        for (int player = 0; player < game->players; player++) {
            int hand[4], numbers[4], drinks = unmade(game, player, hand, numbers);
            if (game->is_pro[player]) think(game, player, &thoughts[player]);
            else find_helpful_moves(&game->board, drinks, hand, helpful[player]);
        }
        while (mover < 0) {
            if (!game->in_deck) {
                if (reshuffles++ == 5) return -1;
                memcpy(game->deck, game->discards, sizeof game->deck);
                game->in_deck = game->discarded;
                game->discarded = 0;
                shuffle(&game->chance, game->deck, game->in_deck);
            }
            int card = game->deck[--game->in_deck];
            if (++game->beside[card] == 4) {
                game->beside[card] = 0;
                for (int i = 0; i < 4; i++) game->discards[game->discarded++] = (Byte)card;
            }
            for (int i = 0; i < (game->players == 2 ? 2 : game->players - 1) && mover < 0; i++) {
                int player = game->priority[i], open[216], found = 0;
                if (game->is_pro[player]) {
                    const Thoughts *own = &thoughts[player];
                    int best = best_open(game, own);
                    if (best >= 0 && own->after[best] > own->now * patience) mover = player, move = own->move[best];
                    continue;
                }
                for (int m = 0; m < (int)sizeof(Moves); m++)
                    if (((Byte *)helpful[player])[m] && is_open(game->beside, m / 6 % 6, m % 6)) open[found++] = m;
                if (found) mover = player, move = open[below(&game->chance, found)];
            }
        }
        reshuffles = 0;
        move_bottle(&game->board, move / 36, move / 6 % 6, move % 6);
        for (int end = 0; end < 2; end++) {
            int *beside = &game->beside[end ? move % 6 : move / 6 % 6];
            for (; *beside; --*beside) game->discards[game->discarded++] = (Byte)(beside - game->beside);
        }
        int is_last_call = 0;
        all_make(game, mover);
        for (int player = 0; player < game->players; player++) is_last_call |= game->made[player] == 15;
        if (is_last_call) all_make(game, mover);
        for (int i = 0; i < game->players; i++)
            if (game->made[game->priority[i]] == 15) game->tab_row[game->settled++] = game->priority[i];
        int place = 0;
        while (game->priority[place] != mover) place++;
        for (; place < game->players - 1; place++) game->priority[place] = game->priority[place + 1];
        game->priority[place] = mover;
        note_samples(game);
    }
    for (int i = 0; i < game->players; i++) {
        int player = game->priority[i];
        if (game->made[player] == 15) continue;
        if (game->is_pro[player]) finish_as_pro(game, player);
        else finish_as_regular(game, player);
        game->tab_row[game->settled++] = player;
    }
    int winner = game->tab_row[0];
    for (int i = 1; i < game->players; i++)
        if (game->ice[game->tab_row[i]] < game->ice[winner]) winner = game->tab_row[i];
    return winner;
}

/* What came of a standing is told by the end, and a little by how the later ones were judged. */
static void keep_samples(int winner, double trust) {
    double wanted[MOST_PLAYERS], later[MOST_PLAYERS];
    for (int player = 0; player < MOST_PLAYERS; player++) wanted[player] = later[player] = player == winner;
    for (int i = noted_count - 1; i >= 0; i--) {
        int player = noted_player[i];
        wanted[player] = trust * wanted[player] + (1 - trust) * later[player];
        noted[i].wanted = (float)wanted[player];
        keep(noted[i]);
        if (trust < 1) {
            float scaled[FEATURES], hidden[HIDDEN];
            later[player] = run(&nets[noted[i].drinks], noted[i].x, scaled, hidden);
        }
    }
}

static void play_round(int round, long games, uint64_t seed) {
    long played = 0, four = 0, won = 0;
    for (uint64_t number = 0; played < games; number++) {
        Chance c = chance_of(mixed(seed * 1000 + (uint64_t)round) + number);
        const int sizes[] = {2, 3, 4, 4, 4, 4, 4, 4, 4, 5};
        int players = sizes[below(&c, 10)], pros = 1 + (players > 2 && below(&c, 5) < 2);
        Game game = new_game(players, next(&c));
        Byte seats[] = {0, 1, 2, 3, 4};
        shuffle(&c, seats, players);
        for (int i = 0; i < pros; i++) game.is_pro[seats[i]] = 1;
        int winner = play(&game);
        if (winner < 0) continue;
        played++;
        keep_samples(winner, round ? TRUST : 1);
        if (players == 4 && pros == 1) four++, won += game.is_pro[winner];
    }
    fprintf(stderr, "round %d: a pro at school won %.1f %% of %ld games against three regulars\n", round,
            four ? 100.0 * won / four : 0, four);
}

static void write_numbers(const char *name, int count, const double *numbers, const char *after) {
    printf("\"%s\": [", name);
    for (int i = 0; i < count; i++) printf("%s%.5g", i ? ", " : "", numbers[i]);
    printf("]%s", after);
}

/* Means and scales are worked into the weights: the pro only multiplies and adds. */
static void write_nets(void) {
    printf("[\n");
    for (int n = 0; n < NETS; n++) {
        double bias[HIDDEN], out[HIDDEN], last = nets[n].w.last;
        printf(" {\"in\": [\n");
        for (int h = 0; h < HIDDEN; h++) {
            bias[h] = nets[n].w.bias[h], out[h] = nets[n].w.out[h];
            printf("  [");
            for (int i = 0; i < FEATURES; i++) {
                double weight = nets[n].w.in[i][h] * nets[n].scale[i];
                bias[h] -= weight * nets[n].mean[i];
                printf("%s%.5g", i ? ", " : "", weight);
            }
            printf("]%s\n", h < HIDDEN - 1 ? "," : "");
        }
        printf("  ], ");
        write_numbers("bias", HIDDEN, bias, ",\n  ");
        write_numbers("out", HIDDEN, out, ", ");
        printf("\"last\": %.5g}%s\n", last, n < NETS - 1 ? "," : "");
    }
    printf("]\n");
}

int main(int count, char **words) {
    if (count != 5) {
        fprintf(stderr, "train_pro ROUNDS GAMES PATIENCE SEED < cards\n");
        return 2;
    }
    int rounds = atoi(words[1]);
    long games = atol(words[2]);
    patience = atof(words[3]);
    uint64_t seed = strtoull(words[4], NULL, 10);
    read_cards();
    prepare();
    judge_simply();
    for (int round = 0; round < rounds; round++) {
        Chance c = chance_of(seed * 1000 + (uint64_t)round);
        play_round(round, games, seed);
        for (int drinks = 0; drinks < NETS; drinks++) learn(&nets[drinks], drinks, &c);
    }
    write_nets();
    return 0;
}
