import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isScheduled, type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { add, type Cents, least, noCents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { isReviewDue, reviewedAfterDays, withoutSales } from "@inlay/lending/products/cash-advance/no-sales.ts";
import {
  endOf,
  firstPeriod,
  periodAfter,
  periodPayment,
  salesMissingAt,
} from "@inlay/lending/products/cash-advance/period.ts";
import { eventsByDebits, isCalledFor } from "@inlay/lending/products/cash-advance/period-debits.ts";
import type { AdvancePeriodEvent } from "@inlay/lending/products/cash-advance/period-lifecycle.ts";
import { quoteCashAdvance } from "@inlay/lending/products/cash-advance/quote.ts";
import { cashAdvanceTerms } from "@inlay/lending/products/cash-advance/terms.ts";
import { closeTask, closeTasks, lastDueAt, openTask } from "../../approvals/public.ts";
import type { Tx } from "../../db/scope.ts";
import { debitsOfPeriod, lockServiced, type ServicedProduct } from "../serviced-product.ts";
import { type PeriodSales, readPeriodSales, revisedPeriods } from "./period-sales.ts";
import { movePeriod, openPeriod, type Period, type PeriodChange } from "./periods.ts";
import { followTrueUpRequest, readTrueUpRequest } from "./true-up-request.ts";
import { carryTo, correctionOf, missingCents, replaceEstimate, settleDifference } from "./true-ups.ts";

export type FollowedPeriods = { hasChanged: boolean; nextAt: Date | null };

/**
 * Brings the periods of an advance up to date, in their order: what their debits have done is noted, periods that have begun are opened,
 * those that have ended become due with the share of their sales, and what was estimated is corrected when its sales are known. Where the
 * sales are missing a banking day later, the estimated payment is due instead, if the signed agreement lets the business adjust it. It
 * decides by what stands, like all of servicing.
 */
export async function followPeriods(tx: Tx, serviced: ServicedProduct): Promise<FollowedPeriods> {
  const { product } = serviced;
  if (product.productType !== "MCA") return { hasChanged: false, nextAt: null };
  const run = new PeriodRun(tx, serviced);
  const last = await readTrueUpRequest(tx, product.id);
  const request = last?.status === "REQUESTED" ? last : null;
  await run.noteDebits();
  if (product.fundedOn === null) await run.drop("FUNDING_RETURNED");
  else if (product.loanStatus === "CLOSED") await run.drop("BUSINESS_CLOSED");
  else if (issuedProductLifecycle.isOver(product.loanStatus)) await run.drop("PAID_IN_FULL");
  else if (product.loanStatus !== "DEFAULTED") {
    await run.open();
    // What was refunded is owed again, so the product is read anew for what follows.
    const again = (await run.reconcile(request !== null)) ? await lockServiced(tx, product.id, serviced.now) : null;
    if (again) return { nextAt: (await followPeriods(tx, again)).nextAt, hasChanged: true };
    await run.decide();
    await run.reviewBusiness();
    if (request) await followTrueUpRequest(tx, product, request, run.areSalesKnown() ? "SALES_KNOWN" : "SALES_MISSING");
    return { hasChanged: run.hasChanged, nextAt: run.nextAt() };
  }
  if (request) await followTrueUpRequest(tx, product, request, "ADVANCE_OVER");
  await closeTasks(tx, ["SALES_MISSING", "NO_SALES_REVIEW"], product.id);
  return { hasChanged: run.hasChanged, nextAt: null };
}

class PeriodRun {
  readonly #tx: Tx;
  readonly #serviced: ServicedProduct;
  #periods: Period[];
  hasChanged = false;

  constructor(tx: Tx, serviced: ServicedProduct) {
    this.#tx = tx;
    this.#serviced = serviced;
    this.#periods = [...serviced.periods];
  }

  async noteDebits(): Promise<void> {
    for (const period of this.#periods) {
      const own = debitsOfPeriod(this.#serviced, period);
      const made = own.map(({ status, claimedAt }) => ({ status, isClaimed: claimedAt !== null }));
      let last = period;
      for (const event of eventsByDebits(period.state, made)) last = await this.#move(last, event);
    }
  }

  async drop(event: "PAID_IN_FULL" | "FUNDING_RETURNED" | "BUSINESS_CLOSED"): Promise<void> {
    const standing = this.#periods.filter(({ state }) => state === "OPEN" || isCalledFor(state));
    for (const period of standing) await this.#move(period, event);
  }

  /** Opens the periods that have begun, as long as something of the advance is unpaid. */
  async open(): Promise<void> {
    const { product, today } = this.#serviced;
    const { fundedOn } = product;
    if (fundedOn === null || totalOf(unpaid(advanceOf(this.#serviced))) === 0) return;
    const { repaymentFrequency } = cashAdvanceTerms.parse(product.terms);
    for (;;) {
      // The periods of a payout that came back are not continued.
      const last = this.#periods.findLast(({ startsOn }) => startsOn > fundedOn);
      if (last && last.endsOn >= today) return;
      const next = last ? periodAfter(repaymentFrequency, last) : firstPeriod(repaymentFrequency, fundedOn);
      const number = 1 + (this.#periods.at(-1)?.number ?? 0);
      this.#periods.push(await openPeriod(this.#tx, product, number, next));
      this.hasChanged = true;
    }
  }

  /**
   * Corrects the periods whose sales are known now, or have been told anew; every period, if the business asks. Returns whether something was
   * refunded, which ends it before the others.
   */
  async reconcile(isAsked: boolean): Promise<boolean> {
    const { product } = this.#serviced;
    const revised = isAsked ? null : await revisedPeriods(this.#tx, product.id);
    for (const period of this.#periods) {
      const correction = correctionOf(period, debitsOfPeriod(this.#serviced, period));
      const isDue = isAsked || period.salesCents === null || revised?.has(period.id);
      const sales = correction && isDue ? await readPeriodSales(this.#tx, product, period) : null;
      if (!sales || sales.salesCents === period.salesCents) continue;
      const { repaymentPercentage } = this.#quote();
      this.hasChanged = true;
      if (correction === "REPLACE") {
        const balanceCents = add(this.#uncalledCents(), period.amountCents ?? noCents);
        const basis = { salesCents: sales.salesCents, repaymentPercentage, balanceCents, carriedCents: noCents };
        const dueCents = periodPayment(basis, plainWorksheet);
        this.#replace(await replaceEstimate(this.#tx, this.#serviced, period, sales, dueCents));
        continue;
      }
      const terms = { repaymentPercentage, balanceCents: this.#uncalledCents() };
      const settled = await settleDifference(this.#tx, this.#serviced, period, sales, terms);
      this.#replace(settled.period);
      if (settled.hasRefund) return true;
    }
    return false;
  }

  /** Whether no period waits for the sales that it was estimated without. */
  areSalesKnown(): boolean {
    return this.#periods.every(
      ({ state, salesCents }) => state === "OPEN" || state === "DROPPED" || salesCents !== null,
    );
  }

  async decide(): Promise<void> {
    const { product, now } = this.#serviced;
    const task = { kind: "SALES_MISSING", subjectId: product.id } as const;
    let areMissing = false;
    for (const period of this.#ended()) {
      const balanceCents = this.#uncalledCents();
      const sales = balanceCents > 0 ? await readPeriodSales(this.#tx, product, period) : null;
      if (balanceCents === 0) await this.#move(period, "CALLED_IN_FULL");
      else if (sales) await this.#readSales(period, sales, balanceCents);
      else if (now < salesMissingAt(period)) continue;
      else if (await isAdjustable(this.#tx, product.id)) await this.#estimate(period, balanceCents);
      else areMissing = true;
    }
    if (areMissing) {
      const { id: subjectId, platformId, businessId } = product;
      const dueAt = easternInstant(addBankingDays(this.#serviced.today, 1), clock(17, 0));
      await openTask(this.#tx, { ...task, subjectId, platformId, businessId, dueAt });
    } else await this.#close(task.kind);
  }

  /** Staff look into a business that has had no sales for long. An advance that is late is reviewed for breach instead. */
  async reviewBusiness(): Promise<void> {
    const { product, today } = this.#serviced;
    const task = { kind: "NO_SALES_REVIEW", subjectId: product.id } as const;
    if (product.fundedOn === null) return;
    const found = withoutSales(this.#periods, product.fundedOn);
    if (product.loanStatus !== "CURRENT" || found.days < reviewedAfterDays) return this.#close(task.kind);
    const lastAt = await lastDueAt(this.#tx, task);
    if (!isReviewDue(found, lastAt && easternTime(lastAt).date, today)) return;
    const { platformId, businessId } = product;
    const dueAt = easternInstant(addBankingDays(today, 1), clock(17, 0));
    await openTask(this.#tx, { ...task, platformId, businessId, dueAt });
  }

  /** Closes a task if it is open. */
  async #close(kind: "SALES_MISSING" | "NO_SALES_REVIEW"): Promise<void> {
    const { product, openTasks } = this.#serviced;
    if (openTasks.has(kind)) await closeTask(this.#tx, { kind, subjectId: product.id });
  }

  async #readSales(period: Period, { salesCents, source }: PeriodSales, balanceCents: Cents): Promise<void> {
    const { repaymentPercentage } = this.#quote();
    const missing = await missingCents(this.#tx, this.#serviced.product.id);
    const basis = { salesCents, repaymentPercentage, balanceCents, carriedCents: missing };
    const amountCents = periodPayment(basis, plainWorksheet);
    const carriedCents = least(missing, amountCents);
    await this.#move(period, "SALES_READ", {
      chosen: amountCents > 0 ? "DUE" : "NO_SALES",
      figures: { salesCents, salesSource: source, carriedCents, amountCents, isEstimated: false },
    });
    if (missing > 0) await carryTo(this.#tx, this.#serviced.product.id, period.id);
  }

  async #estimate(period: Period, balanceCents: Cents): Promise<void> {
    const amountCents = least(this.#quote().estimatedPaymentPerPeriodCents, balanceCents);
    const figures = { salesCents: null, salesSource: null, carriedCents: noCents, amountCents, isEstimated: true };
    await this.#move(period, "SALES_MISSING", { figures });
  }

  /** When something is to be decided next. Sales that arrive before lead back to here. */
  nextAt(): Date | null {
    const { now } = this.#serviced;
    const open = this.#periods.filter(({ state }) => state === "OPEN");
    const moments = open.flatMap((period) => [endOf(period), salesMissingAt(period)]).filter((at) => at > now);
    return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  }

  #ended(): Period[] {
    return this.#periods.filter(({ state, endsOn }) => state === "OPEN" && endsOn < this.#serviced.today);
  }

  /** What is unpaid of the advance and not called for by an earlier period. */
  #uncalledCents(): Cents {
    const called = this.#periods.filter(({ state }) => isCalledFor(state));
    const calledCents = sum(called.map(({ amountCents }) => amountCents ?? noCents));
    const unpaidCents = totalOf(unpaid(advanceOf(this.#serviced)));
    return calledCents > unpaidCents ? noCents : subtract(unpaidCents, calledCents);
  }

  #quote() {
    return quoteOf(this.#serviced.product);
  }

  async #move(period: Period, event: AdvancePeriodEvent, change: PeriodChange = {}): Promise<Period> {
    const moved = await movePeriod(this.#tx, this.#serviced.product, period, event, change);
    this.#replace(moved);
    this.hasChanged = true;
    return moved;
  }

  #replace(moved: Period): void {
    this.#periods = this.#periods.map((one) => (one.id === moved.id ? moved : one));
  }
}

/** The figures of the signed terms of a funded advance. */
export function quoteOf({ terms, request, fundedOn }: ServicedProduct["product"]) {
  if (fundedOn === null) throw new Error("an advance has periods once it is funded");
  const { advanceAmountCents } = request as { advanceAmountCents: Cents };
  return quoteCashAdvance(cashAdvanceTerms.parse(terms), { advanceAmountCents, fundedOn }, plainWorksheet);
}

function advanceOf({ obligations }: ServicedProduct): Obligation {
  const advance = obligations.find(isScheduled);
  if (!advance) throw new Error("a funded advance has its obligation");
  return advance;
}

/**
 * Whether the business may have a payment adjusted to its sales. The agreement of a cash advance says so, whoever the purchaser is; one that
 * was not signed here is not known to.
 */
async function isAdjustable(tx: Tx, issuedProductId: string): Promise<boolean> {
  const signed = await tx
    .selectFrom("issued_product as p")
    .innerJoin("signing as s", "s.offer_id", "p.offer_id")
    .select("s.id")
    .where("p.id", "=", issuedProductId)
    .where("s.kind", "=", "AGREEMENT")
    .where("s.status", "=", "COMPLETED")
    .executeTakeFirst();
  return signed !== undefined;
}
