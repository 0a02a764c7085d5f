import { randomUUID } from "node:crypto";
import { inScope } from "../apps/api/src/db/scope.ts";
import { createOrder } from "../apps/api/src/payments/public.ts";
import { loanTerms } from "../apps/api/src/products/products.fixture.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { plainWorksheet } from "../packages/lending/src/explain/worksheet.ts";
import type { Book } from "../packages/lending/src/ledger/accounts.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { quoteTermLoan } from "../packages/lending/src/products/term-loan/quote.ts";
import { type TermLoanTerms, termLoanTerms } from "../packages/lending/src/products/term-loan/terms.ts";
import { type AccountHolder, makeAccountHolder } from "./payments-ground.ts";
import type { World } from "./world.ts";

/** What the bank does with the debits of a business: all are paid, the first of each item comes back, or all of them do. */
export type Fate = "PAYS" | "PAYS_LATER" | "NEVER_PAYS";

export type Borrower = AccountHolder & { fate: Fate; loans: Loan[] };
export type Loan = { id: string; payoutCents: number };

const fundedOn = businessDate("2026-11-17");
const durations = [30, 60, 90, 180, 360];

/** Every twentieth business never pays, and has few loans, so that its returns do not stop all of its debits. */
const fateOf = (n: number): Fate => (n % 20 === 2 ? "NEVER_PAYS" : n % 20 === 1 ? "PAYS_LATER" : "PAYS");
const loansOf: Record<Fate, number> = { PAYS: 10, PAYS_LATER: 10, NEVER_PAYS: 3 };
const accountNumbers: Record<Fate, (n: number) => string> = {
  PAYS: (n) => numberOf(n, "6789"),
  PAYS_LATER: (n) => numberOf(n, "0201"),
  NEVER_PAYS: (n) => numberOf(n, "0002"),
};
/** No two businesses have the same account, because payouts to a shared one wait for staff. */
const numberOf = (n: number, ending: string): string => `1${String(n).padStart(5, "0")}${ending}`;

/** Makes businesses until they have the given number of loans, of which each waits for its payout. */
export async function makeBorrowers(
  world: World,
  count: { loans: number; most: number },
  random: () => number,
): Promise<Borrower[]> {
  const borrowers: Borrower[] = [];
  for (let left = count.loans; left > 0; ) {
    const fate = fateOf(borrowers.length);
    const n = borrowers.length;
    const holder = await makeAccountHolder(world, `borrower-${n}`, accountNumbers[fate](n), [
      "SERVICING",
      "DISBURSEMENT",
    ]);
    const borrower: Borrower = { ...holder, fate, loans: [] };
    for (let one = 0; one < Math.min(left, count.most, loansOf[fate]); one++)
      borrower.loans.push(await makeLoan(world, borrower, random));
    left -= borrower.loans.length;
    borrowers.push(borrower);
  }
  return borrowers;
}

async function makeLoan({ app, admin }: World, borrower: Borrower, random: () => number): Promise<Loan> {
  const { platformId, businessId, bankAccountId } = borrower;
  const { terms, amountCents, payoutCents } = termsFrom(random);
  const id = randomUUID();
  const book: Book = random() < 0.5 ? "EQUITY" : "CONCAR_SPV_1";
  await admin.query(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, loan_status, product_state)
     values ($1, $2, $3, 'TERM_LOAN', $4, $5, $6, 'CURRENT', 'PENDING')`,
    [id, platformId, businessId, book, JSON.stringify(terms), JSON.stringify({ loanAmountCents: amountCents })],
  );
  await inScope(app.pool, { platformId, businessId }, (tx) =>
    createOrder(
      tx,
      {
        platformId,
        businessId,
        bankAccountId,
        key: `funding/${id}/1`,
        direction: "OUTGOING",
        paymentType: "OUTGOING",
        productType: "TERM_LOAN",
        feeType: null,
        amountCents: cents(payoutCents),
        split: { principalCents: cents(payoutCents), interestCents: 0, feeCents: 0 },
        book,
        item: `funding/${id}`,
        subjects: { issuedProductId: id },
        dueOn: fundedOn,
        purpose: "FUNDING",
        entries: null,
        isManual: false,
        approvedBy: randomUUID(),
      },
      { actor: { kind: "SYSTEM", id: null }, requestId: null },
    ),
  );
  return { id, payoutCents };
}

/** Terms of which no payment selects a scenario of the sandbox by its cents. */
function termsFrom(random: () => number): { terms: TermLoanTerms; amountCents: number; payoutCents: number } {
  for (;;) {
    const terms = termLoanTerms.parse({
      ...loanTerms,
      durationDays: durations[Math.floor(random() * durations.length)],
    });
    // Ten of them on one day stay below the amount that waits for staff.
    const amountCents = (100 + Math.floor(random() * 300)) * 10_000;
    const quote = quoteTermLoan(terms, { loanAmountCents: cents(amountCents), fundedOn }, plainWorksheet);
    const amounts = [quote.netDisbursementAmountCents, ...quote.schedule.map(({ paymentCents }) => paymentCents)];
    if (amounts.every((amount) => amount % 100 < 13 || amount % 100 > 20))
      return { terms, amountCents, payoutCents: quote.netDisbursementAmountCents };
  }
}
