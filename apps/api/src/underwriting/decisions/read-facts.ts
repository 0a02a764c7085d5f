import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents, sum } from "@inlay/lending/money/cents.ts";
import { isPaymentUnseen, monthlyPaymentOf } from "@inlay/lending/offers/monthly-payment.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { BankTransaction } from "@inlay/lending/underwriting/cash-flow/bank-transaction.ts";
import type {
  AccountingMonthFacts,
  BusinessCreditFacts,
  Filing,
  HistoryWithUs,
  OwnerFacts,
  UnderwritingFacts,
  VerificationFacts,
} from "@inlay/lending/underwriting/data/facts.ts";
import { sql } from "kysely";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import { settingsOf } from "../../platforms/public.ts";
import { listRefinanceable } from "../../products/public.ts";
import type { Tenant } from "../reports.ts";
import type { summaryOfBusiness, summaryOfFindings, summaryOfPerson } from "../summaries.ts";

/** The balances of linked accounts by the vendor's account id, read from the banks just before. */
export type Balances = ReadonlyMap<string, Cents>;

/** Reads everything that a decision is based on. Nothing here is an SSN, an EIN, an account number or a routing number. */
export async function readFacts(
  tx: Tx,
  { platformId, businessId }: Tenant,
  balances: Balances,
): Promise<UnderwritingFacts> {
  const takenOn = dateAt(await businessNow(tx, businessId));
  const business = await tx
    .selectFrom("business as b")
    .innerJoin("platform as p", "p.id", "b.platform_id")
    .select(["b.name", "b.platform_business_id", "b.phone_number", "b.address", "b.is_sole_proprietorship"])
    .select(["b.tax_entity_type", "b.created_at", "p.name as platform_name"])
    .where("b.id", "=", businessId)
    .executeTakeFirstOrThrow();
  const settings = await settingsOf(tx, platformId);
  const applications = await tx
    .selectFrom("loan_application")
    .select("product")
    .where("business_id", "=", businessId)
    .orderBy("product")
    .execute();
  const reports = await lastReports(tx, businessId);
  const address = business.address as { state?: string } | null;
  return {
    takenOn,
    business: {
      id: businessId,
      name: business.name ?? "",
      platformBusinessId: business.platform_business_id ?? "",
      phoneNumber: business.phone_number,
      addressState: address?.state ?? null,
      isSoleProprietorship: business.is_sole_proprietorship ?? business.tax_entity_type === "PASS_THROUGH",
      selectedProducts: [...new Set(applications.map(({ product }) => product as ProductType))],
    },
    platform: {
      id: platformId,
      name: business.platform_name,
      businessSince: dateAt(business.created_at),
      minimumFicoScoreRequiredOnPlatform: settings.minimumFicoScoreRequiredOnPlatform,
    },
    owners: await ownersOf(tx, businessId, reports),
    businessCredit: businessCreditOf(reports),
    verification: verificationOf(reports),
    accounts: await accountsOf(tx, businessId, balances),
    transactions: await transactionsOf(tx, businessId),
    salesDays: await salesOf(tx, businessId),
    accountingMonths: await accountingOf(tx, businessId),
    debts: await debtsOf(tx, businessId),
    statement: await statementOf(tx, businessId),
    withUs: await historyOf(tx, businessId, takenOn),
  };
}

type Report = { source: string; subjectId: string; outcome: string | null; summary: unknown; pulledAt: Date | null };

/** The last report of each source about each subject. */
const lastReports = async (tx: Tx, businessId: string): Promise<Report[]> =>
  tx
    .selectFrom("report")
    .distinctOn(["subject_id", "source"])
    .select(["source", "subject_id as subjectId", "outcome", "summary", "pulled_at as pulledAt"])
    .where("business_id", "=", businessId)
    .orderBy("subject_id")
    .orderBy("source")
    .orderBy("attempt", "desc")
    .execute();

type PersonSummary = ReturnType<typeof summaryOfPerson>;
type BusinessSummary = ReturnType<typeof summaryOfBusiness>;
type Findings = ReturnType<typeof summaryOfFindings>;

async function ownersOf(tx: Tx, businessId: string, reports: readonly Report[]): Promise<OwnerFacts[]> {
  const rows = await tx
    .selectFrom("business_owner")
    .select(["id", "is_primary", "first_name", "last_name", "email", "ownership_basis_points", "is_control_person"])
    .select("onboarded_at")
    .where("business_id", "=", businessId)
    .where("removed_at", "is", null)
    .orderBy("is_primary", "desc")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    isPrimary: row.is_primary,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    ownershipPercentage: row.ownership_basis_points === null ? null : row.ownership_basis_points / 100,
    isControlPerson: row.is_control_person,
    isOnboarded: row.is_primary || row.onboarded_at !== null,
    credit: creditOf(reports.find(({ subjectId, source }) => subjectId === row.id && source.endsWith("OWNER_CREDIT"))),
  }));
}

function creditOf(report: Report | undefined): OwnerFacts["credit"] {
  if (!report?.pulledAt) return null;
  const pulledOn = dateAt(report.pulledAt);
  if (report.outcome !== "REPORT" && report.outcome !== "THIN_FILE") return { ...noFile, pulledOn };
  const summary = report.summary as PersonSummary;
  const filings = (kind: "BANKRUPTCY" | "TAX_LIEN" | "JUDGMENT"): Filing[] =>
    summary.publicRecords
      .filter((one) => one.kind === kind)
      .map(({ filedOn, amountCents, isOver }) => ({ filedOn, amountCents, isOver }));
  return {
    pulledOn,
    ficoScore: summary.ficoScore,
    // Reports that were pulled before factors were kept have none.
    scoreFactors: summary.scoreFactors ?? [],
    tradelinesCount: summary.tradelinesCount,
    derogatoryAccountsCount: summary.derogatoryAccountsCount,
    bankruptcyCount: summary.bankruptcyCount,
    nowDelinquentDerog: summary.nowDelinquentCount,
    wasDelinquentDerog: summary.wasDelinquentCount,
    bankruptcies: filings("BANKRUPTCY"),
    taxLiens: filings("TAX_LIEN"),
    judgments: filings("JUDGMENT"),
  };
}

/** The bureau has no file of the person, or staff accepted a report that is not conclusive. */
const noFile: Omit<NonNullable<OwnerFacts["credit"]>, "pulledOn"> = {
  ficoScore: null,
  tradelinesCount: null,
  derogatoryAccountsCount: 0,
  bankruptcyCount: 0,
  nowDelinquentDerog: 0,
  wasDelinquentDerog: 0,
  bankruptcies: [],
  taxLiens: [],
  judgments: [],
};

function businessCreditOf(reports: readonly Report[]): BusinessCreditFacts | null {
  const report = reports.find(({ source, outcome }) => source === "BUSINESS_CREDIT" && outcome === "REPORT");
  if (!report?.pulledAt) return null;
  const summary = report.summary as BusinessSummary;
  const filings = (all: BusinessSummary["judgments"]): Filing[] =>
    all.map(({ filedOn, liabilityCents, isOver }) => ({ filedOn, amountCents: liabilityCents, isOver }));
  return {
    pulledOn: dateAt(report.pulledAt),
    incorporatedOn: summary.incorporatedOn,
    fileEstablishedOn: summary.fileEstablishedOn,
    naicsCodes: summary.naicsCodes,
    sicCodes: summary.sicCodes,
    monthlyAverageDbt: summary.monthlyAverageDbt,
    bankruptcies: filings(summary.bankruptcies),
    taxLiens: filings(summary.taxLiens),
    judgments: filings(summary.judgments),
    uccFilings: summary.uccFilings,
    collectionsCount: summary.collections.length,
  };
}

function verificationOf(reports: readonly Report[]): VerificationFacts | null {
  const report = reports.find(({ source, outcome }) => source === "BUSINESS_VERIFICATION" && outcome === "FOUND");
  if (!report) return null;
  const summary = report.summary as Findings;
  return {
    formedOn: summary.formation.on,
    formedIn: summary.formation.state,
    entityType: summary.formation.entityType,
    registrations: summary.registrations.map(({ state, standing }) => ({ state, standing })),
    naicsCodes: summary.naicsCodes,
    sicCodes: summary.sicCodes,
    openLiensCount: summary.liens.filter(({ isOpen }) => isOpen).length,
    bankruptcyCount: summary.bankruptcyCount,
  };
}

async function accountsOf(tx: Tx, businessId: string, balances: Balances): Promise<UnderwritingFacts["accounts"]> {
  const rows = await tx
    .selectFrom("bank_account")
    .select(["vendor_account_id", "bank_item_id", "account_name", "institution_name", "account_subtype", "holder"])
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .where("vendor_account_id", "is not", null)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    accountId: row.vendor_account_id ?? "",
    itemId: row.bank_item_id ?? "",
    name: row.account_name,
    officialName: null,
    institutionName: row.institution_name,
    subType: row.account_subtype,
    isBusinessChecking: row.account_subtype === "checking",
    balanceCents: balances.get(row.vendor_account_id ?? "") ?? null,
  }));
}

/** In the order of the primary key, so that the same rows are always read in the same order. */
async function transactionsOf(tx: Tx, businessId: string): Promise<BankTransaction[]> {
  const rows = await tx
    .selectFrom("bank_transaction")
    .select(["vendor_transaction_id", "vendor_account_id", "amount_cents", "posted_on", "is_pending"])
    .select(["description", "merchant_name", "category"])
    .where("business_id", "=", businessId)
    .orderBy("bank_item_id")
    .orderBy("vendor_transaction_id")
    .execute();
  return rows.map((row) => ({
    transactionId: row.vendor_transaction_id,
    accountId: row.vendor_account_id,
    date: row.posted_on as BusinessDate,
    amountCents: cents(row.amount_cents),
    isPending: row.is_pending,
    name: row.description,
    merchantName: row.merchant_name,
    category: row.category,
  }));
}

async function salesOf(tx: Tx, businessId: string): Promise<UnderwritingFacts["salesDays"]> {
  const { rows } = await sql<{ date: BusinessDate; netCents: number }>`
    select sold_on as date, sum(gross_cents - refunds_cents)::bigint as "netCents" from app.sales_day
    where business_id = ${businessId}::uuid and source = 'PLATFORM' group by sold_on order by sold_on`.execute(tx);
  return rows.map(({ date, netCents }) => ({ date, netCents: cents(Number(netCents)) }));
}

async function accountingOf(tx: Tx, businessId: string): Promise<AccountingMonthFacts[]> {
  const rows = await tx
    .selectFrom("accounting_month")
    .selectAll()
    .where("business_id", "=", businessId)
    .orderBy("month")
    .execute();
  return rows.map((row) => ({
    month: row.month as BusinessDate,
    revenueCents: cents(row.revenue_cents),
    costOfGoodsCents: cents(row.cost_of_goods_cents),
    operatingExpensesCents: cents(row.operating_expenses_cents),
    otherIncomeCents: cents(row.other_income_cents),
    otherExpensesCents: cents(row.other_expenses_cents),
    netIncomeCents: cents(row.net_income_cents),
    cashCents: cents(row.cash_cents),
    assetsCents: cents(row.assets_cents),
    liabilitiesCents: cents(row.liabilities_cents),
    equityCents: cents(row.equity_cents),
    operatingCashCents: cents(row.operating_cash_cents),
    investingCashCents: cents(row.investing_cash_cents),
    financingCashCents: cents(row.financing_cash_cents),
  }));
}

async function debtsOf(tx: Tx, businessId: string): Promise<UnderwritingFacts["debts"]> {
  const rows = await tx
    .selectFrom("existing_debt")
    .select(["id", "description", "monthly_payment_cents", "outstanding_balance_cents", "refinance_requested"])
    .where("business_id", "=", businessId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    description: row.description,
    monthlyPaymentCents: cents(row.monthly_payment_cents),
    outstandingBalanceCents: cents(row.outstanding_balance_cents),
    isToBeRefinanced: row.refinance_requested ?? false,
  }));
}

/** What the owner stated with the last consent. */
async function statementOf(tx: Tx, businessId: string): Promise<UnderwritingFacts["statement"]> {
  const row = await tx
    .selectFrom("owner_statement")
    .select(["amount_requested_cents", "use_of_funds", "state_managed_from", "gross_annual_revenue_cents"])
    .select("business_owners_are_us_residents")
    .where("business_id", "=", businessId)
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    amountRequestedCents: cents(row.amount_requested_cents),
    useOfFunds: row.use_of_funds,
    state: row.state_managed_from,
    grossAnnualRevenueCents: cents(row.gross_annual_revenue_cents),
    businessOwnersAreUsResidents: row.business_owners_are_us_residents,
  };
}

/** What the business owes us or may draw, and whether it has paid. */
async function historyOf(tx: Tx, businessId: string, takenOn: BusinessDate): Promise<HistoryWithUs> {
  const { rows } = await sql<{ hasDefaulted: boolean; isLate: boolean; exposureCents: number }>`
    select coalesce(bool_or(p.loan_status = 'DEFAULTED' or p.written_off_at is not null), false) as "hasDefaulted",
      coalesce(bool_or(p.loan_status = 'LATE'), false) as "isLate",
      coalesce(sum(greatest(coalesce(p.limit_cents, 0), o.owed_cents)) filter (
        where p.loan_status in ('CURRENT', 'LATE', 'DEFAULTED')), 0)::bigint as "exposureCents"
    from app.issued_product p
    left join lateral (select coalesce(sum(o.owed_principal_cents - o.paid_principal_cents - o.waived_principal_cents), 0) as owed_cents
      from app.obligation o where o.issued_product_id = p.id and o.cancelled_at is null) o on true
    where p.business_id = ${businessId}::uuid`.execute(tx);
  const found = rows[0];
  const accepted = await acceptedOffers(tx, businessId);
  const unfunded = accepted.filter(({ isUnfunded }) => isUnfunded);
  const unseen = accepted.filter(
    ({ isOpen, fundedOn }) => isOpen && (fundedOn === null || isPaymentUnseen(fundedOn, takenOn)),
  );
  return {
    hasDefaulted: found?.hasDefaulted ?? false,
    isLate: found?.isLate ?? false,
    exposureCents: sum([cents(Number(found?.exposureCents ?? 0)), ...unfunded.map(({ amountCents }) => amountCents)]),
    unseenPaymentsCents: sum(
      unseen.map(({ terms, amountCents, fundedOn }) => monthlyPaymentOf(terms, amountCents, fundedOn ?? takenOn)),
    ),
    acceptedOfferIds: accepted.map(({ id }) => id),
    refinanceableProducts: await listRefinanceable(tx, businessId, takenOn),
  };
}

const openStatuses = ["CURRENT", "LATE"];

/** The accepted offers of a business. One is unfunded while its loan closes, and until the payout of its product has arrived. */
async function acceptedOffers(tx: Tx, businessId: string) {
  const rows = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .leftJoin("issued_product as p", "p.offer_id", "o.id")
    .select(["o.id", "o.terms", "o.amount_cents", "o.chosen_amount_cents", "a.status"])
    .select(["p.loan_status", "p.funded_on"])
    .where("o.business_id", "=", businessId)
    .where("o.status", "=", "ACCEPTED")
    .orderBy("o.id")
    .execute();
  return rows.map((row) => {
    const isOpen = row.loan_status === null ? row.status === "CLOSE_LOAN" : openStatuses.includes(row.loan_status);
    return {
      id: row.id,
      terms: offerPricing.parse(row.terms),
      amountCents: cents(Number(row.chosen_amount_cents ?? row.amount_cents)),
      isOpen,
      isUnfunded: isOpen && row.funded_on === null,
      fundedOn: row.funded_on as BusinessDate | null,
    };
  });
}
