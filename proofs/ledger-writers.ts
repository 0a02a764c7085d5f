import { randomUUID } from "node:crypto";
import { inScope } from "../apps/api/src/db/scope.ts";
import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { type Posting, post } from "../apps/api/src/ledger/public.ts";
import { type BusinessDate, businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { credit, debit, type Entry, entry, type Line } from "../packages/lending/src/ledger/entry.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { until } from "../scripts/processes.ts";
import { type LedgerGround, ledgerGround } from "./ledger-ground.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

const writers = 16;
const book = "CONCAR_SPV_1";
const days = ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"].map(businessDate);

type PostingRequest = { key: string; entry: Entry; occurredOn: BusinessDate };
type Tally = {
  acknowledged: Map<string, string>;
  deadlocks: number;
  /** A lock was not granted within two seconds; the posting was repeated. */
  waitedTooLong: number;
  unknown: number;
  /** Already posted when the database was back. */
  committed: number;
};

const newTally = (): Tally => ({ acknowledged: new Map(), deadlocks: 0, waitedTooLong: 0, unknown: 0, committed: 0 });

export const proof: Proof = {
  claim:
    "16 writers post at random to 200 contended accounts. Each posting touches two to four of them in any order, and cash in a quarter of all cases. PostgreSQL is killed with kill -9 twice. A writer that does not know the outcome of a posting posts it again under the same key. Every acknowledged posting exists once, every journal balances, and every account equals the sum of its lines and an independent sum. On a dozen accounts the same load meets no deadlock. It does meet deadlocks when the order in which balances are locked is removed.",
  run: async ({ tenth, seed, say }) => {
    const each = tenth ? 200 : 2_000;
    const ground = await ledgerGround("ledger-writers", writers);
    try {
      const products = Array.from({ length: 200 }, () => randomUUID());
      const requests = Array.from({ length: writers }, (_, writer) =>
        postingRequests(`w${writer}`, randomFrom(seed + writer), products, each),
      );
      const total = writers * each;
      const tally = newTally();
      let writing = true;
      let snapshots = 0;
      const director = (async () => {
        for (const share of [1 / 3, 2 / 3]) {
          await until(
            "the share of postings is acknowledged",
            () => tally.acknowledged.size >= total * share || !writing,
            600_000,
          );
          await ground.crash();
          say(`kill -9 of PostgreSQL after ${tally.acknowledged.size} of ${total} postings`);
          // Balances hold in the middle of the run too, not only at the end.
          hold("accounts that differ from their lines in the middle", (await balancesOff(ground)).length, 0);
          snapshots++;
        }
      })();
      const began = performance.now();
      await Promise.all(requests.map((own) => write(ground, own, tally)));
      const rate = (total / (performance.now() - began)) * 1000;
      writing = false;
      await director;

      const findings = await checkInvariants(ground.admin, days[0] as BusinessDate);
      const { rows } = await ground.admin.query<{ key: string; journal_id: string }>(
        "select key, id as journal_id from app.journal",
      );
      const stored = new Map(rows.map((row) => [row.key, row.journal_id]));
      const missing = [...tally.acknowledged].filter(([key, id]) => stored.get(key) !== id).length;
      const { rows: lines } = await ground.admin.query("select count(*)::int as count from app.journal_line");
      const wrong = await accountsWrong(ground, requests.flat());
      hold("postings acknowledged", tally.acknowledged.size, total);
      hold("journals stored", rows.length, total);
      hold("acknowledged postings that are missing", missing, 0);
      hold(
        "lines stored",
        lines[0].count,
        requests.flat().reduce((sum, request) => sum + request.entry.lines.length, 0),
      );
      hold("journals that do not balance", findings[0]?.broken.length, 0);
      hold("accounts that differ from their lines", findings[11]?.broken.length, 0);
      hold("accounts that differ from the independent sum", wrong, 0);
      hold("deadlocks", tally.deadlocks, 0);

      const seconds = tenth ? 3 : 10;
      const ordered = await loadFewAccounts(ground, "ordered", products, seed, seconds);
      await removeLockOrder(ground);
      const unordered = await loadFewAccounts(ground, "unordered", products, seed, seconds);
      say(`deadlocks with the lock order: ${ordered.summary}; without: ${unordered.summary}`);
      hold("deadlocks with the lock order", ordered.deadlocks, 0);
      hold("deadlocks without the lock order", unordered.deadlocks > 0, true);
      return {
        "writers × postings": `${writers} × ${each}`,
        "contended accounts": products.length,
        "kill -9 of PostgreSQL": snapshots,
        "postings whose outcome was unknown, posted again": tally.unknown,
        "of these, already committed": tally.committed,
        "acknowledged postings that are missing or duplicated": missing,
        "journals that do not balance": findings[0]?.broken.length ?? 0,
        "accounts that are wrong": wrong,
        deadlocks: tally.deadlocks,
        "postings a second, crashes included": Math.round(rate),
        "waited two seconds for a lock and posted again": tally.waitedTooLong,
        "deadlocks on a dozen accounts": ordered.summary,
        "deadlocks on a dozen accounts without the lock order": unordered.summary,
      };
    } finally {
      await ground.close();
    }
  },
};

function postingRequests(name: string, random: () => number, products: string[], count: number): PostingRequest[] {
  const upTo = (n: number) => Math.floor(random() * n);
  return Array.from({ length: count }, (_, n) => {
    const touched = new Set<string>();
    const wanted = 2 + upTo(3);
    while (touched.size < wanted) touched.add(products[upTo(products.length)] ?? "");
    const lines: Line[] = [...touched].map((issuedProductId) =>
      (random() < 0.5 ? debit : credit)("PRINCIPAL_RECEIVABLE", cents(1 + upTo(1_000_000)), {
        subjects: { issuedProductId },
      }),
    );
    const off = lines.reduce((sum, line) => sum + (line.side === "debit" ? line.amountCents : -line.amountCents), 0);
    // The balancing line goes to cash in a quarter of all cases, otherwise to another contended account.
    const last = { subjects: { issuedProductId: products[upTo(products.length)] ?? "" } };
    const side = off > 0 ? credit : debit;
    lines.push(side(random() < 0.25 ? "CASH" : "PRINCIPAL_RECEIVABLE", cents(Math.abs(off)), last));
    return {
      key: `${name}-${n}`,
      entry: entry("PROOF", book, lines),
      occurredOn: days[upTo(days.length)] as BusinessDate,
    };
  });
}

function posting({ scope }: LedgerGround, { key, occurredOn }: PostingRequest): Posting {
  return {
    key,
    occurredOn,
    source: { type: "proof", id: scope.platformId },
    subjects: { platformId: scope.platformId, businessId: scope.businessId, productType: "TERM_LOAN" },
  };
}

async function write(ground: LedgerGround, own: PostingRequest[], tally: Tally, isOver = () => false): Promise<void> {
  const { app, scope } = ground;
  for (const request of own) {
    while (!isOver() && !tally.acknowledged.has(request.key)) {
      try {
        const id = await inScope(app, scope, (tx) => post(tx, request.entry, posting(ground, request)));
        tally.acknowledged.set(request.key, id);
      } catch (error) {
        const { code = "" } = error as { code?: string };
        if (code === "40P01") tally.deadlocks++;
        else if (code === "55P03") tally.waitedTooLong++;
        // A refusal is not a crash, and a retry would be refused again.
        else if (/^(2|42)/.test(code)) throw error;
        else {
          tally.unknown++;
          await until("the database answers", async () => {
            const known = await inScope(app, scope, (tx) =>
              tx.selectFrom("journal").select("key").where("key", "=", request.key).execute(),
            );
            tally.committed += known.length;
            return true;
          });
        }
      }
    }
  }
}

const balancesOff = async ({ admin }: LedgerGround) =>
  (await checkInvariants(admin, days[0] as BusinessDate))[11]?.broken ?? [];

/** Adds up the requested postings without the database and compares the sums with the balances. */
async function accountsWrong({ admin }: LedgerGround, all: PostingRequest[]): Promise<number> {
  const sums = new Map<string, number>();
  for (const { lines } of all.map((request) => request.entry)) {
    for (const line of lines) {
      const account = line.account === "CASH" ? "cash" : (line.subjects?.issuedProductId ?? "");
      sums.set(account, (sums.get(account) ?? 0) + (line.side === "debit" ? line.amountCents : -line.amountCents));
    }
  }
  const { rows } = await admin.query<{ account: string; held: number }>(
    `select case account when 1000 then 'cash' else subject::text end as account, sum(debit_cents - credit_cents)::bigint as held
     from app.ledger_balance group by 1`,
  );
  const held = new Map(rows.map((row) => [row.account, row.held]));
  return new Set([...sums.keys(), ...held.keys()].filter((account) => sums.get(account) !== held.get(account))).size;
}

/** The same load on a dozen accounts, for some seconds. */
async function loadFewAccounts(ground: LedgerGround, name: string, products: string[], seed: number, seconds: number) {
  const tally = newTally();
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => {
      const own = postingRequests(`${name}-${writer}`, randomFrom(seed + 100 + writer), products.slice(0, 12), 2_000);
      return write(ground, own, tally, () => performance.now() > end);
    }),
  );
  return { ...tally, summary: `${tally.deadlocks} among ${tally.acknowledged.size} postings` };
}

/** Removes the order in which balances are locked. */
async function removeLockOrder({ admin }: LedgerGround): Promise<void> {
  const { rows } = await admin.query("select pg_get_functiondef('app.post'::regproc) as text");
  const ordered = "order by subject, account, book, detail";
  hold("the function contains the lock order", rows[0].text.includes(ordered), true);
  await admin.query(rows[0].text.replace(ordered, "order by random()"));
}
