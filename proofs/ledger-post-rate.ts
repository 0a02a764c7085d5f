import { randomUUID } from "node:crypto";
import { inScope } from "../apps/api/src/db/scope.ts";
import { type Posting, post, postAlone } from "../apps/api/src/ledger/public.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { credit, debit, entry } from "../packages/lending/src/ledger/entry.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { type LedgerGround, ledgerGround } from "./ledger-ground.ts";
import { hold, type Proof } from "./proof.ts";

const lanes = 5;
/** At full size, and at a tenth, where a round is short and other processes may run beside it. */
const wanted = { full: { transaction: 0.6, alone: 0.7 }, tenth: { transaction: 0.5, alone: 0.6 } };

/**
 * The least work that gives the same balances: a journal with a unique key, its lines, and the balances, without a guard. Cash is kept in
 * 16 rows as in the ledger, because postings would otherwise wait for one row.
 */
const plainTables = `
  create schema plain;
  create table plain.journal (id uuid primary key, key text not null unique, occurred_on date not null, event text not null,
    book text not null, posted_at timestamptz not null default now());
  create table plain.line (journal_id uuid not null references plain.journal, position smallint not null, account smallint not null,
    subject uuid not null, debit bigint not null, credit bigint not null, primary key (journal_id, position));
  create table plain.balance (book text, account smallint, subject uuid, bucket smallint, debit bigint not null, credit bigint not null,
    primary key (book, account, subject, bucket)) with (fillfactor = 70);
  create function plain.post(p_key text, p_on date, p_event text, p_book text, p_account smallint[], p_subject uuid[], p_debit bigint[],
    p_credit bigint[]) returns uuid language plpgsql as $$
  declare
    id uuid := uuidv7();
    a_bucket smallint := floor(random() * 16);
  begin
    insert into plain.journal (id, key, occurred_on, event, book) values (id, p_key, p_on, p_event, p_book);
    insert into plain.line select id, x.n, x.account, x.subject, x.debit, x.credit
    from unnest(p_account, p_subject, p_debit, p_credit) with ordinality as x (account, subject, debit, credit, n);
    insert into plain.balance as b
    select p_book, x.account, x.subject, case x.account when 1000 then a_bucket else 0 end, sum(x.debit), sum(x.credit)
    from unnest(p_account, p_subject, p_debit, p_credit) as x (account, subject, debit, credit)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (book, account, subject, bucket) do update set debit = b.debit + excluded.debit, credit = b.credit + excluded.credit;
    return id;
  end $$;
  grant usage on schema plain to inlay_app;
  grant select, insert, update on all tables in schema plain to inlay_app;`;

export const proof: Proof = {
  claim:
    "A payment applied to a loan (three lines) is posted by the server's own functions and, alternately, by a plain posting: one function that writes a journal with a unique key, its lines and its balances without any guard. Both run on five connections with synchronous commit, once inside a transaction that sets the tenant and once as a single statement. A ratio compares the two in the same form; the figures are medians of the rounds.",
  run: async ({ tenth, say }) => {
    // Many short rounds: what else the machine does then falls on both sides of a ratio.
    const rounds = tenth ? 9 : 15;
    const seconds = tenth ? 0.4 : 2;
    const ground = await ledgerGround("ledger-post-rate", lanes);
    try {
      await ground.admin.query(plainTables);
      const products = Array.from({ length: 1_000 }, () => randomUUID());
      let index = 0;
      const next = () => products[index++ % products.length] ?? "";
      const forms = {
        "ours, transaction": () =>
          inScope(ground.app, ground.scope, (tx) => post(tx, payment, postingOf(ground, next()))),
        "plain, transaction": () => plainInTransaction(ground, next()),
        "ours, alone": () => postAlone(ground.app, ground.scope, payment, postingOf(ground, next())),
        "plain, alone": () => ground.app.query(plainPosting(next())),
      };
      const names = Object.keys(forms) as (keyof typeof forms)[];
      for (const name of names) await rateOf(forms[name], 1);
      const rates = new Map(names.map((name) => [name, [] as number[]]));
      for (let round = 0; round < rounds; round++) {
        // The order changes from round to round, so that no form always runs after the same other one.
        for (const name of round % 2 === 0 ? names : [...names].reverse())
          rates.get(name)?.push(await rateOf(forms[name], seconds));
        say(
          `round ${round + 1}: ${names.map((name) => `${name} ${Math.round(rates.get(name)?.at(-1) ?? 0)}/s`).join(", ")}`,
        );
      }
      const ratioOf = (over: keyof typeof forms, under: keyof typeof forms) => {
        const ratios = (rates.get(over) ?? []).map((rate, round) => rate / (rates.get(under)?.[round] ?? 0));
        return {
          median: median(ratios),
          text: `${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}]`,
        };
      };
      const inTransaction = ratioOf("ours, transaction", "plain, transaction");
      const alone = ratioOf("ours, alone", "plain, alone");
      const least = wanted[tenth ? "tenth" : "full"];
      hold(
        `in a transaction at least ${least.transaction} (${inTransaction.text})`,
        inTransaction.median >= least.transaction,
        true,
      );
      hold(`alone at least ${least.alone} (${alone.text})`, alone.median >= least.alone, true);
      return {
        ...Object.fromEntries(
          names.map((name) => [`postings a second, ${name}`, Math.round(median(rates.get(name) ?? []))]),
        ),
        [`ratio in a transaction, median of ${rounds}`]: inTransaction.text,
        [`ratio alone, median of ${rounds}`]: alone.text,
        "ours in a transaction against plain alone": ratioOf("ours, transaction", "plain, alone").text,
      };
    } finally {
      await ground.close();
    }
  },
};

async function rateOf(one: () => Promise<unknown>, seconds: number): Promise<number> {
  const began = performance.now();
  const over = began + seconds * 1000;
  let count = 0;
  const lane = async () => {
    for (; performance.now() < over; count++) await one();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (count / (performance.now() - began)) * 1000;
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const payment = entry("PAYMENT_APPLIED", "CONCAR_SPV_1", [
  debit("CASH", cents(458_400)),
  credit("INTEREST_RECEIVABLE", cents(75_000)),
  credit("PRINCIPAL_RECEIVABLE", cents(383_400)),
]);

const postingOf = ({ scope }: LedgerGround, issuedProductId: string): Posting => ({
  key: randomUUID(),
  occurredOn: businessDate("2026-11-16"),
  source: { type: "proof", id: issuedProductId },
  subjects: { platformId: scope.platformId, businessId: scope.businessId, issuedProductId, productType: "TERM_LOAN" },
});

const nil = "00000000-0000-0000-0000-000000000000";
const plainPosting = (product: string) => ({
  name: "plain",
  text: "select plain.post($1, $2, $3, $4, $5, $6, $7, $8)",
  values: [
    ...[randomUUID(), "2026-11-16", "PAYMENT_APPLIED", "CONCAR_SPV_1"],
    ...[
      [1000, 1110, 1100],
      [nil, product, product],
      [458_400, 0, 0],
      [0, 75_000, 383_400],
    ],
  ],
});

async function plainInTransaction({ app, scope }: LedgerGround, product: string): Promise<void> {
  const client = await app.connect();
  try {
    await client.query(
      `begin; select set_config('inlay.platform', '${scope.platformId}', true), set_config('inlay.business', '${scope.businessId}', true)`,
    );
    await client.query(plainPosting(product));
    await client.query("commit");
  } finally {
    client.release();
  }
}
