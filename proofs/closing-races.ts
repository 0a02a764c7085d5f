import { randomBytes, randomUUID } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import { decide, requestAction, type StaffAction } from "../apps/api/src/approvals/staff-actions.ts";
import { assignCapital } from "../apps/api/src/capital/public.ts";
import { inScope, type Tx } from "../apps/api/src/db/scope.ts";
import { type FailedClosing, failClosing } from "../apps/api/src/funding/fail-closing.ts";
import { fundLoan, prepareFunding } from "../apps/api/src/funding/fund-loan.ts";
import type { Staff } from "../apps/api/src/http/public.ts";
import { isLockConflict } from "../apps/api/src/http/refusals.ts";
import { offered } from "../apps/api/src/offers/offered.fixture.ts";
import { closeApplications } from "../apps/api/src/underwriting/public.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const amountCents = 5_000_000;
/** The two requests of a race start at most this far apart. */
const apartMs = 12;

export const proof: Proof = {
  claim:
    "Two members of staff approve the funding of a loan at the same moment, and a funding is approved while the owner withdraws or two others fail the closing. Of the two exactly one happens. A funded loan has one product and one payout, and its capital counts as lent; any other has none, and its capital is given back.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const rounds = tenth ? 20 : 200;
    const world = await createWorld("closing-races");
    try {
      const staff = await createStaff(world);
      const approved = await raceApprovals(world, staff, rounds);
      say(`${rounds} fundings approved twice`);
      const withdrawn = await race(world, staff, rounds, random, withdraw);
      say(`${rounds} fundings against a withdrawal`);
      const declined = await race(world, staff, rounds, random, decline);
      return {
        "fundings approved by two at once": rounds,
        "of these funded once": approved,
        "funded first, withdrawal refused": withdrawn.funded,
        "withdrawn first, funding refused": withdrawn.other,
        "funded first, denial refused": declined.funded,
        "denied first, funding refused": declined.other,
        "deadlocks that were repeated": deadlocks,
        "both or neither": 0,
      };
    } finally {
      await world.close();
    }
  },
};

const rowsOf = async <T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T[]> =>
  (await admin.query<T>(text, values)).rows;

type Members = [maker: string, first: string, second: string];
type Loan = { platformId: string; businessId: string; applicationId: string; offerId: string };

async function createStaff(world: World): Promise<Members> {
  const member = async () => {
    const id = randomUUID();
    await rowsOf(
      world,
      "insert into app.staff_member (id, email, name, roles) values ($1, $2, 'Ada', '{UNDERWRITER,OPERATIONS,TREASURY}')",
      id,
      `${id}@inlay.test`,
    );
    return id;
  };
  return [await member(), await member(), await member()];
}

/** A loan whose agreement everybody has signed and whose checks have passed today. */
async function signedLoan(world: World, [confirmedBy]: Members): Promise<Loan> {
  const { platformId, admin } = world;
  const [businessId, account] = [randomUUID(), randomUUID()];
  const tenant = { platformId, businessId };
  await rowsOf(
    world,
    "insert into app.business (id, platform_id, platform_business_id, name) values ($1, $2, $3, 'Harbor Bakery')",
    businessId,
    platformId,
    businessId,
  );
  await rowsOf(
    world,
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on, roles)
     values ($1, $2, $3, 'Checking', '6789', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '2026-01-02', '{SERVICING,DISBURSEMENT}')`,
    account,
    platformId,
    businessId,
  );
  await rowsOf(
    world,
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($1, $2, $3, 'x', '1')",
    platformId,
    businessId,
    account,
  );
  const terms = sampleOffer("TERM_LOAN", amountCents);
  const { application, offer } = await offered(admin, tenant, { terms, amountCents, state: "OH", isLocked: true });
  await inScope(world.app.pool, tenant, (tx) =>
    assignCapital(tx, {
      ...tenant,
      applicationId: application,
      product: "TERM_LOAN",
      state: "OH",
      industry: "44",
      amountCents,
    }),
  );
  await rowsOf(
    world,
    `with signed as (
       insert into app.signing (platform_id, business_id, reference, name, status, vendor_document_id, original_sha256, signed_sha256, places,
         kind, offer_id, amount_cents)
       values ($1, $2, $3, 'Agreement', 'COMPLETED', $3, $4, $5, '[]', 'AGREEMENT', $6, $7) returning id)
     insert into app.signing_signer (signing_id, signer_id, platform_id, business_id, first_name, last_name, email, signing_order, completed_at)
     select id, 'primary', $1, $2, 'Ana', 'Ortega', 'ana@owners.test', 1, now() from signed`,
    platformId,
    businessId,
    `agreement/${offer}`,
    randomBytes(32),
    randomBytes(32),
    offer,
    amountCents,
  );
  await rowsOf(
    world,
    `update app.offer set status = 'ACCEPTED', selected_at = now(), chosen_amount_cents = amount_cents, chosen_terms = terms,
       capital_provider_id = 'CONCAR_SPV_1' where id = $1`,
    offer,
  );
  await rowsOf(
    world,
    "update app.loan_application set status = 'CLOSE_LOAN', offer_step = 'OFFER_ACCEPTED' where id = $1",
    application,
  );
  await rowsOf(
    world,
    `insert into app.closing_check (platform_id, business_id, application_id, check_name, result, source, confirmed_by, note, checked_at)
     select $1, $2, $3, name, 'PASSED', 'CONFIRMED', $4, 'seen', now()
     from unnest(array['SIGNERS_IDENTIFIED', 'TAX_ID_MATCHED', 'SANCTIONS_CLEAR_TODAY', 'BALANCE_FRESH_AND_SOUND']) as name`,
    platformId,
    businessId,
    application,
    confirmedBy,
  );
  return { ...tenant, applicationId: application, offerId: offer };
}

const callerOf = ({ platformId, businessId }: Loan, memberId: string): Staff => ({
  kind: "staff",
  sessionId: randomUUID(),
  signedInAt: new Date(),
  memberId,
  roles: ["UNDERWRITER", "OPERATIONS", "TREASURY"],
  platformId,
  businessId,
});

let deadlocks = 0;

/** A transaction of the loan's business. One that the database has ended because of a deadlock is repeated, as the server does. */
async function within<T>({ app }: World, { platformId, businessId }: Loan, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await inScope(app.pool, { platformId, businessId }, work);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      deadlocks++;
    }
}

/** One member requests an action. Returns how another one approves it. */
async function request<Payload extends object>(
  world: World,
  loan: Loan,
  action: StaffAction<Payload>,
  maker: string,
  payload: Payload,
): Promise<(checker: string) => Promise<unknown>> {
  const { requestId: staffRequestId } = await within(world, loan, (tx) =>
    requestAction(tx, world.app, action, {
      caller: callerOf(loan, maker),
      subjectId: loan.applicationId,
      payload,
      reason: "seen",
      requestId: randomUUID(),
    }),
  );
  const [row] = await rowsOf<{ hash: string }>(
    world,
    "select encode(payload_hash, 'hex') as hash from app.staff_request where id = $1",
    staffRequestId,
  );
  return (checker) =>
    within(world, loan, (tx) =>
      decide(tx, world.app, [action as unknown as StaffAction], {
        caller: callerOf(loan, checker),
        staffRequestId,
        verdict: "APPROVED",
        payloadHash: row?.hash ?? "",
        reason: "agreed",
        requestId: randomUUID(),
      }),
    );
}

const requestFunding = async (world: World, loan: Loan, maker: string) =>
  request(
    world,
    loan,
    fundLoan,
    maker,
    await within(world, loan, (tx) => prepareFunding(tx, loan, loan.applicationId)),
  );

/** True: it happened. False: it was refused. Anything else is a defect. */
const happened = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === "WRONG_STATE") return false;
      throw error;
    },
  );

type Outcome = { status: string; products: number; payouts: number; lent: number; reserved: number; events: number };

async function outcomeOf(world: World, { applicationId, offerId, businessId }: Loan): Promise<Outcome> {
  const [row] = await rowsOf<Outcome>(
    world,
    `select a.status,
       (select count(*)::int from app.issued_product where offer_id = $2) as products,
       (select count(*)::int from app.payment_order where business_id = $3) as payouts,
       (select count(*)::int from app.capital_reservation where application_id = $1 and issued_product_id is not null and released_at is null) as lent,
       (select count(*)::int from app.capital_reservation where application_id = $1 and released_at is null) as reserved,
       (select count(*)::int from app.event where stream = $3 and kind in ('application.funded', 'application.withdrawn', 'application.declined')) as events
     from app.loan_application a where a.id = $1`,
    applicationId,
    offerId,
    businessId,
  );
  if (!row) throw new Error("there is no application");
  return row;
}

const text = (outcome: Outcome): string => JSON.stringify(outcome);
const funded: Outcome = { status: "OPERATIONAL_LOAN", products: 1, payouts: 1, lent: 1, reserved: 1, events: 1 };
const ended = (status: string): Outcome => ({ status, products: 0, payouts: 0, lent: 0, reserved: 0, events: 1 });

async function raceApprovals(world: World, staff: Members, rounds: number): Promise<number> {
  const [maker, first, second] = staff;
  for (let round = 0; round < rounds; round++) {
    const loan = await signedLoan(world, staff);
    const approve = await requestFunding(world, loan, maker);
    const both = await Promise.all([happened(approve(first)), happened(approve(second))]);
    hold(`round ${round}: approvals that count`, both.filter(Boolean).length, 1);
    hold(`round ${round}: the funded loan`, text(await outcomeOf(world, loan)), text(funded));
  }
  return rounds;
}

/** What happens at the same moment as the approval of a funding. Returns whether it happened, and the status that it leads to. */
type Rival = (world: World, loan: Loan, staff: Members) => Promise<{ status: string; run: () => Promise<boolean> }>;

const withdraw: Rival = async (world, loan) => ({
  status: "LOAN_APPLICATION_WITHDRAWN",
  run: async () =>
    (await within(world, loan, (tx) =>
      closeApplications(
        tx,
        loan,
        { because: "LOAN_APPLICATION_WITHDRAWN", withdrawal: { reason: "OTHER" } },
        { actor: { kind: "SYSTEM", id: null }, requestId: null },
      ),
    )) === 1,
});

const decline: Rival = async (world, loan, [maker, , second]) => {
  const payload: FailedClosing = { outcome: "DECLINE", reasons: ["CASH_FLOW_INSUFFICIENT"] };
  const approve = await request(world, loan, failClosing, maker, payload);
  return { status: "NO_OFFERS", run: () => happened(approve(second)) };
};

async function race(world: World, staff: Members, rounds: number, random: () => number, rivalOf: Rival) {
  const [maker, first] = staff;
  const count = { funded: 0, other: 0 };
  for (let round = 0; round < rounds; round++) {
    const loan = await signedLoan(world, staff);
    const approve = await requestFunding(world, loan, maker);
    const rival = await rivalOf(world, loan, staff);
    const late = (random() - 0.5) * 2 * apartMs;
    const [isFunded, isRival] = await Promise.all([
      sleep(Math.max(0, late)).then(() => happened(approve(first))),
      sleep(Math.max(0, -late)).then(() => rival.run()),
    ]);
    hold(`round ${round}: of a funding and its rival`, [isFunded, isRival].filter(Boolean).length, 1);
    const wanted = isFunded ? funded : ended(rival.status);
    hold(`round ${round}: the loan`, text(await outcomeOf(world, loan)), text(wanted));
    if (isFunded) count.funded++;
    else count.other++;
  }
  for (const [what, times] of Object.entries(count))
    if (times === 0) throw new Error(`no race ended with ${what} first`);
  return count;
}
