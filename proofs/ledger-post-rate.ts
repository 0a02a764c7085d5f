import { randomUUID } from "node:crypto";
import { inScope } from "../apps/api/src/db/scope.ts";
import { post } from "../apps/api/src/ledger/public.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { credit, debit, entry } from "../packages/lending/src/ledger/entry.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { type LedgerGround, ledgerGround } from "./ledger-ground.ts";
import { hold, type Proof } from "./proof.ts";

const wanted = 0.8;
const lanes = 8;

export const proof: Proof = {
  claim:
    "A payment applied to a loan (three lines) is posted through the project's own layer: tenant transaction, entry checked and built, statement. It is compared with the same statement in the same transaction, with prepared text, run by bare `pg`. The two run alternately in one run on eight connections. The ratio is the median of five.",
  run: async ({ tenth, say }) => {
    const rounds = tenth ? 1 : 5;
    const seconds = tenth ? 1 : 4;
    const ground = await ledgerGround("ledger-post-rate", lanes);
    try {
      const products = Array.from({ length: 1_000 }, () => randomUUID());
      let index = 0;
      const next = () => products[index++ % products.length] ?? "";
      const measure = async (one: () => Promise<unknown>) => {
        const began = performance.now();
        const over = began + seconds * 1000;
        let count = 0;
        const lane = async () => {
          for (; performance.now() < over; count++) await one();
        };
        await Promise.all(Array.from({ length: lanes }, lane));
        return (count / (performance.now() - began)) * 1000;
      };
      const mine = () => ours(ground, next());
      const plain = await bare(ground, next);
      await measure(mine);
      await measure(plain);
      const rates = { ours: [] as number[], bare: [] as number[] };
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const first = await measure(round % 2 === 0 ? mine : plain);
        const second = await measure(round % 2 === 0 ? plain : mine);
        const [a, b] = round % 2 === 0 ? [first, second] : [second, first];
        rates.ours.push(a);
        rates.bare.push(b);
        ratios.push(a / b);
        say(`round ${round + 1}: ours ${Math.round(a)}/s, bare ${Math.round(b)}/s, ratio ${(a / b).toFixed(2)}`);
      }
      const ratio = median(ratios);
      // A tenth-size run is too short to judge.
      if (!tenth) hold(`posting reaches ${wanted} (${ratio.toFixed(3)})`, ratio >= wanted, true);
      return {
        "postings a second, ours": Math.round(median(rates.ours)),
        "postings a second, bare": Math.round(median(rates.bare)),
        [`ratio, median of ${rounds}`]: `${ratio.toFixed(2)} [${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}]`,
      };
    } finally {
      await ground.close();
    }
  },
};

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const ours = ({ app, scope: { platformId, businessId } }: LedgerGround, issuedProductId: string) =>
  inScope(app, { platformId, businessId }, (tx) =>
    post(
      tx,
      entry("PAYMENT_APPLIED", "CONCAR_SPV_1", [
        debit("CASH", cents(458_400)),
        credit("INTEREST_RECEIVABLE", cents(75_000)),
        credit("PRINCIPAL_RECEIVABLE", cents(383_400)),
      ]),
      {
        key: randomUUID(),
        occurredOn: businessDate("2026-11-16"),
        source: { type: "proof", id: issuedProductId },
        subjects: { platformId, businessId, issuedProductId, productType: "TERM_LOAN" },
      },
    ),
  );

/** Records the statements of one posting by our layer, and replays them with another key and product. */
async function bare(ground: LedgerGround, next: () => string): Promise<() => Promise<unknown>> {
  type Statement = string | { name: string; text: string; values: string[] };
  const recorded: Statement[] = [];
  const client = await ground.app.connect();
  const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
  const recorder = Object.assign(Object.create(client), {
    query: (statement: Statement) => {
      recorded.push(statement);
      return query(statement);
    },
    release: () => {},
  });
  const product = next();
  await ours({ ...ground, app: { connect: async () => recorder } as unknown as LedgerGround["app"] }, product);
  client.release();
  const [begin, call, commit] = recorded;
  if (typeof begin !== "string" || typeof call !== "object" || typeof commit !== "string" || recorded.length !== 3)
    throw new Error("posting is no longer one statement in one transaction");
  const { name, text, values } = call;
  const [before = "", after = ""] = (values[0] ?? "").split(JSON.parse(values[0] ?? "[]")[0].key);
  return async () => {
    const own = await ground.app.connect();
    try {
      const id = next();
      await own.query(begin);
      await own.query({ name, text, values: [before + randomUUID() + after.replaceAll(product, id)] });
      await own.query(commit);
    } finally {
      own.release();
    }
  };
}
