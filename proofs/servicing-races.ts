import { randomUUID } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import type { Person } from "../apps/api/src/http/public.ts";
import { isLockConflict } from "../apps/api/src/http/refusals.ts";
import { followChosenAccount } from "../apps/api/src/payments/follow-account-roles.ts";
import { advanceOrder, lockDebitsOf, retryOrder } from "../apps/api/src/payments/public.ts";
import { loanTerms } from "../apps/api/src/products/products.fixture.ts";
import { movePayment } from "../apps/api/src/servicing/arrangements.ts";
import { payFromAccount } from "../apps/api/src/servicing/pay-from-account.ts";
import { cancelPayoff, schedulePayoff } from "../apps/api/src/servicing/payoff.ts";
import { serviceProduct } from "../apps/api/src/servicing/service-product.ts";
import { splitPayment } from "../apps/api/src/servicing/split-payment.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

/** The two sides of a race start at most this far apart. */
const apartMs = 25;

export const proof: Proof = {
  claim:
    "An owner schedules the payoff of a loan while a debit of it is claimed, while its next debit is ordered, and while the payoff is scheduled a second time; and cancels it while its debit is claimed. A coming payment is moved to another day while its debit is claimed, an overdue one is split or paid from another account while its retry is claimed, and another account is chosen for debits. Of the two exactly one happens: no loan has a payoff and another debit that can be sent, no payment is moved, split or paid at once whose debit is sent, and every debit is sent with the account whose authorization its claim has found.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const rounds = tenth ? 20 : 500;
    const world = await createWorld("servicing-races");
    try {
      const claimed = await repeat(rounds, () => raceClaim(world, random));
      say(`${rounds} payoffs against the claim of a debit`);
      const ordered = await repeat(rounds, () => raceOrder(world, random));
      say(`${rounds} payoffs against the order of a debit`);
      await repeat(rounds, () => raceTwice(world, random));
      say(`${rounds} payoffs scheduled twice`);
      const withdrawn = await repeat(rounds, () => raceCancel(world, random));
      const moved = await repeat(rounds, () => raceMove(world, random));
      say(`${rounds} moved payments against the claim of their debit`);
      const split = await repeat(rounds, () => raceSplit(world, random));
      say(`${rounds} split payments against the claim of their retry`);
      const elsewhere = await repeat(rounds, () => raceOtherAccount(world, random));
      say(`${rounds} payments from another account against the claim of their retry`);
      const changed = await repeat(tenth ? rounds : 200, () => raceAccount(world, random));
      const figures = {
        "debit claimed first, payoff refused": claimed.other,
        "payoff first, debit withdrawn": claimed.payoff,
        "debit ordered first, then withdrawn": ordered.other,
        "payoff first, debit not ordered": ordered.payoff,
        "payoff claimed first, cancellation refused": withdrawn.payoff,
        "cancelled first, schedule ordered again": withdrawn.other,
        "payment moved first, its debit withdrawn": moved.payoff,
        "debit claimed first, move refused": moved.other,
        "payment split first, its retry withdrawn": split.payoff,
        "retry claimed first, split refused": split.other,
        "paid from another account first, retry withdrawn": elsewhere.payoff,
        "retry claimed first, payment from another account refused": elsewhere.other,
        "account changed first, debit claimed with the new one": changed.payoff,
        "debit claimed first, sent with the old account": changed.other,
      };
      for (const [what, times] of Object.entries(figures))
        if (times === 0) throw new Error(`no race ended so: ${what}`);
      return {
        ...figures,
        "scheduled twice, one payoff": rounds,
        "deadlocks that were repeated": deadlocks,
        "both or neither": 0,
      };
    } finally {
      await world.close();
    }
  },
};

/** The owner's wish, or what happened to the debit meanwhile. */
type Winner = "payoff" | "other";

async function repeat(rounds: number, play: () => Promise<Winner>): Promise<Record<Winner, number>> {
  const won = { payoff: 0, other: 0 };
  for (let round = 0; round < rounds; round++) won[await play()]++;
  return won;
}

type Loan = { platformId: string; businessId: string; userId: string; accountId: string; issuedProductId: string };

const rowsOf = async <T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T[]> =>
  (await admin.query<T>(text, values)).rows;

/** A current loan that owes a fee on January 28 and its only installment on February 17, at a time of its own clock. */
async function aLoan(world: World, now: string): Promise<Loan> {
  const { platformId } = world;
  const [businessId, userId, issuedProductId] = [randomUUID(), randomUUID(), randomUUID()];
  const insert = (text: string, ...values: unknown[]) => rowsOf(world, text, platformId, businessId, ...values);
  await insert(
    "insert into app.business (id, platform_id, platform_business_id, name) values ($2::uuid, $1, $2::text, 'Harbor Bakery')",
  );
  await insert("insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3)", now);
  await insert(
    "insert into app.business_user (id, platform_id, business_id, platform_user_id) values ($3::uuid, $1, $2, $3::text)",
    userId,
  );
  const accountId = await anAccount(world, { platformId, businessId }, "{SERVICING}");
  await insert(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, loan_status, product_state, funded_on)
     values ($3, $1, $2, 'TERM_LOAN', 'EQUITY', $4, '{}', 'CURRENT', 'ACTIVE', '2026-01-15')`,
    ...[issuedProductId, JSON.stringify(loanTerms)],
  );
  await insert(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, original_due_on, fee_type, owed_principal_cents,
       owed_interest_cents, owed_fee_cents)
     values ($1, $2, $3, 1, '2026-02-17', '2026-02-17', null, 5000000, 75000, 0),
       ($1, $2, $3, 2, '2026-01-28', '2026-01-28', 'INSUFFICIENT_FUNDS', 0, 0, 2500)`,
    issuedProductId,
  );
  await insert(
    "insert into app.product_servicing (platform_id, business_id, issued_product_id) values ($1, $2, $3)",
    issuedProductId,
  );
  return { platformId, businessId, userId, accountId, issuedProductId };
}

/** A verified account that may be debited. */
async function anAccount(
  world: World,
  { platformId, businessId }: Pick<Loan, "platformId" | "businessId">,
  roles: string,
): Promise<string> {
  const id = randomUUID();
  await rowsOf(
    world,
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on, roles)
     values ($1, $2, $3, 'Checking', '6789', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '2026-01-02', $4)`,
    ...[id, platformId, businessId, roles],
  );
  await rowsOf(
    world,
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($2, $3, $1, 'x', '1')",
    ...[id, platformId, businessId],
  );
  return id;
}

let deadlocks = 0;

/** A transaction of the loan's business. One that the database has ended because of a deadlock is repeated, as the server does. */
async function within(
  { app }: World,
  { platformId, businessId }: Loan,
  work: (tx: Tx) => Promise<void>,
): Promise<"done" | string> {
  for (;;)
    try {
      await inScope(app.pool, { platformId, businessId }, work);
      return "done";
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      if (!isLockConflict(error)) throw error;
      deadlocks++;
    }
}

const passTo = (world: World, { businessId }: Loan, now: string) =>
  rowsOf(world, "update app.business_clock set now_at = $2 where business_id = $1", businessId, now);
const service = (world: World, loan: Loan, now: string) =>
  within(world, loan, (tx) => serviceProduct(tx, loan.issuedProductId, new Date(now)));
const schedule = (world: World, loan: Loan, on: string) =>
  within(world, loan, (tx) =>
    schedulePayoff(tx, loan as unknown as Person, loan.issuedProductId, businessDate(on), randomUUID()),
  );
const claim = (world: World, loan: Loan, id: string, now: string) =>
  within(world, loan, async (tx) => advanceOrder.act(tx, { ...loan, id, dueAt: new Date(now) }, new Date(now)));

/** Starts both sides at nearly the same time. */
async function together<A, B>(random: () => number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const lead = (random() * 2 - 1) * apartMs;
  const after = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    if (ms > 0) await sleep(ms);
    return work();
  };
  return Promise.all([after(lead, one), after(-lead, other)]);
}

type Debit = { id: string; purpose: string; status: string; claimed: boolean };
const debitsOf = (world: World, { issuedProductId }: Loan): Promise<Debit[]> =>
  rowsOf(
    world,
    "select id, purpose, status, claimed_at is not null as claimed from app.payment_order where issued_product_id = $1 order by id",
    issuedProductId,
  );
const payoffsOf = async (world: World, { issuedProductId }: Loan): Promise<string> =>
  (
    await rowsOf<{ status: string }>(
      world,
      "select status from app.payoff where issued_product_id = $1",
      issuedProductId,
    )
  )
    .map(({ status }) => status)
    .join();

/** No payoff stands beside another debit that is or can be sent. */
function holdOneOfBoth(debits: readonly Debit[]): void {
  const standing = debits.filter(({ status }) => status === "SCHEDULED");
  const isBoth = standing.some(({ purpose }) => purpose === "PAYOFF") && standing.length > 1;
  hold("a payoff beside another debit", isBoth, false);
}

async function raceClaim(world: World, random: () => number): Promise<Winner> {
  const loan = await aLoan(world, "2026-01-21T15:00:00Z");
  hold("the fee is ordered", await service(world, loan, "2026-01-21T15:00:00Z"), "done");
  const [fee] = await debitsOf(world, loan);
  const now = "2026-01-27T22:46:00Z";
  await passTo(world, loan, now);
  const [answer, moved] = await together(
    random,
    () => schedule(world, loan, "2026-01-30"),
    () => claim(world, loan, fee?.id ?? "", now),
  );
  hold("the claim of the debit", moved, "done");
  const debits = await debitsOf(world, loan);
  holdOneOfBoth(debits);
  const isClaimed = debits[0]?.claimed === true;
  hold("the answer about the payoff", answer, isClaimed ? "PAYOFF_PAYMENT_PENDING" : "done");
  hold("the payoff", await payoffsOf(world, loan), isClaimed ? "" : "SCHEDULED");
  hold("the debit", debits[0]?.status, isClaimed ? "SCHEDULED" : "CANCELLED");
  return isClaimed ? "other" : "payoff";
}

async function raceOrder(world: World, random: () => number): Promise<Winner> {
  const now = "2026-02-09T15:00:00Z";
  const loan = await aLoan(world, now);
  const [answer] = await together(
    random,
    () => schedule(world, loan, "2026-02-11"),
    () => service(world, loan, now),
  );
  hold("the answer about the payoff", answer, "done");
  const debits = await debitsOf(world, loan);
  holdOneOfBoth(debits);
  hold("the payoff", await payoffsOf(world, loan), "SCHEDULED");
  return debits.length > 1 ? "other" : "payoff";
}

async function raceTwice(world: World, random: () => number): Promise<Winner> {
  const loan = await aLoan(world, "2026-02-09T15:00:00Z");
  const answers = await together(
    random,
    () => schedule(world, loan, "2026-02-11"),
    () => schedule(world, loan, "2026-02-12"),
  );
  hold("the answers to both", answers.toSorted().join(), "PAYOFF_ALREADY_SCHEDULED,done");
  hold("the payoffs", await payoffsOf(world, loan), "SCHEDULED");
  holdOneOfBoth(await debitsOf(world, loan));
  return "payoff";
}

async function raceCancel(world: World, random: () => number): Promise<Winner> {
  const loan = await aLoan(world, "2026-02-10T15:00:00Z");
  hold("the payoff is scheduled", await schedule(world, loan, "2026-02-11"), "done");
  const [payoff] = await debitsOf(world, loan);
  const now = "2026-02-10T22:46:00Z";
  await passTo(world, loan, now);
  const [answer] = await together(
    random,
    () => within(world, loan, (tx) => cancelPayoff(tx, loan as unknown as Person, loan.issuedProductId, randomUUID())),
    () => claim(world, loan, payoff?.id ?? "", now),
  );
  const debits = await debitsOf(world, loan);
  holdOneOfBoth(debits);
  const isClaimed = debits[0]?.claimed === true;
  hold("the answer to the cancellation", answer, isClaimed ? "PAYOFF_NOT_CANCELLABLE" : "done");
  hold("the payoff", await payoffsOf(world, loan), isClaimed ? "SCHEDULED" : "CANCELLED");
  // The fee and the installment are ordered again.
  hold("the debits of the schedule", debits.filter(({ purpose }) => purpose !== "PAYOFF").length, isClaimed ? 0 : 2);
  return isClaimed ? "payoff" : "other";
}

async function raceMove(world: World, random: () => number): Promise<Winner> {
  const loan = await aLoan(world, "2026-02-10T15:00:00Z");
  hold("the installment is ordered", await service(world, loan, "2026-02-10T15:00:00Z"), "done");
  const item = (await debitsOf(world, loan)).find(({ purpose }) => purpose === "REPAYMENT");
  const now = "2026-02-13T22:46:00Z";
  await passTo(world, loan, now);
  const [row] = await rowsOf<{ id: string }>(
    world,
    "select id from app.obligation where issued_product_id = $1 and number = 1",
    loan.issuedProductId,
  );
  const choice = { obligationId: row?.id ?? "", day: "2026-02-20" };
  const [answer] = await together(
    random,
    () => within(world, loan, (tx) => movePayment(tx, loan as unknown as Person, loan.issuedProductId, choice, "race")),
    () => claim(world, loan, item?.id ?? "", now),
  );
  const debits = (await debitsOf(world, loan)).filter(({ purpose }) => purpose === "REPAYMENT");
  const isClaimed = debits[0]?.claimed === true;
  hold("the answer to the move", answer, isClaimed ? "PAY_NOW_PAYMENT_PENDING" : "done");
  hold("the debit", debits.map(({ status }) => status).join(), isClaimed ? "SCHEDULED" : "CANCELLED,SCHEDULED");
  return isClaimed ? "other" : "payoff";
}

type Overdue = { loan: Loan; obligationId: string; retryId: string };
const retryIsSent = "2026-02-20T22:46:00Z";

/** The installment's debit of February 17 was returned, and its retry of the 23rd waits to be claimed. */
async function anOverdueLoan(world: World): Promise<Overdue> {
  const loan = await aLoan(world, "2026-02-10T15:00:00Z");
  hold("the installment is ordered", await service(world, loan, "2026-02-10T15:00:00Z"), "done");
  const [failed] = await rowsOf<{ id: string }>(
    world,
    `update app.payment_order set status = 'FAILED_PAYMENT', failure_reason = 'insufficient_funds', return_code = 'R01', first_settled_on = effective_on,
       claimed_at = '2026-02-13T22:46:00Z', next_action_at = null
     where issued_product_id = $1 and purpose = 'REPAYMENT' returning id`,
    loan.issuedProductId,
  );
  await rowsOf(
    world,
    "delete from app.obligation where issued_product_id = $1 and fee_type is not null",
    loan.issuedProductId,
  );
  await passTo(world, loan, "2026-02-19T15:00:00Z");
  const retried = await within(world, loan, async (tx) => {
    const order = (await lockDebitsOf(tx, loan.issuedProductId)).find(({ id }) => id === failed?.id);
    if (!order) throw new Error("the debit that was returned is one of the loan");
    await retryOrder(tx, order, businessDate("2026-02-23"), { kind: "SYSTEM", id: null }, null);
  });
  hold("the retry is ordered", retried, "done");
  await passTo(world, loan, retryIsSent);
  const retry = (await debitsOf(world, loan)).findLast(({ purpose }) => purpose === "REPAYMENT");
  const [row] = await rowsOf<{ id: string }>(
    world,
    "select id from app.obligation where issued_product_id = $1 and number = 1",
    loan.issuedProductId,
  );
  return { loan, obligationId: row?.id ?? "", retryId: retry?.id ?? "" };
}

const circumstances = { language: "en", address: "127.0.0.1", requestId: "race" } as const;

async function raceSplit(world: World, random: () => number): Promise<Winner> {
  const { loan, obligationId, retryId } = await anOverdueLoan(world);
  const parts = [
    { amountCents: 2_537_500, day: "2026-02-24" },
    { amountCents: 2_537_500, day: "2026-03-03" },
  ] as const;
  const owner = { ...loan, language: "en" } as unknown as Person;
  const [answer] = await together(
    random,
    () =>
      within(world, loan, (tx) =>
        splitPayment(tx, owner, loan.issuedProductId, { obligationId, parts }, circumstances),
      ),
    () => claim(world, loan, retryId, retryIsSent),
  );
  return holdRetryOr(world, loan, retryId, answer, ["SCHEDULED", "SCHEDULED"]);
}

async function raceOtherAccount(world: World, random: () => number): Promise<Winner> {
  const { loan, retryId } = await anOverdueLoan(world);
  const authorized = {
    bankAccountId: await anAccount(world, loan, "{}"),
    amountCents: 5_075_000,
    effectiveOn: "2026-02-24",
  };
  const owner = { ...loan, language: "en" } as unknown as Person;
  const [answer] = await together(
    random,
    () =>
      within(
        world,
        loan,
        async (tx) => void (await payFromAccount(tx, owner, loan.issuedProductId, authorized, circumstances)),
      ),
    () => claim(world, loan, retryId, retryIsSent),
  );
  return holdRetryOr(world, loan, retryId, answer, ["SCHEDULED"]);
}

/** Either the retry is claimed and the owner's wish refused, or the retry is withdrawn and the debits of the wish are ordered. */
async function holdRetryOr(
  world: World,
  loan: Loan,
  retryId: string,
  answer: string,
  ordered: readonly string[],
): Promise<Winner> {
  const debits = (await debitsOf(world, loan)).filter(({ purpose }) => purpose === "REPAYMENT");
  const retry = debits.find(({ id }) => id === retryId);
  const isClaimed = retry?.claimed === true;
  const later = debits.slice(debits.findIndex(({ id }) => id === retryId) + 1).map(({ status }) => status);
  hold("the answer to the wish", answer, isClaimed ? "PAY_NOW_PAYMENT_PENDING" : "done");
  hold("the retry", retry?.status, isClaimed ? "SCHEDULED" : "CANCELLED");
  hold("the debits after it", later.join(), isClaimed ? "" : ordered.join());
  return isClaimed ? "other" : "payoff";
}

/** The owner has chosen another account for debits, as the handler of that event follows it. A debit is sent with the account of its claim. */
async function raceAccount(world: World, random: () => number): Promise<Winner> {
  const loan = await aLoan(world, "2026-01-21T15:00:00Z");
  hold("the fee is ordered", await service(world, loan, "2026-01-21T15:00:00Z"), "done");
  const [fee] = await debitsOf(world, loan);
  const now = "2026-01-27T22:46:00Z";
  await passTo(world, loan, now);
  const { platformId, businessId } = loan;
  const [accountChangeId, chosen] = [randomUUID(), await anAccount(world, loan, "{}")];
  await rowsOf(
    world,
    "insert into app.account_change (id, platform_id, business_id, actor_kind, made_at) values ($1, $2, $3, 'USER', $4)",
    ...[accountChangeId, platformId, businessId, now],
  );
  await rowsOf(
    world,
    `insert into app.account_change_item (account_change_id, bank_account_id, platform_id, business_id, what, servicing_before)
     values ($1, $2, $3, $4, '{CHOSEN_FOR_DEBITS}', $5)`,
    ...[accountChangeId, chosen, platformId, businessId, loan.accountId],
  );
  await rowsOf(world, "update app.bank_account set roles = '{}' where id = $1", loan.accountId);
  await rowsOf(world, "update app.bank_account set roles = '{SERVICING}' where id = $1", chosen);
  const event = { id: randomUUID(), stream: businessId, platformId, businessId, body: { accountChangeId } };
  const follow = await followChosenAccount(world.app, { ...event, kind: "account_change.made" } as never);
  const [followed, claimed] = await together(
    random,
    () => within(world, loan, follow),
    () => claim(world, loan, fee?.id ?? "", now),
  );
  hold("the change and the claim", [followed, claimed].join(), "done,done");
  const [debit] = await rowsOf<{ account: string; authorized: string | null; moved: number }>(
    world,
    `select p.bank_account_id as account, h.bank_account_id as authorized,
       (select count(*)::int from app.event e where e.stream = $2 and e.kind = 'payment.account_changed') as moved
     from app.payment_order p left join app.ach_authorization h on h.id = p.authorization_id where p.id = $1`,
    ...[fee?.id, businessId],
  );
  hold("the account that authorized the claimed debit", debit?.authorized, debit?.account);
  const isMoved = debit?.account === chosen;
  hold("moves of the debit", debit?.moved, isMoved ? 1 : 0);
  return isMoved ? "payoff" : "other";
}
