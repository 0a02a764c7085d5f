import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import type { Counts } from "./product-lives-both.ts";
import { livesGround } from "./product-lives-ground.ts";
import { kinds } from "./product-lives-kinds.ts";
import { type LifeName, live } from "./product-lives-life.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

const lanes = 6;

/** What a full-size run has to contain. */
const atLeast200 = [
  "double returns: a debit and its retry",
  "double returns: a debit and its refund",
  "late returns after payoff",
  "refunds in flight when their debit came back",
  "payouts of refinances that came back",
];

export const proof: Proof = {
  claim:
    "Random lives of every product run through the server's own functions: payouts that come back and are repeated, several debits in flight, returns before and after success, of a debit and its retry, of a debit and its rebate or refund, late returns after the end, payoffs early, on time and late, and bank lines that arrive late; fees that are assessed and waived, defaults, write-offs and recoveries, true-ups and receivables of advances; and own refinances of one or two products, in one book and between two, whose payouts stay in flight while the old products live on, and come back. After every step the balances of the ledger, the orders and the states are those of a second implementation that shares no code with the application. At the end of each life nothing is owed by either side, the clearing accounts are empty, cash of every book is what its bank has, and the products are over. All invariants of the ledger hold over all lives.",
  run: async ({ tenth, seed, say }) => {
    const only = process.argv.find((argument) => argument.startsWith("--life="))?.slice("--life=".length);
    const perKind = tenth ? 2 : 400;
    const all = Object.keys(kinds).flatMap((kind) =>
      Array.from({ length: perKind }, (_, number): LifeName => ({ kind, number, seed })),
    );
    const [onlyKind = "", onlyNumber] = only?.split("/") ?? [];
    const names = only ? [{ kind: onlyKind, number: Number(onlyNumber), seed }] : all;
    const ground = await livesGround("product-lives", lanes + 2);
    try {
      const counts: Record<string, Counts> = Object.fromEntries(names.map(({ kind }) => [kind, {}]));
      const failures: string[] = [];
      const waiting = names.toReversed();
      const lane = async () => {
        for (let name = waiting.pop(); name && failures.length < 8; name = waiting.pop()) {
          const random = randomFrom(seedOf(name));
          await live(ground, name, random, counts[name.kind] ?? {}).catch((error: Error) => {
            failures.push(error.message);
            say(error.message);
          });
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      hold("lives that differ", failures.length, 0);
      const findings = await checkInvariants(ground.admin, businessDate("2029-12-31"));
      hold("broken invariants", findings.flatMap(({ broken }) => broken).join("; "), "");
      const figures = figuresOf(counts);
      const rare = atLeast200
        .filter((what) => Number(figures[what] ?? 0) < 200)
        .map((what) => `${what}: ${figures[what] ?? 0}`);
      if (!tenth && !only) hold("fewer than 200", rare.join("; "), "");
      return figures;
    } finally {
      await ground.close();
    }
  },
};

const seedOf = ({ kind, number, seed }: LifeName): number =>
  seed * 1_000_003 + Object.keys(kinds).indexOf(kind) * 100_003 + number;

function figuresOf(counts: Record<string, Counts>): Record<string, string | number> {
  const sums: Counts = {};
  for (const own of Object.values(counts))
    for (const [what, count] of Object.entries(own)) sums[what] = (sums[what] ?? 0) + count;
  const { lives, ...others } = sums;
  const perKind = Object.entries(counts).map(([kind, own]) => [`lives of ${kind}`, own["lives"] ?? 0]);
  return { ...Object.fromEntries(perKind), ...others, "lives that differ": 0, "broken invariants": 0 };
}
