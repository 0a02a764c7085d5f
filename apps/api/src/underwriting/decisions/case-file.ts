import type { ApplicationCase } from "@inlay/contracts/staff/application-case.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { denialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";
import { policyExceptions } from "@inlay/lending/underwriting/exceptions.ts";
import { ruleNames } from "@inlay/lending/underwriting/rules/rule-names.ts";
import { dollars } from "@inlay/lending/underwriting/rules/wording.ts";
import type { AppContext } from "../../context.ts";
import { inScope } from "../../db/scope.ts";
import type { Staff } from "../../http/public.ts";
import { readCase, readContents } from "./read-case.ts";

type Facts = NonNullable<ApplicationCase["facts"]>;
type RunOfRules = NonNullable<ApplicationCase["decision"]>;
type Cell = string;
type Pair = [label: string, value: Cell];

export type CaseFile = {
  fileName: string;
  contents: Uint8Array<ArrayBuffer>;
  sha256: string;
  decisionId: string | null;
};

/** Renders the case of an application for printing, as staff see it now. */
export async function renderCaseFile(
  app: AppContext,
  { platformId }: Staff,
  { businessId, applicationId }: { businessId: string; applicationId: string },
): Promise<CaseFile> {
  const tenant = { platformId, businessId };
  const contents = await readContents(app, tenant, applicationId);
  const shown = await inScope(app.pool, tenant, (tx) => readCase(tx, tenant, applicationId, contents));
  const [last] = shown.decisions;
  const now = new Date();
  const { pdf, sha256 } = await app.renderer.render({
    template: "case-file",
    language: "en",
    documentId: applicationId,
    version: String(last?.number ?? 0),
    issuedAt: now,
    data: dataOf(shown, now),
  });
  const fileName = `case-${shown.business.reference}-decision-${last?.number ?? 0}.pdf`;
  return { fileName, contents: new Uint8Array(pdf), sha256, decisionId: last?.id ?? null };
}

const products: Record<ProductType, string> = {
  TERM_LOAN: "Term loan",
  LOC_TERM_LOAN: "Line of credit",
  FAST_PAY: "Invoice financing",
  EXTEND_PAY_PURCHASE_ORDER: "Accounts-payable financing",
  MCA: "Merchant cash advance",
  INTEGRATED_MCA: "Integrated merchant cash advance",
};
const none = "None";
const unknown = "Not known";

/** AVERAGE_BALANCE is printed as "Average balance". */
const words = (code: string): string => {
  const text = code.replaceAll("_", " ").toLowerCase();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};
const yesNo = (value: boolean): string => (value ? "Yes" : "No");
const money = (amountCents: number | null): string => (amountCents === null ? unknown : dollars(amountCents));
const moment = (iso: string | null): string => (iso === null ? none : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`);
const percent = (share: number, decimals = 2): string => `${(share * 100).toFixed(decimals)} %`;
const listed = (all: readonly string[]): string => (all.length === 0 ? none : all.join(", "));
const termOf = (durationDays: number | null): string => (durationDays === null ? "One size" : `${durationDays} days`);

const statusText = (status: ApplicationCase["application"]["status"]): string => {
  if (status === "ASSIGN_TO_CAPITAL_PROVIDER") return "Waits for a decision";
  return status === "UNASSIGNED" ? "Waits for capital" : words(status);
};

/** What the template prints: texts, and figures of the pictures between 0 and 1. */
export function dataOf(shown: ApplicationCase, printedAt: Date): Record<string, unknown> {
  const { application, business, platform, decision, facts, decisions, contents } = shown;
  const [last] = decisions;
  return {
    sender: "Inlay – confidential, for staff and examiners",
    title: `Case file: ${business.name ?? "business without a name"}`,
    lead: `${products[application.product]} · application ${application.id}`,
    isDestroyed: contents === "DESTROYED",
    isUndecided: contents === "UNDECIDED",
    header: [
      ["Business", business.name ?? unknown],
      ["Reference", business.reference],
      ["Platform", platform.name],
      ["Product", products[application.product]],
      ["Status", statusText(application.status)],
      ["Amount requested", money(application.amountRequestedCents)],
      ["Received", moment(application.receivedAt)],
      ["All data present", moment(application.completedAt)],
      ["To be decided by", moment(application.decideBy)],
      ["Capital provider", application.capitalProviderId ?? none],
      ["Promised by", moment(application.promisedAt)],
      ["Printed", moment(printedAt.toISOString())],
    ] satisfies Pair[],
    run: last && [
      ["Decision", `Number ${last.number}, round ${last.round}, ${moment(last.decidedAt)}`],
      ["Decision id", last.id],
      ["Policy version", last.policyVersion],
      ["Hash of the facts (SHA-256)", last.snapshotHash],
      ["Hash of the decision (SHA-256)", last.runHash],
    ],
    outcome: outcomeOf(shown),
    toConfirm: toConfirm(shown),
    exceptions: (decision?.exceptions ?? []).map(({ code, name, limit, rules, isApproved }) => [
      `${code} ${name}`,
      listed(rules),
      limit,
      isApproved ? "Approved by two people" : "Not approved",
    ]),
    offers: shown.offers.map((offer) => [
      money(offer.amountCents),
      termsOf(offer.terms),
      `${offer.aprPercentage.toFixed(4)} %`,
      words(offer.status),
      `${offer.capitalProviderId}${offer.isCounterOffer ? ", counter-offer" : ""}`,
    ]),
    ...(decision && runData(decision)),
    ...(facts && factsData(facts)),
    documents: shown.documents.map((one) => [
      one.fileName,
      words(one.documentType),
      words(one.status),
      yesNo(one.isCounted),
      one.createdAt.slice(0, 10),
    ]),
    rulings: shown.rulings.map((one) => [
      rulingText(one),
      `${one.requestedBy.name ?? one.requestedBy.id}: ${one.requestReason ?? none}`,
      one.approvedBy
        ? `${one.approvedBy.name ?? one.approvedBy.id}: ${one.approvalReason ?? none}`
        : "One person is enough",
      moment(one.ruledAt),
    ]),
    decisions: decisions.map((one) => [
      String(one.number),
      moment(one.decidedAt),
      words(one.outcome),
      one.creditResult ?? none,
      one.policyVersion,
      `${one.snapshotHash}\n${one.runHash}`,
    ]),
  };
}

const outcomes = {
  OFFERS: "Offers",
  NO_OFFERS: "No offers",
  REVIEW: "Referred to staff",
};

/** The outcome, and the reasons in the order in which an applicant is told them. */
function outcomeOf({ application, decisions, offers }: ApplicationCase): {
  title: string;
  sentence: string;
  reasons: string[];
} {
  const [last] = decisions;
  const told = (codes: readonly (keyof typeof denialReasons)[]) =>
    codes.map((code) => `${denialReasons[code]} (${code})`);
  if (application.denialReasons)
    return {
      title: outcomes.NO_OFFERS,
      sentence: "No offers are made. The reasons, in the order of the notice:",
      reasons: told(application.denialReasons),
    };
  if (!last) return { title: "Not decided", sentence: "The rules have not run yet.", reasons: [] };
  if (last.outcome === "OFFERS") {
    const most = Math.max(...offers.map(({ amountCents }) => amountCents), 0);
    const sentence =
      offers.length === 0
        ? "No capital provider has room for the offers. Staff assign one."
        : `${offers.length} ${offers.length === 1 ? "offer" : "offers"}, up to ${dollars(most)}${offers.some(({ isCounterOffer }) => isCounterOffer) ? ", below the amount requested" : ""}.`;
    return { title: outcomes.OFFERS, sentence, reasons: [] };
  }
  const sentence = "Staff decide before the application goes on. If they do not, it is denied for these reasons:";
  return { title: outcomes[last.outcome], sentence, reasons: told(last.reasons) };
}

type AnyRuling = {
  kind: string;
  code: string | null;
  capitalProviderId?: string | null;
  providerConsent?: string | null;
};

function rulingText({ kind, code, capitalProviderId, providerConsent }: AnyRuling): string {
  if (kind === "DENIAL_CONFIRMED") return "Denial confirmed";
  if (kind === "RULE_PASSED") return `Rule passed: ${ruleNames[code ?? ""]?.name ?? code} (${code})`;
  if (kind === "RESULT_OVERRIDE") return `Rating set to ${code}`;
  const name = policyExceptions[code as keyof typeof policyExceptions]?.name;
  const consent = providerConsent ? `; ${capitalProviderId} consented: ${providerConsent}` : "";
  return `Exception ${code} ${name}${consent}`;
}

/** What staff still have to decide, and what waits for a second person. */
function toConfirm({ decisions, pendingRulings, application }: ApplicationCase): string[] {
  const [last] = decisions;
  const pending = pendingRulings.map((one) => {
    const by = one.requestedBy.name ?? one.requestedBy.id;
    return `${rulingText(one)}: requested by ${by} on ${moment(one.requestedAt)} and not approved yet. Reason: ${one.requestReason}`;
  });
  if (last?.outcome !== "REVIEW" || application.status !== "ASSIGN_TO_CAPITAL_PROVIDER") return pending;
  const { rules, exceptions, isDenialToConfirm } = last.review;
  return [
    ...pending,
    ...rules.map((id) => `Rule ${ruleNames[id]?.name ?? id} (${id}): pass it or confirm the denial.`),
    ...exceptions.map(
      (code) => `Exception ${code} ${policyExceptions[code].name}: two people approve it, or the denial is confirmed.`,
    ),
    ...(isDenialToConfirm
      ? [
          "Denial: one person confirms it. Two people can instead pass the failed rules, or move the rating by one notch.",
        ]
      : []),
  ];
}

/** The most telling terms of an offer. What the product calls them is printed as words. */
function termsOf(terms: Record<string, unknown>): string {
  const figures = ["durationDays", "interestRatePercentage", "feePercentage", "repaymentPercentage", "feeFactor"];
  const texts = figures.flatMap((name) => {
    const value = terms[name];
    if (typeof value !== "number" && typeof value !== "string") return [];
    if (name === "durationDays") return [`${value} days`];
    if (name === "feeFactor") return [`factor ${value}`];
    const label = { interestRatePercentage: "interest", feePercentage: "fee", repaymentPercentage: "of sales" }[name];
    return [`${label} ${value} %`];
  });
  return texts.length === 0 ? "See the offer" : texts.join(", ");
}

const figure = (value: unknown, unit: RunOfRules["stages"][number]["rules"][number]["unit"]): string => {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return listed(value.map(String));
  if (typeof value === "boolean") return yesNo(value);
  if (typeof value !== "number") return String(value);
  if (unit === "CENTS") return dollars(value);
  if (unit === "SHARE") return percent(value);
  if (unit === "PLAIN") return String(value);
  return `${value} ${unit.toLowerCase()}`;
};
const stageNames: Record<string, string> = { ELIGIBILITY: "Eligibility", CREDIT: "Credit", FUNDING: "Funding" };

function runData({ stages, points, modelResult, creditResult, sizes }: RunOfRules): Record<string, unknown> {
  return {
    stages: stages.map(({ model, rules }) => ({
      title: `${stageNames[model.split("_")[0] ?? ""] ?? model} rules`,
      model,
      rows: rules.map((one) => ({
        name: one.name,
        id: one.id,
        sentence: one.sentence,
        value: figure(one.value, one.unit),
        threshold: figure(one.threshold, one.unit),
        points: one.points === null ? "" : String(one.points),
        result: one.isPassedByStaff ? `${words(one.outcome)}, passed by staff` : words(one.outcome),
        isOpen: one.outcome !== "PASS" && !one.isPassedByStaff,
      })),
    })),
    rating: ratingText({ stages, points, modelResult, creditResult }),
    sizes: sizes.map((one) => [
      termOf(one.durationDays),
      one.limits.map(({ name, cents }) => `${words(name)} ${dollars(cents)}`).join(", "),
      words(one.binding),
      dollars(one.amountCents),
      one.result === "OFFERED" ? `Offered, APR ${one.aprPercentage?.toFixed(4)} %` : words(one.result),
    ]),
  };
}

/** The rating in a sentence. A rating of FAIL is due to a failed rule, or to the points. */
function ratingText({
  stages,
  points,
  modelResult,
  creditResult,
}: Omit<RunOfRules, "sizes" | "id" | "isCounterOffer" | "exceptions">) {
  if (modelResult === null) return null;
  const failed = stages
    .flatMap(({ rules }) => rules)
    .filter(({ outcome, points: given }) => outcome === "FAIL" && given !== null);
  const cause =
    modelResult === "FAIL" && failed.length > 0 ? `, because of ${failed.map(({ name }) => name).join(", ")}` : "";
  const set = creditResult === modelResult ? "" : ` Staff set it to ${creditResult}.`;
  return `${points} ${points === 1 ? "point" : "points"}. The rating of the model is ${modelResult}${cause}.${set}`;
}

type Filings = { bankruptcies: unknown[]; taxLiens: unknown[]; judgments: unknown[] };
const filingsOf = ({ bankruptcies, taxLiens, judgments }: Filings): string =>
  `${bankruptcies.length} bankruptcies, ${taxLiens.length} tax liens, ${judgments.length} judgments`;

function factsData(facts: Facts): Record<string, unknown> {
  const { statement, business, verification, businessCredit, bank, withUs } = facts;
  const codes = [...new Set([...(verification?.naicsCodes ?? []), ...(businessCredit?.naicsCodes ?? [])])];
  return {
    takenOn: facts.takenOn,
    facts: [
      ["Use of funds", statement ? words(statement.useOfFunds) : unknown],
      ["Managed from", statement?.state ?? business.addressState ?? unknown],
      ["Gross annual revenue, stated", money(statement?.grossAnnualRevenueCents ?? null)],
      ["Owners live in the US, stated", statement ? yesNo(statement.businessOwnersAreUsResidents) : unknown],
      ["Entity", verification?.entityType ?? (business.isSoleProprietorship ? "Sole proprietorship" : unknown)],
      [
        "Formed",
        `${verification?.formedOn ?? businessCredit?.incorporatedOn ?? unknown}, ${verification?.formedIn ?? "state not known"}`,
      ],
      [
        "Registrations",
        listed(
          (verification?.registrations ?? []).map(
            ({ state, standing }) => `${state} (${words(standing).toLowerCase()} standing)`,
          ),
        ),
      ],
      ["Industry codes (NAICS)", listed(codes)],
      ["On the platform since", facts.platform.businessSince],
      [
        "Business credit report",
        businessCredit
          ? `Of ${businessCredit.pulledOn}: ${filingsOf(businessCredit)}, ${businessCredit.uccFilings.length} UCC filings, ${businessCredit.collectionsCount} collections`
          : none,
      ],
      [
        "Days beyond terms",
        businessCredit?.monthlyAverageDbt == null ? unknown : String(businessCredit.monthlyAverageDbt),
      ],
      [
        "Declared debts",
        facts.debts.length === 0
          ? none
          : facts.debts
              .map(
                (one) =>
                  `${one.description}: ${dollars(one.outstandingBalanceCents)}, ${dollars(one.monthlyPaymentCents)} a month${one.isToBeRefinanced ? ", to be refinanced" : ""}`,
              )
              .join("\n"),
      ],
      [
        "Debt payments seen",
        bank.debts.length === 0
          ? none
          : bank.debts.map(({ lender, monthlyCents }) => `${lender}: ${dollars(monthlyCents)} a month`).join("\n"),
      ],
      [
        "History with us",
        `${withUs.hasDefaulted ? "A default" : "No default"}, ${withUs.isLate ? "late now" : "nothing late"}, exposure ${dollars(withUs.exposureCents)}, payments not seen at the bank yet ${dollars(withUs.unseenPaymentsCents)} a month`,
      ],
      [
        "Accounts",
        listed(
          facts.accounts.map(
            (one) =>
              `${one.institutionName ?? "Bank"} ${one.name} ${money(one.balanceCents)}${one.isBusinessChecking ? "" : " (not counted)"}`,
          ),
        ),
      ],
    ] satisfies Pair[],
    bankLead: bank.span
      ? `${bank.transactionsCount.toLocaleString("en-US")} transactions from ${bank.span.from} to ${bank.span.to}. Average monthly revenue ${money(bank.averageMonthlyRevenueCents)}; cash flow available for debt service ${money(bank.cashFlowCents)} a month; debt payments ${dollars(bank.monthlyDebtCents)} a month; ${bank.negativeDaysCount} days below zero; largest payor ${bank.largestPayorShare === null ? "not known" : percent(bank.largestPayorShare, 0)} of revenue.`
      : "No bank data is known.",
    summaries: bank.summaries.map((one) => [
      `${one.startDate} to ${one.endDate}`,
      dollars(one.averageCashBalanceCents),
      dollars(one.minimumBalanceCents),
      dollars(one.totalIncomingCashCents),
      dollars(one.totalOutgoingCashCents),
      dollars(one.totalDebtPaymentsCents),
      `${one.nsfCount} / ${one.overdraftCount}`,
    ]),
    revenue: revenuePicture(bank.months),
    balance: balancePicture(bank.days),
    owners: facts.owners.map((one) => [
      `${one.firstName} ${one.lastName}${one.isPrimary ? ", primary owner" : ""}${one.isControlPerson ? ", control person" : ""}`,
      one.ownershipPercentage === null ? unknown : `${one.ownershipPercentage} %`,
      yesNo(one.isOnboarded),
      one.credit
        ? `${one.credit.ficoScore ?? "No score"}, ${one.credit.tradelinesCount ?? "no"} accounts, pulled ${one.credit.pulledOn}`
        : "No report",
      one.credit
        ? `${one.credit.nowDelinquentDerog} now, ${one.credit.wasDelinquentDerog} before; ${filingsOf(one.credit)}`
        : none,
    ]),
  };
}

/** The months that the picture of the revenue shows. */
const shownMonths = 24;

/** A round amount that is at least as large: 1, 2 or 5 times a power of ten. */
function roundUp(amountCents: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(amountCents, 1)));
  return ([1, 2, 5, 10].find((step) => step * power >= amountCents) ?? 10) * power;
}
const inThousands = (amountCents: number): string => `$${Math.round(amountCents / 100_000).toLocaleString("en-US")}k`;

/** Bars in shares of the top of the scale. */
function revenuePicture(months: Facts["bank"]["months"]) {
  const last = months.slice(-shownMonths);
  if (last.length === 0) return null;
  const amounts = last.map(({ revenueCents }) => Math.max(0, revenueCents));
  const top = roundUp(Math.max(...amounts));
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return {
    alt: `Revenue of ${last.length} months from ${last[0]?.month.slice(0, 7)} to ${last.at(-1)?.month.slice(0, 7)}, between ${dollars(least)} and ${dollars(most)} a month.`,
    scale: [0, 0.5, 1].map((share) => ({ at: share, label: inThousands(top * share) })),
    bars: last.map(({ month }, n) => ({ label: month.slice(2, 7), share: (amounts[n] ?? 0) / top })),
  };
}

/** Points of a line in shares of the width and of the scale, which includes zero. */
function balancePicture(days: Facts["bank"]["days"]) {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || days.length < 2) return null;
  const balances = days.map(({ balanceCents }) => balanceCents);
  const [least, most] = [Math.min(...balances), Math.max(...balances)];
  const top = roundUp(Math.max(most, 100_000));
  const bottom = least < 0 ? -roundUp(-least) : 0;
  const shareOf = (amountCents: number) => (amountCents - bottom) / (top - bottom);
  const marks = bottom < 0 ? [bottom, 0, top] : [0, top / 2, top];
  return {
    alt: `Closing balance of ${days.length} days from ${first.date} to ${last.date}, between ${dollars(least)} and ${dollars(most)}.`,
    scale: marks.map((amountCents) => ({ at: shareOf(amountCents), label: inThousands(amountCents) })),
    from: first.date,
    to: last.date,
    points: days.map(({ balanceCents }, n) => [n / (days.length - 1), shareOf(balanceCents)]),
  };
}
