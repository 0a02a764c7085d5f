import { randomBytes, randomUUID } from "node:crypto";
import { preparePartyAccount } from "../apps/api/src/banking/party-account.ts";
import { encryptable } from "../apps/api/src/banking/platform-provided-account.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import type { Person } from "../apps/api/src/http/public.ts";
import { offered } from "../apps/api/src/offers/offered.fixture.ts";
import { createOrder } from "../apps/api/src/payments/public.ts";
import { loanTerms } from "../apps/api/src/products/products.fixture.ts";
import { defaultProduct, lockProduct, writeOffProduct } from "../apps/api/src/products/public.ts";
import { schedulePayoff } from "../apps/api/src/servicing/payoff.ts";
import { postReceivable } from "../apps/api/src/servicing/receivables/post-receivable.ts";
import { recordSalesDay } from "../apps/api/src/servicing/sales-days.ts";
import { Secret } from "../packages/contracts/src/secret.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import type { OfferTerms } from "../packages/lending/src/underwriting/sizing/size-product.ts";
import type { Diary } from "./portfolio-clock.ts";
import { amortizedRows, type LoanTerms, plusDays } from "./product-lives-terms.ts";
import { shuffled } from "./proof.ts";
import { choose } from "./simulated-years-choices.ts";
import {
  type BankedLine,
  isOpen,
  loanPaidEarly,
  loanPaidLater,
  openAfter,
  openOnOrAfter,
  paidLoan,
  payoffAfter,
  payoutOf,
  WeeklyAdvance,
  WithheldAdvance,
} from "./simulated-years-expected.ts";
import type { SimulationGround } from "./simulation-ground.ts";

/** A business with one product, and what its bank and its people do. */
export type Borrower = {
  businessId: string;
  productId: string;
  kind: LoanFate | "MCA" | "INTEGRATED_MCA";
  /** What was done at random about a loan, and whether it was refused. */
  choices: Record<string, number>;
  /** The lines of the bank until the end; null where only the sums are compared. */
  expected(): BankedLine[] | null;
  /** What the loan's rows owe by its terms. */
  loan: { terms: LoanTerms; fundedOn: string } | null;
};

export type LoanFate = "PAYS" | "PAYS_LATER" | "PAYS_EARLY" | "NEVER_PAYS" | "CHOOSES";

/** Its ending decides what the bank does. No two businesses have the same, because payouts to a shared account wait for staff. */
const accountNumberOf = (kind: Borrower["kind"], n: number): string =>
  `1${String(n).padStart(5, "0")}${kind === "PAYS_LATER" ? "0201" : kind === "NEVER_PAYS" ? "0002" : "6789"}`;
/** Paid, returned once, returned for other reasons: the accounts among which an owner chooses. */
const endingsToChoose = ["6789", "6789", "6789", "0201", "0009", "0008"];

/** The kinds of 43 products. Few enough debits come back that the limits of the network are kept. */
const portfolio: readonly Borrower["kind"][] = [
  ...Array<"PAYS">(17).fill("PAYS"),
  ...Array<"PAYS_EARLY">(4).fill("PAYS_EARLY"),
  ...Array<"PAYS_LATER">(2).fill("PAYS_LATER"),
  ...Array<"NEVER_PAYS">(1).fill("NEVER_PAYS"),
  ...Array<"CHOOSES">(3).fill("CHOOSES"),
  ...Array<"MCA">(10).fill("MCA"),
  ...Array<"INTEGRATED_MCA">(6).fill("INTEGRATED_MCA"),
];

/** The time of day at which people act: in the morning in New York. */
const at = (day: string): Date => new Date(`${day}T15:00:00Z`);
const bySystem = { actor: { kind: "SYSTEM", id: null } as const, requestId: "simulation" };

type Entry = { at: Date; act(): Promise<void> };

/** Everything that people do, by time. Entries may add later ones. */
export class PeoplesDiary implements Diary {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    const after = this.#entries.findLastIndex((one) => one.at.getTime() <= entry.at.getTime());
    this.#entries.splice(after + 1, 0, entry);
  }

  nextAt(): Date | null {
    return this.#entries[0]?.at ?? null;
  }

  async act(now: Date): Promise<void> {
    for (let first = this.#entries[0]; first && first.at <= now; first = this.#entries[0]) {
      this.#entries.shift();
      await first.act();
    }
  }
}

type Making = { ground: SimulationGround; diary: PeoplesDiary; random: () => number; beginsOn: string; endsOn: string };

/** Makes borrowers whose products are funded within the first four weeks. */
export async function makeBorrowers(making: Making, count: number, only: string | null): Promise<Borrower[]> {
  const { random, beginsOn } = making;
  const possible = portfolio.filter((kind) => only === null || kind === only);
  const kinds = shuffled(
    // Every seventh, so that a few products have all kinds as well.
    Array.from({ length: count }, (_, n) => possible[(n * 7) % possible.length] ?? "PAYS"),
    random,
  );
  await givePlatformAnAccount(making.ground);
  const borrowers: Borrower[] = [];
  for (const [n, kind] of kinds.entries()) {
    const paidOutOn = openOnOrAfter(plusDays(beginsOn, 1 + Math.floor(random() * 27)));
    if (kind === "MCA") borrowers.push(await aWeeklyAdvance(making, n, paidOutOn));
    else if (kind === "INTEGRATED_MCA") borrowers.push(await anIntegratedAdvance(making, n, paidOutOn));
    else borrowers.push(await aLoan(making, n, kind, paidOutOn));
  }
  return borrowers;
}

async function aLoan(making: Making, n: number, kind: LoanFate, paidOutOn: string): Promise<Borrower> {
  const { ground, diary, random } = making;
  const fundedOn = openAfter(paidOutOn, 1);
  const months = [3, 6, 12, 18, 24][Math.floor(random() * 5)] ?? 12;
  const paidBefore = 1 + Math.floor(random() * (months - 1));
  const early = (loan: LoanTerms) => (kind === "PAYS_EARLY" ? [payoffAfter(loan, fundedOn, paidBefore).cents] : []);
  let loan: LoanTerms;
  do {
    const amount = BigInt(100 + Math.floor(random() * 900)) * 10_000n;
    loan = { amount, ratePercentage: "18", months, feePercentage: "3" };
  } while (
    [payoutOf(loan), ...early(loan), ...amortizedRows(loan, fundedOn).map((row) => row.principal + row.interest)].some(
      selectsScenario,
    )
  );
  const terms = { ...loanTerms, durationDays: months * 30 } as unknown as OfferTerms;
  const made = await aProduct(making, {
    n,
    accountNumber: accountNumberOf(kind, n),
    terms,
    request: { loanAmountCents: Number(loan.amount) },
    amount: loan.amount,
    payout: payoutOf(loan),
    paidOutOn,
  });
  const product = { ...made, platformId: ground.platformId };
  if (kind === "PAYS_EARLY") {
    const { askedOn, on } = payoffAfter(loan, fundedOn, paidBefore);
    const payOff = () =>
      inScope(ground.app.pool, product, (tx) =>
        schedulePayoff(tx, product as unknown as Person, made.productId, businessDate(on), "simulation"),
      );
    diary.add({ at: at(askedOn), act: payOff });
  }
  if (kind === "NEVER_PAYS") {
    const dueOn = amortizedRows(loan, fundedOn)[0]?.dueOn ?? "";
    const byStaff = (days: number, work: typeof defaultProduct) => {
      const day = plusDays(dueOn, days);
      const act = () =>
        inScope(ground.app.pool, product, async (tx) => work(tx, await lockProduct(tx, made.productId), at(day)));
      diary.add({ at: at(day), act });
    };
    byStaff(95, defaultProduct);
    byStaff(185, writeOffProduct);
  }
  const choices: Record<string, number> = {};
  if (kind === "CHOOSES") {
    let accounts = 0;
    const addAccount = async () => {
      const ending = endingsToChoose[Math.floor(random() * endingsToChoose.length)];
      const accountNumber = `2${String(n).padStart(5, "0")}${String(accounts++).padStart(3, "0")}${ending}`;
      return addBankAccount(ground, { businessId: made.businessId, accountNumber, roles: "{}" });
    };
    const chooser = { ground, diary, random, product: { ...product, roles: ["PRIMARY_OWNER"] as const }, addAccount };
    choose({ ...chooser, counts: choices }, fundedOn, making.endsOn);
  }
  const expected = {
    CHOOSES: () => null,
    PAYS: () => paidLoan(loan, fundedOn),
    PAYS_LATER: () => loanPaidLater(loan, fundedOn),
    PAYS_EARLY: () => loanPaidEarly(loan, fundedOn, paidBefore),
    NEVER_PAYS: () => null,
  }[kind];
  return { ...made, kind, choices, expected, loan: { terms: loan, fundedOn } };
}

/** A bank of the sandbox does something else with amounts that end so. */
const selectsScenario = (amount: bigint): boolean => amount % 100n >= 13n && amount % 100n <= 20n;

async function aWeeklyAdvance(making: Making, n: number, paidOutOn: string): Promise<Borrower> {
  const { ground, diary, random, endsOn } = making;
  const fundedOn = openAfter(paidOutOn, 1);
  const amount = BigInt(10 + Math.floor(random() * 40)) * 100_000n;
  const percentage = ["8", "10", "12"][Math.floor(random() * 3)] ?? "10";
  // What an average week pays is a thirtieth to a sixtieth of the advance.
  const weeklySales = (amount * 100n) / BigInt(percentage) / BigInt(30 + Math.floor(random() * 30));
  const monthlySales = ((weeklySales * 52n) / 12n / 5_000n) * 5_000n;
  const estimate = (((monthlySales * BigInt(percentage)) / 100n) * 12n * 2n + 52n) / 104n;
  const terms = {
    productType: "MCA",
    maxAdvanceAmountCents: Number(amount),
    feeFactor: "1.12",
    repaymentPercentageTiers: [{ maxLoanAmountCents: Number(amount), repaymentPercentage: percentage }],
    repaymentFrequency: "WEEKLY",
    estimatedAverageMonthlySalesInCents: Number(monthlySales),
    refinanced: null,
  } as unknown as OfferTerms;
  const made = await aProduct(making, {
    n,
    accountNumber: accountNumberOf("MCA", n),
    terms,
    request: { advanceAmountCents: Number(amount) },
    amount,
    payout: amount,
    paidOutOn,
  });
  const advance = new WeeklyAdvance({ amount, total: (amount * 112n) / 100n, percentage, estimate }, fundedOn);
  const tell = async (days: readonly string[], sales: bigint) => {
    const tenant = { platformId: ground.platformId, businessId: made.businessId };
    await inScope(ground.app.pool, tenant, async (tx) => {
      for (const date of days) {
        const grossCents = date === days.at(-1) ? Number(sales) : 0;
        const figures = { channel: "all", grossCents, refundsCents: 0, transactionCount: 1, closed: true };
        await recordSalesDay(tx, { ...tenant, date, ...figures }, null, bySystem);
      }
    });
  };
  let before: { days: string[]; sales: bigint } | null = null;
  const week = () => {
    const days: string[] = [];
    for (let day = advance.startsOn; day <= advance.endsOn; day = plusDays(day, 1)) days.push(day);
    const act = async () => {
      // A dip or a rise; without an estimate to compare with, a third of an ordinary week to nearly two.
      const sales = ((weeklySales * BigInt(30 + Math.floor(random() * 150))) / 100n / 5_000n) * 5_000n;
      const isToldLate = advance.mayBeEstimated && isPaidPromptly(advance.endsOn) && random() < 0.08;
      if (before) await tell(before.days, before.sales);
      if (!isToldLate) await tell(days, sales);
      advance.endWeek(sales, isToldLate, before?.sales ?? null);
      before = isToldLate ? { days, sales } : null;
      if (!advance.isCalledInFull && advance.endsOn < endsOn) week();
    };
    diary.add({ at: at(plusDays(advance.endsOn, 1)), act });
  };
  week();
  return { ...made, kind: "MCA", choices: {}, expected: () => advance.lines, loan: null };
}

/** Whether the debit of a week is paid for good before the next week ends: there is no holiday on the way. */
const isPaidPromptly = (endsOn: string): boolean => [1, 2, 3, 4, 5].every((days) => isOpen(plusDays(endsOn, days)));

async function anIntegratedAdvance(making: Making, n: number, paidOutOn: string): Promise<Borrower> {
  const { ground, diary, random, endsOn } = making;
  const fundedOn = openAfter(paidOutOn, 1);
  const amount = BigInt(10 + Math.floor(random() * 40)) * 100_000n;
  const terms = {
    productType: "INTEGRATED_MCA",
    minLoanAmountCents: 1,
    maxAdvanceAmountCents: Number(amount),
    feeFactor: "1.25",
    repaymentPercentageTiers: [{ maxLoanAmountCents: Number(amount), repaymentPercentage: "15" }],
    estimatedAverageMonthlySalesInCents: 1_000_000,
    refinanced: null,
  } as unknown as OfferTerms;
  const made = await aProduct(making, {
    n,
    accountNumber: accountNumberOf("INTEGRATED_MCA", n),
    terms,
    request: { advanceAmountCents: Number(amount) },
    amount,
    payout: amount,
    paidOutOn,
  });
  const advance = new WithheldAdvance({ amount, total: (amount * 125n) / 100n, percentage: "15" }, fundedOn);
  const tenant = { platformId: ground.platformId, businessId: made.businessId };
  const post = (day: string, charge: bigint, withheld: bigint, reversalOf: string | null): Promise<string> => {
    const transactionId = randomUUID();
    const posted = {
      issuedProductId: made.productId,
      transactionId,
      transactionAt: at(day),
      chargeAmountCents: cents(Number(charge)),
      repaymentAmountCents: cents(Number(withheld)),
      reversalOf,
    };
    return inScope(ground.app.pool, tenant, async (tx) => {
      await postReceivable(tx, ground.app, posted, bySystem);
      return transactionId;
    });
  };
  const trade = (day: string) => {
    const act = async () => {
      advance.settle();
      // A forty-fifth of what is owed on an average day, in sales that are whole dollars times twenty.
      const charge = ((amount / 7n) * BigInt(40 + Math.floor(random() * 120))) / 100n / 2_000n;
      const small = await sell(day, (charge / 4n) * 2_000n);
      if (!advance.isCollected) await sell(day, (charge - charge / 4n) * 2_000n);
      if (small && !advance.isCollected && random() < 0.15) {
        advance.refund(day, small.withheld);
        await post(day, -small.charge, -small.withheld, small.transactionId);
      }
      const next = plusDays(day, 2 + Math.floor(random() * 4));
      if (!advance.isCollected && next < endsOn) trade(next);
    };
    diary.add({ at: at(day), act });
  };
  const sell = async (day: string, charge: bigint) => {
    if (charge === 0n) return null;
    const withheld = advance.sell(day, charge);
    return { charge, withheld, transactionId: await post(day, charge, withheld, null) };
  };
  trade(plusDays(fundedOn, 1 + Math.floor(random() * 3)));
  return {
    ...made,
    kind: "INTEGRATED_MCA",
    choices: {},
    expected: () => {
      advance.settle();
      return [advance.payout, ...advance.lines];
    },
    loan: null,
  };
}

type NewProduct = {
  n: number;
  accountNumber: string;
  terms: OfferTerms;
  request: object;
  amount: bigint;
  payout: bigint;
  /** The day on whose morning the payout is ordered. */
  paidOutOn: string;
};

/** A business with a verified account, the agreement that it has signed, and its product, which is paid out on its day. */
async function aProduct(
  { ground, diary }: Making,
  { n, accountNumber, terms, request, amount, payout, paidOutOn }: NewProduct,
): Promise<Pick<Borrower, "businessId" | "productId"> & { userId: string }> {
  const { admin, app, platformId } = ground;
  const [businessId, userId, productId] = [randomUUID(), randomUUID(), randomUUID()];
  const insert = (text: string, ...values: unknown[]) => admin.query(text, [platformId, businessId, ...values]);
  await insert(
    "insert into app.business (id, platform_id, platform_business_id, name) values ($2::uuid, $1, $2::text, $3)",
    `Harbor Bakery ${n}`,
  );
  await insert(
    "insert into app.business_user (id, platform_id, business_id, platform_user_id) values ($3::uuid, $1, $2, $3::text)",
    userId,
  );
  const roles = "{SERVICING,DISBURSEMENT}";
  const bankAccountId = await addBankAccount(ground, { businessId, accountNumber, roles });
  const made = { terms, amountCents: Number(amount), state: "OH", isLocked: true };
  const { offer } = await offered(admin, { platformId, businessId }, made);
  await insert(
    `insert into app.signing (platform_id, business_id, reference, name, status, vendor_document_id, original_sha256, signed_sha256, places,
       kind, offer_id, amount_cents)
     values ($1, $2, $3::text, 'Agreement', 'COMPLETED', $3::text, $4, $5, '[]', 'AGREEMENT', $6, $7)`,
    ...[`agreement/${offer}`, randomBytes(32), randomBytes(32), offer, Number(amount)],
  );
  await admin.query(
    "update app.offer set status = 'ACCEPTED', selected_at = $2, chosen_amount_cents = amount_cents, chosen_terms = terms where id = $1",
    [offer, at(paidOutOn)],
  );
  await insert(
    `insert into app.issued_product (id, platform_id, business_id, offer_id, product_type, book, terms, request, loan_status, product_state)
     values ($3, $1, $2, $4, $5, 'EQUITY', $6, $7, 'CURRENT', 'PENDING')`,
    ...[productId, offer, terms.productType, JSON.stringify(terms), JSON.stringify(request)],
  );
  const payOut = async (): Promise<void> => {
    const order = {
      platformId,
      businessId,
      key: `funding/${productId}/1`,
      bankAccountId,
      direction: "OUTGOING" as const,
      paymentType: "OUTGOING" as const,
      productType: terms.productType,
      feeType: null,
      amountCents: cents(Number(payout)),
      split: { principalCents: Number(payout), interestCents: 0, feeCents: 0 },
      book: "EQUITY" as const,
      item: `funding/${productId}`,
      subjects: { issuedProductId: productId },
      dueOn: businessDate(paidOutOn),
      purpose: "FUNDING" as const,
      entries: null,
      isManual: false,
      approvedBy: randomUUID(),
    };
    await inScope(app.pool, { platformId, businessId }, (tx) => createOrder(tx, order, bySystem));
  };
  diary.add({ at: at(paidOutOn), act: payOut });
  return { businessId, productId, userId };
}

/** A verified, screened and authorized account. */
async function addBankAccount(
  ground: SimulationGround,
  { businessId, accountNumber, roles }: { businessId: string; accountNumber: string; roles: string },
): Promise<string> {
  const { admin, platformId } = ground;
  const id = randomUUID();
  await admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
       verification, added_on, sanctions_clear_on, roles)
     values ($1, $2, $3, 'Checking', $4, 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2025-06-02', '2025-06-02', $5)`,
    [id, platformId, businessId, accountNumber.slice(-4), roles],
  );
  await admin.query(
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($1, $2, $3, 'x', '1')",
    [platformId, businessId, id],
  );
  await saveNumbers(ground, { businessId, bankAccountId: id, accountNumber });
  return id;
}

async function saveNumbers(
  { app, platformId }: SimulationGround,
  account: { businessId: string; bankAccountId: string; accountNumber: string },
): Promise<void> {
  const { businessId, bankAccountId, accountNumber } = account;
  const key = await app.vault.keyFor({ platformId, businessId });
  const numbers = { ACCOUNT_NUMBER: accountNumber, ROUTING_NUMBER: "021000021" } as const;
  for (const field of ["ACCOUNT_NUMBER", "ROUTING_NUMBER"] as const) {
    const value = new Secret(numbers[field]);
    const fingerprint = app.vault.fingerprint(numbers[field], field);
    await inScope(app.pool, { platformId, businessId }, (tx) =>
      app.vault.save(tx, key, { ownerId: bankAccountId, field, value, fingerprint }),
    );
  }
}

/** The account from which the platform pays what it withholds: screened, verified and authorized. */
async function givePlatformAnAccount({ admin, app, platformId }: SimulationGround): Promise<void> {
  const memberId = randomUUID();
  await admin.query(
    "insert into app.staff_member (id, email, name, roles) values ($1, 'treasury@inlay.example', 'Treasury', '{TREASURY}')",
    [memberId],
  );
  const tenant = { platformId, businessId: null };
  const numbers = await encryptable(app, tenant, {
    accountNumber: new Secret("1000065678"),
    routingNumber: new Secret("021000021"),
  });
  const save = await preparePartyAccount(
    app,
    {
      ...tenant,
      party: "PLATFORM",
      holderName: "Harbor Software Inc",
      holder: "BUSINESS",
      name: "Platform account",
      subtype: "checking",
      createdMethod: "STAFF",
      enteredBy: memberId,
      platformBankAccountId: null,
      institutionName: null,
      metadata: {},
    },
    numbers,
    bySystem,
  );
  const id = await inScope(app.pool, { platformId, businessId: "whole platform" }, save);
  await admin.query(
    "update app.bank_account set verification = 'VERIFIED', sanctions_clear_on = added_on where id = $1",
    [id],
  );
  await admin.query(
    "insert into app.ach_authorization (platform_id, bank_account_id, text_hash, text_version) values ($1, $2, 'x', '1')",
    [platformId, id],
  );
}
