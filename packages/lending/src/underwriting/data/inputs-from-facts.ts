import { addMonths, type BusinessDate, calendarMonthsBetween, partsOf } from "../../calendar/business-date.ts";
import { totalOf } from "../../mechanics/obligation.ts";
import { add, type Cents, cents, least, negate, noCents } from "../../money/cents.ts";
import { meanCents } from "../cash-flow/cash-flow-summary.ts";
import { lenderOf } from "../cash-flow/lender-names.ts";
import type { CreditModelInputs, ExternalDebt, OwnDebt, SectorRiskRating } from "../inputs.ts";
import type { Policy } from "../policy/policy.ts";
import { type BankDetails, bankDetailsOf, historyDays } from "./bank-details.ts";
import type { Filing, OwnerFacts, UnderwritingFacts } from "./facts.ts";

/** Owners of this share and more guarantee. */
const guarantorPercentage = 20;
/** Sales and invoices are averaged over this many full months. */
const averagedMonths = 6;

/** The owners who guarantee, the primary owner first. */
export const guarantorsAmong = (owners: readonly OwnerFacts[]): OwnerFacts[] =>
  owners
    .filter((owner) => owner.isPrimary || (owner.ownershipPercentage ?? 0) >= guarantorPercentage)
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));

/** What the rules read, from the facts. `bank` is computed once for all products. */
export function inputsFrom(
  facts: UnderwritingFacts,
  policy: Policy,
  bank: BankDetails = bankDetailsOf(facts),
): CreditModelInputs {
  const { takenOn, owners, businessCredit, verification, statement, withUs, platform } = facts;
  const guarantors = guarantorsAmong(owners);
  const reported = guarantors.filter(({ credit }) => credit !== null);
  const naicsCodes = [...new Set([...(verification?.naicsCodes ?? []), ...(businessCredit?.naicsCodes ?? [])])];
  const sicCodes = [...new Set([...(verification?.sicCodes ?? []), ...(businessCredit?.sicCodes ?? [])])];
  const bankruptcies = filings(facts, "bankruptcies");
  const lien = largestOpen(filings(facts, "taxLiens"));
  const judgment = largestOpen(filings(facts, "judgments"));
  const six = bank.summaries.SIX_MONTHS;
  const ninety = bank.summaries.NINETY_DAYS;
  return {
    decidedOn: takenOn,
    state: statement?.state ?? facts.business.addressState,
    borrower: facts.business.isSoleProprietorship ? "INDIVIDUAL" : "ENTITY",
    naicsCodes,
    sicCodes,
    businessAgeInMonths: ageInMonths(facts),
    platformBusinessAgeInMonths: monthsSince(platform.businessSince, takenOn),
    ficoScores: reported.map(({ credit }) => credit?.ficoScore ?? null),
    tradelinesCounts: reported.map(({ credit }) => credit?.tradelinesCount ?? null),
    minimumFicoScoreRequiredOnPlatform: platform.minimumFicoScoreRequiredOnPlatform,
    averageCashBalanceSixMonthsCents: six?.averageCashBalanceCents ?? null,
    averageCashBalanceTwelveMonthsCents: bank.summaries.TWELVE_MONTHS?.averageCashBalanceCents ?? null,
    bankHistoryDays: historyDays(bank),
    lastBankruptcyDate:
      bankruptcies
        .map(({ filedOn }) => filedOn)
        .filter((on) => on !== null)
        .toSorted()
        .at(-1) ?? null,
    hasOpenBankruptcy: bankruptcies.some(({ isOver }) => !isOver),
    lastLienAmountCents: lien?.amountCents ?? null,
    lastLienDate: lien?.filedOn ?? null,
    lastJudgmentAmountCents: judgment?.amountCents ?? null,
    lastJudgmentDate: judgment?.filedOn ?? null,
    businessOwnersAreUsResidents: statement?.businessOwnersAreUsResidents ?? null,
    personalGuarantee: guarantors.every(({ isPrimary, isOnboarded }) => isPrimary || isOnboarded),
    ucc1: businessCredit?.uccFilings.some(({ isOver, isBlanket }) => isBlanket && !isOver) ?? false,
    hasDefaultedWithUs: withUs.hasDefaulted,
    isLateWithUs: withUs.isLate,
    nsfCount: ninety?.nsfCount ?? null,
    overdraftCount: ninety?.overdraftCount ?? null,
    monthlyAverageDbt: businessCredit?.monthlyAverageDbt ?? null,
    revenueGrowthMonthlyCagr: bank.growth.monthlyCagr,
    isGrowthHistoryShort: bank.growth.isShort,
    sectorRiskRating: sectorRiskOf(naicsCodes, policy),
    cashFlowCents: bank.cashFlowCents,
    monthlyDebtCents: add(bank.monthlyDebtCents, withUs.unseenPaymentsCents ?? noCents),
    refinancedDebts: [...refinancedOf(facts, bank), ...ownDebtsOf(facts, bank)],
    averageMonthlyRevenueCents: bank.averageMonthlyRevenueCents,
    averageMonthlyInvoicesCents: invoicesOf(facts) ?? bank.averageMonthlyInvoicePaymentsCents,
    averageMonthlyVendorPaymentsCents: bank.averageMonthlyVendorPaymentsCents,
    averageMonthlyCardSalesCents: channelSalesOf(facts) ?? bank.averageMonthlyCardSalesCents,
    averageMonthlyChannelSalesCents: channelSalesOf(facts),
    amountRequestedCents: statement?.amountRequestedCents ?? null,
    ourExposureCents: withUs.exposureCents,
  };
}

/** The risk of an industry: HIGH if one code is listed as such, LOW if all are, otherwise MEDIUM. Null without a code. */
export function sectorRiskOf(naicsCodes: readonly string[], { sectorRisk }: Policy): SectorRiskRating | null {
  if (naicsCodes.length === 0) return null;
  const isListed = (code: string, prefixes: readonly string[]) => prefixes.some((prefix) => code.startsWith(prefix));
  if (naicsCodes.some((code) => isListed(code, sectorRisk.HIGH))) return "HIGH";
  return naicsCodes.every((code) => isListed(code, sectorRisk.LOW)) ? "LOW" : "MEDIUM";
}

/** Whole months from one day to another. */
function monthsSince(from: BusinessDate, to: BusinessDate): number {
  const months = calendarMonthsBetween(from, to);
  return Math.max(0, partsOf(to).day < partsOf(from).day && addMonths(from, months) > to ? months - 1 : months);
}

/** From the day on which the business was formed, or else from its first record at the bureau. */
function ageInMonths({ verification, businessCredit, takenOn }: UnderwritingFacts): number | null {
  const formed = [verification?.formedOn, businessCredit?.incorporatedOn].filter((on) => on != null).toSorted()[0];
  const since = formed ?? businessCredit?.fileEstablishedOn ?? null;
  return since === null ? null : monthsSince(since, takenOn);
}

const filings = ({ owners, businessCredit }: UnderwritingFacts, kind: "bankruptcies" | "taxLiens" | "judgments") => [
  ...owners.flatMap(({ credit }: OwnerFacts) => credit?.[kind] ?? []),
  ...(businessCredit?.[kind] ?? []),
];

/** The largest open filing. One without an amount counts as the smallest. */
const largestOpen = (all: readonly Filing[]): Filing | null =>
  all.filter(({ isOver }) => !isOver).toSorted((a, b) => (b.amountCents ?? noCents) - (a.amountCents ?? noCents))[0] ??
  null;

/** The debts that the owner asked to have refinanced, with the monthly payments that the bank data or the owner names. */
function refinancedOf({ debts }: UnderwritingFacts, { debts: known }: BankDetails): ExternalDebt[] {
  return debts
    .filter(({ isToBeRefinanced }) => isToBeRefinanced)
    .map(({ id, monthlyPaymentCents, outstandingBalanceCents }) => {
      // Payments that the bank shows belong to this debt if it is the only one of its lender.
      const of = known.find(({ declaredDebtIds }) => declaredDebtIds.length === 1 && declaredDebtIds[0] === id);
      return {
        existingDebtId: id,
        monthlyCents: of ? of.monthlyCents : monthlyPaymentCents,
        payoffCents: outstandingBalanceCents,
      };
    });
}

/** Our own products that new ones of their types pay off. */
const ownDebtsOf = ({ withUs }: UnderwritingFacts, bank: BankDetails): OwnDebt[] =>
  (withUs.refinanceableProducts ?? []).map(({ monthlyPaymentCents, isPaymentUnseen, ...product }) => ({
    ...product,
    monthlyCents: isPaymentUnseen ? monthlyPaymentCents : seenOf(monthlyPaymentCents, bank),
    payoffCents: totalOf(product.payoff),
  }));

/**
 * What the debts that the bank shows contain of payments of this amount. Banks write our name in many ways, so the debits are found by their
 * amount. Of a payment that the bank does not show nothing is subtracted.
 */
function seenOf(paymentCents: Cents, { transactions, debts }: BankDetails): Cents {
  const debit = transactions.findLast(
    ({ kind, amountCents }) => kind === "DEBT_PAYMENT" && amountCents === negate(paymentCents),
  );
  const lender = debit && debts.find((one) => one.declaredDebtIds.length === 0 && one.lender === lenderOf(debit));
  return lender ? least(paymentCents, lender.monthlyCents) : noCents;
}

/** Invoiced revenue, where accounting data is connected. */
function invoicesOf({ accountingMonths }: UnderwritingFacts): Cents | null {
  const last = accountingMonths.toSorted((a, b) => (a.month < b.month ? -1 : 1)).slice(-averagedMonths);
  return last.length === 0 ? null : meanCents(last.map(({ revenueCents }) => revenueCents));
}

/** Sales on the platform, over the full months before the decision. Null if the platform reports none. */
function channelSalesOf({ salesDays, takenOn }: UnderwritingFacts): Cents | null {
  if (salesDays.length === 0) return null;
  const { year, month } = partsOf(takenOn);
  const months = Array.from({ length: averagedMonths }, (_, n) => {
    const index = year * 12 + (month - 1) - (n + 1);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
  });
  const firstMonth = salesDays.map(({ date }) => date.slice(0, 7)).toSorted()[0] ?? "";
  const covered = months.filter((one) => one >= firstMonth);
  if (covered.length === 0) return null;
  const byMonth = Map.groupBy(salesDays, ({ date }) => date.slice(0, 7));
  const totals = covered.map((one) =>
    cents((byMonth.get(one) ?? []).reduce((total, { netCents }) => total + netCents, 0)),
  );
  return meanCents(totals);
}
