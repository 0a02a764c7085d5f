import { randomUUID } from "node:crypto";
import { record } from "../apps/api/src/db/record.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import type { Person } from "../apps/api/src/http/public.ts";
import { chooseRetryDay, listArrangements, movePayment } from "../apps/api/src/servicing/arrangements.ts";
import { recordOutsidePayment } from "../apps/api/src/servicing/outside-payments.ts";
import { payNow, quotePayNow } from "../apps/api/src/servicing/pay-now.ts";
import { cancelPayoff, schedulePayoff } from "../apps/api/src/servicing/payoff.ts";
import { Refusal } from "../packages/contracts/src/errors.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { plusDays } from "./product-lives-terms.ts";
import type { PeoplesDiary } from "./simulated-years-borrowers.ts";
import { openAfter, openOnOrAfter } from "./simulated-years-expected.ts";
import type { SimulationGround } from "./simulation-ground.ts";

/** A loan whose owner and staff do at random what the rules let them do. A refused choice changes nothing. */
export type Chooser = {
  ground: SimulationGround;
  diary: PeoplesDiary;
  random: () => number;
  product: {
    platformId: string;
    businessId: string;
    productId: string;
    userId: string;
    roles: readonly ["PRIMARY_OWNER"];
  };
  /** Adds another account, whose number decides what its bank does, and returns its id. */
  addAccount(): Promise<string>;
  counts: Record<string, number>;
};

const at = (day: string): Date => new Date(`${day}T15:00:00Z`);

/** Lets the people of a loan act every few days. */
export function choose(chooser: Chooser, from: string, endsOn: string): void {
  const { diary, random, counts } = chooser;
  const next = (day: string): void => {
    const on = openOnOrAfter(plusDays(day, 3 + Math.floor(random() * 14)));
    if (on >= endsOn) return;
    const act = async () => {
      const [name, work] = choices[Math.floor(random() * choices.length)] as (typeof choices)[number];
      const outcome = await work(chooser, on).then(
        () => "done",
        (error: unknown) => {
          if (error instanceof Refusal) return "refused";
          throw error;
        },
      );
      const what = `${name}, ${outcome}`;
      counts[what] = (counts[what] ?? 0) + 1;
      next(on);
    };
    diary.add({ at: at(on), act });
  };
  next(from);
}

const within = <T>({ ground, product }: Chooser, work: (tx: Tx, person: Person) => Promise<T>): Promise<T> =>
  inScope(ground.app.pool, product, (tx) => work(tx, product as unknown as Person));

type Choice = (chooser: Chooser, today: string) => Promise<unknown>;
const choices: readonly [string, Choice][] = [
  [
    "pay now",
    (chooser) =>
      within(chooser, async (tx, person) => {
        const { productId } = chooser.product;
        await payNow(tx, person, productId, await quotePayNow(tx, person, productId), randomUUID());
      }),
  ],
  [
    "payoff",
    (chooser, today) =>
      within(chooser, (tx, person) => {
        const on = businessDate(openAfter(today, 1 + Math.floor(chooser.random() * 10)));
        return schedulePayoff(tx, person, chooser.product.productId, on, randomUUID());
      }),
  ],
  [
    "payoff cancelled",
    (chooser) => within(chooser, (tx, person) => cancelPayoff(tx, person, chooser.product.productId, randomUUID())),
  ],
  ["arrangement", arrange],
  ["other account", chooseAccount],
  ["wire", wire],
];

/** Moves a coming payment, or chooses the day of the next try of a failed one, as far as the product offers it. */
async function arrange(chooser: Chooser): Promise<void> {
  const { random, product } = chooser;
  await within(chooser, async (tx, person) => {
    const items = await listArrangements(tx, person, product.productId);
    const offered = items.flatMap(({ obligationId, part, periodId, moveDays, retryDays }) => [
      ...moveDays.map(({ day }) => ({ choice: { obligationId, day }, work: movePayment })),
      ...retryDays.map(({ day }) => ({
        choice: { obligationId, part: part ?? undefined, periodId: periodId ?? undefined, day },
        work: chooseRetryDay,
      })),
    ]);
    const chosen = offered[Math.floor(random() * offered.length)];
    if (!chosen) throw new Refusal("PAY_NOW_NO_ACCOUNT");
    await chosen.work(tx, person, product.productId, chosen.choice, randomUUID());
  });
}

/** The owner has chosen another account, whose hold is over. */
async function chooseAccount(chooser: Chooser): Promise<void> {
  const { ground, product } = chooser;
  const { platformId, businessId, userId } = product;
  const chosen = await chooser.addAccount();
  const { rows } = await ground.admin.query<{ id: string }>(
    "select id from app.bank_account where business_id = $1 and 'SERVICING' = any(roles)",
    [businessId],
  );
  const before = rows[0]?.id;
  const accountChangeId = randomUUID();
  await ground.admin.query("update app.bank_account set roles = '{}' where business_id = $1", [businessId]);
  await ground.admin.query("update app.bank_account set roles = '{SERVICING,DISBURSEMENT}' where id = $1", [chosen]);
  await ground.admin.query(
    `insert into app.account_change (id, platform_id, business_id, actor_kind, made_at)
     select $1, $2, $3, 'USER', now_at from simulation.clock`,
    [accountChangeId, platformId, businessId],
  );
  await ground.admin.query(
    `insert into app.account_change_item (account_change_id, bank_account_id, platform_id, business_id, what, servicing_before)
     values ($1, $2, $3, $4, '{CHOSEN_FOR_DEBITS}', $5)`,
    [accountChangeId, chosen, platformId, businessId, before],
  );
  await within(chooser, (tx) =>
    record(tx, {
      platformId,
      businessId,
      kind: "account_change.made",
      body: { accountChangeId },
      action: "account-change.make",
      object: { kind: "account change", id: accountChangeId },
      actor: { kind: "USER", id: userId },
      requestId: null,
    }),
  );
}

/** Our account of the book of these loans at the sandbox's bank. */
const internalAccount = "0d000000-0000-4000-8000-000000000002";

/** A wire arrives for an open loan, and staff name it on the next banking day. What it pays too much is refunded. */
async function wire(chooser: Chooser, today: string): Promise<void> {
  const { ground, diary, product } = chooser;
  const { platformId, businessId, productId } = product;
  const owed = await ground.admin.query<{ cents: string }>(
    `select sum(o.owed_principal_cents - o.paid_principal_cents - o.waived_principal_cents)::text as cents from app.obligation o
     join app.issued_product p on p.id = o.issued_product_id
     where p.id = $1 and p.loan_status in ('CURRENT', 'LATE', 'DEFAULTED') and o.cancelled_at is null`,
    [productId],
  );
  const amountCents = Math.floor((Number(owed.rows[0]?.cents ?? 0) * (1 + chooser.random() * 5)) / 2_000) * 100;
  if (amountCents < 10_000) throw new Refusal("NOT_FOUND", { context: { object: "open loan" } });
  const response = await fetch(`${ground.sandboxUrl}/modern-treasury/bank_lines`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      internal_account_id: internalAccount,
      direction: "credit",
      amount: amountCents,
      description: `INCOMING WIRE ${businessId}`,
      world: businessId,
    }),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  const { id: vendorLineId } = (await response.json()) as { id: string };
  const payload = {
    issuedProductId: productId,
    vendorLineId,
    amountCents,
    receivedOn: today,
    kind: "LUMP_SUM" as const,
  };
  const act = () =>
    within(chooser, (tx) =>
      recordOutsidePayment.perform(tx, {
        platformId,
        businessId,
        subjectId: vendorLineId,
        payload,
        memberId: randomUUID(),
        requestId: "simulation",
      } as never),
    );
  diary.add({ at: at(openAfter(today, 1)), act });
}
