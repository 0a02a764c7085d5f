import { randomUUID } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import type { Person } from "../apps/api/src/http/public.ts";
import { isLockConflict } from "../apps/api/src/http/refusals.ts";
import { createDraw } from "../apps/api/src/servicing/draws/create-draw.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

/** How many draws are requested at once, each on a connection of its own. */
const atOnce = 50;
/** Fifty requests wait for one row, and a busy machine takes longer for them than a request may wait. */
const patience = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
  .map((name) => `-c ${name}=300s`)
  .join(" ");
const noBalance = ["ISSUED_PRODUCT_NO_AVAILABLE_BALANCE_EXCEPTION", "NO_AVAILABLE_BALANCE", "OVER_AVAILABLE_BALANCE"];

export const proof: Proof = {
  claim:
    "Fifty draws are requested at once on a line whose limit is enough for some of them. Exactly as many are accepted as the limit pays for, to the last cent of it; every other one is refused because the limit is used, and nothing is reserved beyond the limit.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const rounds = tenth ? 5 : 100;
    const world = await createWorld("limit-races");
    const { DATABASE_URL: url, AUDIT_KEY: auditKey } = world.app.config;
    const pool = createPool(`${url}?options=${encodeURIComponent(patience)}`, {
      max: atOnce,
      name: "limit-races",
      auditKey,
    });
    try {
      let accepted = 0;
      let refused = 0;
      for (let round = 0; round < rounds; round++) {
        const fits = 1 + Math.floor(random() * (atOnce - 1));
        const amountCents = 100 * (1 + Math.floor(random() * 10_000));
        const limitCents = fits * amountCents;
        const line = await aLine(world, limitCents);
        const answers = await Promise.all(Array.from({ length: atOnce }, () => requested(pool, line, amountCents)));
        const drawn = answers.filter((answer) => answer === "done").length;
        const others = answers.filter((answer) => answer !== "done" && !noBalance.includes(answer));
        hold("answers for another reason than the limit", others.join(), "");
        hold("draws that were accepted", drawn, fits);
        const [kept] = await rowsOf<{ reserved: number; sum: number; payouts: number }>(
          world,
          `select p.reserved_cents::int as reserved,
             (select coalesce(sum(amount_cents), 0) from app.limit_reservation r where r.issued_product_id = p.id and state = 'WAITING')::int as sum,
             (select count(*) from app.payment_order o where o.issued_product_id = p.id)::int as payouts
           from app.issued_product p where p.id = $1`,
          line.issuedProductId,
        );
        hold("what the line says is reserved", kept?.reserved, limitCents);
        hold("the reservations", kept?.sum, limitCents);
        hold("the payouts", kept?.payouts, fits);
        accepted += drawn;
        refused += atOnce - drawn;
        if ((round + 1) % 10 === 0) say(`${round + 1} of ${rounds} lines`);
      }
      return {
        "lines, each with fifty draws at once": rounds,
        "draws accepted": accepted,
        "draws refused because the limit was used": refused,
        "deadlocks that were repeated": deadlocks,
        "cents over a limit, or left of it": 0,
      };
    } finally {
      await pool.end();
      await world.close();
    }
  },
};

type Line = { platformId: string; businessId: string; userId: string; issuedProductId: string };

const rowsOf = async <T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T[]> =>
  (await admin.query<T>(text, values)).rows;

const lineTerms = {
  productType: "LOC_TERM_LOAN",
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 0,
};

/** An open line of a business with an account that may be paid. */
async function aLine(world: World, limitCents: number): Promise<Line> {
  const { platformId } = world;
  const [businessId, userId, issuedProductId] = [randomUUID(), randomUUID(), randomUUID()];
  const insert = (text: string, ...values: unknown[]) => rowsOf(world, text, platformId, businessId, ...values);
  await insert(
    "insert into app.business (id, platform_id, platform_business_id, name) values ($2::uuid, $1, $2::text, 'Harbor Bakery')",
  );
  await insert(
    "insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, '2026-01-20T15:00:00Z')",
  );
  await insert(
    "insert into app.business_user (id, platform_id, business_id, platform_user_id) values ($3::uuid, $1, $2, $3::text)",
    userId,
  );
  await insert(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on, roles)
     values (gen_random_uuid(), $1, $2, 'Checking', '6789', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '2026-01-02',
       '{SERVICING,DISBURSEMENT}')`,
  );
  await insert(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, loan_status, product_state, funded_on, matures_on,
       limit_cents)
     values ($3, $1, $2, 'LOC_TERM_LOAN', 'EQUITY', $4, 'CURRENT', 'ACTIVE', '2026-01-15', '2027-01-10', $5)`,
    ...[issuedProductId, JSON.stringify({ ...lineTerms, approvedLimitCents: limitCents }), limitCents],
  );
  return { platformId, businessId, userId, issuedProductId };
}

let deadlocks = 0;

/** A draw of the line's person. A transaction that the database has ended because of a deadlock is repeated, as the server does. */
async function requested(
  pool: ReturnType<typeof createPool>,
  line: Line,
  amountCents: number,
): Promise<"done" | string> {
  const { platformId, businessId, issuedProductId } = line;
  for (;;)
    try {
      await inScope(pool, { platformId, businessId }, (tx) =>
        createDraw(tx, line as unknown as Person, issuedProductId, { amountCents, purpose: null }, randomUUID()),
      );
      return "done";
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      if (!isLockConflict(error)) throw error;
      deadlocks++;
    }
}
