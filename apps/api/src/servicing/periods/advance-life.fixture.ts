import { addDays, type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { type LifeGround, LoanLife } from "../loan-life.fixture.ts";
import { recordSalesDay } from "../sales-days.ts";
import { serviceProduct } from "../service-product.ts";

/** M-1: 20,000.00 for 22,400.00 of future sales at 10 percent a week; the estimated payment is 1,384.62. */
export const advanceCents = 2_000_000;
export const totalCents = 2_240_000;
export const estimateCents = 138_462;
const terms = {
  productType: "MCA",
  maxAdvanceAmountCents: advanceCents,
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: advanceCents, repaymentPercentage: "10" }],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: 6_000_000,
  refinanced: null,
};

export type AdvanceWishes = { accountNumber?: string; isSigned?: boolean; frequency?: "DAILY" | "WEEKLY" | "MONTHLY" };

/** An advance that was funded on Thursday, 2026-01-15. Its first period are the three days until Sunday. */
export const anAdvance = (
  ground: LifeGround,
  { frequency = "WEEKLY", ...wishes }: AdvanceWishes = {},
): Promise<LoanLife> =>
  LoanLife.fund(ground, {
    ...wishes,
    terms: { ...terms, repaymentFrequency: frequency },
    product: {
      type: "MCA",
      request: { advanceAmountCents: advanceCents },
      amountCents: advanceCents,
      payoutCents: advanceCents,
    },
    until: "2026-01-16T15:00:00Z",
  });

/** The platform reports the sales of the days from one to another, all of them on the last. */
export async function sell(life: LoanLife, from: string, to: string, salesCents: number): Promise<void> {
  const { platformId, businessId } = life.debtor;
  const by = { actor: { kind: "PLATFORM_KEY", id: platformId } as const, requestId: "report" };
  for (let day: BusinessDate = businessDate(from); day <= to; day = addDays(day, 1)) {
    const grossCents = day === to ? salesCents : 0;
    const figures = { channel: "all", grossCents, refundsCents: 0, transactionCount: 1, closed: true };
    await life.debtor.within((tx) => recordSalesDay(tx, { platformId, businessId, date: day, ...figures }, null, by));
  }
  await life.act();
}

type PeriodRow = { days: string; state: string; cents: number | null; estimated: boolean };

/** The periods that are decided or waiting, as `start/end on payment day`. */
export const periods = (life: LoanLife): Promise<PeriodRow[]> =>
  life.rows(
    `select starts_on || '/' || ends_on || ' on ' || payment_on as days, state, amount_cents::int as cents, is_estimated as estimated
     from app.advance_period where issued_product_id = $1 order by number`,
    life.id,
  );

type Debit = { period: number; cents: number; on: string; status: string; retries: number };

/** The debits of the periods, in the order in which they were made. */
export const debitsOf = (life: LoanLife): Promise<Debit[]> =>
  life.rows(
    `select a.number as period, p.amount_cents::int as cents, p.effective_on::text as on, p.status, p.retries_made as retries
     from app.payment_order p join app.advance_period a on p.item = 'period/' || a.id
     where p.issued_product_id = $1 and p.direction = 'INCOMING' order by p.id`,
    life.id,
  );

/** Services the advance once more, by the time of its clock. Nothing must change. */
export const serviceAgain = (life: LoanLife): Promise<void> =>
  life.debtor.within(async (tx) => {
    const { now_at } = await tx
      .selectFrom("business_clock")
      .select("now_at")
      .where("business_id", "=", life.debtor.businessId)
      .executeTakeFirstOrThrow();
    await serviceProduct(tx, life.id, now_at);
  });
