import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { type Cents, cents, noCents, subtract } from "@inlay/lending/money/cents.ts";
import { quoteDraw } from "@inlay/lending/products/line-of-credit/quote.ts";
import { whyNotDraw } from "@inlay/lending/products/line-of-credit/why-not-draw.ts";
import { loanAccountsOf } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import { hasSteppedUp, type Person } from "../../http/public.ts";
import { createOrder } from "../../payments/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { addDraw, type Draw } from "../../products/public.ts";
import { startWorkflow } from "../../workflows/public.ts";
import { type LineOfCredit, lockLine } from "./credit-line.ts";

/** The banking days within which a draw is funded, or rejected. */
const fundedWithinBankingDays = 5;
export const drawEndsAt = (now: Date): Date =>
  easternInstant(addBankingDays(bankingDayOnOrAfter(dateAt(now)), fundedWithinBankingDays), clock(17, 0));

type DrawWish = { amountCents: number; purpose: string | null };

/**
 * Draws on a line of credit: reserves the amount under the lock of the line and orders the payout of the amount less its fee, which is held
 * until the bank was asked for a fresh balance and nothing needs the staff. Returns the id of the draw.
 */
export async function createDraw(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  wish: DrawWish,
  requestId: string,
): Promise<string> {
  const credit = await lockLine(tx, caller.businessId, issuedProductId);
  const amountCents = cents(wish.amountCents);
  const refusal = whyNotDraw(credit.line, amountCents, credit.today);
  if (refusal) throw new Refusal(refusal);
  const { drawStepUpAboveCents } = await settingsOf(tx, caller.platformId);
  if (amountCents > drawStepUpAboveCents && !(await hasSteppedUp(tx, caller))) throw new Refusal("STEP_UP_REQUIRED");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  return draw(tx, credit, { amountCents, purpose: wish.purpose, requestedBy: caller.userId }, by);
}

type Requested = { amountCents: Cents; purpose: string | null; requestedBy: string | null };
type By = Parameters<typeof addDraw>[3];

async function draw(tx: Tx, credit: LineOfCredit, requested: Requested, by: By): Promise<string> {
  const { product, terms, now, today } = credit;
  const { amountCents } = requested;
  const quote = quoteDraw(terms, { amountCents, fundedOn: today }, plainWorksheet);
  const { feeAmountCents: feeCents, aprWithMaintenancePercentage: aprPercentage } = quote;
  const id = await addDraw(tx, product, { ...requested, feeCents, aprPercentage, endsAt: drawEndsAt(now) }, by);
  await orderPayout(tx, credit, { id, amountCents, feeCents }, 1, by);
  await startWorkflow(tx, "review-draw", { platformId: product.platformId, businessId: product.businessId, id });
  return id;
}

/** Orders the payout of a draw to the account that the business is paid to. It is held until the draw is approved. */
export async function orderPayout(
  tx: Tx,
  { product, today }: Pick<LineOfCredit, "product" | "today">,
  { id, amountCents, feeCents }: Pick<Draw, "id" | "amountCents" | "feeCents">,
  number: number,
  by: By,
): Promise<string> {
  const { paidTo } = await loanAccountsOf(tx, product.businessId);
  if (paidTo === null) throw new Refusal("NO_PRIMARY_ACCOUNT");
  const { id: issuedProductId, platformId, businessId, productType, book } = product;
  return createOrder(
    tx,
    {
      platformId,
      businessId,
      key: `draw/${id}/payout/${number}`,
      bankAccountId: paidTo.id,
      direction: "OUTGOING",
      paymentType: "OUTGOING",
      productType,
      feeType: null,
      amountCents: subtract(amountCents, feeCents),
      split: { principalCents: subtract(amountCents, feeCents), interestCents: noCents, feeCents: noCents },
      book,
      item: `draw/${id}`,
      subjects: { issuedProductId, drawId: id },
      dueOn: today satisfies BusinessDate,
      purpose: "FUNDING",
      entries: null,
      isManual: false,
      isHeld: true,
    },
    by,
  );
}
