import { type Cents, cents } from "../money/cents.ts";
import type { ProductType } from "../products/product-type.ts";

/** The layouts that the laws prescribe. A family has one template. */
export const formFamilies = [
  "CLOSED_END",
  "OPEN_END",
  "SALES_BASED",
  /** The total dollar cost without an APR. */
  "COST_SUMMARY",
  /** Of advances only, without an APR, with fees, collateral and signature. */
  "SALES_BASED_SUMMARY",
] as const;
export type FormFamily = (typeof formFamilies)[number];

/** What a form states. The itemization of the amount financed belongs to `recipientFunds`. */
export type DisclosureField =
  | "fundingProvided"
  | "recipientFunds"
  | "apr"
  | "financeCharge"
  | "totalOfPayments"
  | "payment"
  | "averageMonthlyCost"
  | "term"
  | "prepayment"
  | "avoidableFees"
  | "collateral"
  | "brokerCompensation"
  | "renewal"
  | "contact"
  | "signature";

type Form = { family: FormFamily; products: readonly ProductType[]; fields: readonly DisclosureField[] };

/** The disclosure law of one state as data. Counsel confirms every row before it is used in production. */
export type RulePack = {
  state: string;
  stateName: string;
  /** Raised with every change of this pack or of the templates of its forms. */
  version: string;
  law: string;
  title: string;
  /** The largest amount, limit or advance that the law is about. Null: any amount. */
  upTo: { amountCents: Cents; isIncluded: boolean } | null;
  delivery: "AT_SPECIFIC_OFFER" | "BEFORE_CONSUMMATION";
  isSigned: boolean;
  forms: readonly Form[];
};

const loans: readonly ProductType[] = ["TERM_LOAN"];
const openEnd: readonly ProductType[] = ["LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"];
const salesBased: readonly ProductType[] = ["MCA", "INTEGRATED_MCA"];

const amounts: readonly DisclosureField[] = ["fundingProvided", "recipientFunds"];
const withApr: readonly DisclosureField[] = [
  ...amounts,
  "apr",
  "financeCharge",
  "totalOfPayments",
  "payment",
  "averageMonthlyCost",
  "term",
  "prepayment",
];

/** The forms of California and New York. A broker's compensation is a document of its own there. */
const aprForms = (more: Record<"CLOSED_END" | "OPEN_END" | "SALES_BASED", readonly DisclosureField[]>): Form[] => [
  { family: "CLOSED_END", products: loans, fields: [...withApr, ...more.CLOSED_END, "signature"] },
  { family: "OPEN_END", products: openEnd, fields: [...withApr, ...more.OPEN_END, "signature"] },
  { family: "SALES_BASED", products: salesBased, fields: [...withApr, ...more.SALES_BASED, "signature"] },
];

const costSummary = (products: readonly ProductType[]): Form[] => [
  {
    family: "COST_SUMMARY",
    products,
    fields: [...amounts, "financeCharge", "totalOfPayments", "payment", "prepayment"],
  },
];

const salesBasedSummary = (...more: readonly DisclosureField[]): Form[] => [
  {
    family: "SALES_BASED_SUMMARY",
    products: salesBased,
    fields: [
      ...amounts,
      "financeCharge",
      "totalOfPayments",
      "payment",
      "term",
      "prepayment",
      "avoidableFees",
      "collateral",
      ...more,
      "signature",
    ],
  },
];

const upTo = (dollars: number) => ({ amountCents: cents(dollars * 100), isIncluded: true });
const below = (dollars: number) => ({ amountCents: cents(dollars * 100), isIncluded: false });

const everyProduct = [...loans, ...openEnd, ...salesBased];
const title = "Commercial financing disclosure";
const salesTitle = "Sales-based financing disclosure";
const version = "2026-11-18.1";

/** The states that require a disclosure. */
export const rulePacks: readonly RulePack[] = [
  {
    state: "CA",
    stateName: "California",
    version,
    law: "California Financial Code sections 22800 to 22806; 10 CCR sections 900 to 956",
    title: "Offer summary",
    upTo: upTo(500_000),
    delivery: "AT_SPECIFIC_OFFER",
    isSigned: true,
    forms: aprForms({ CLOSED_END: [], OPEN_END: [], SALES_BASED: [] }),
  },
  {
    state: "NY",
    stateName: "New York",
    version,
    law: "New York Financial Services Law sections 801 to 811; 23 NYCRR part 600",
    title: "Offer summary",
    upTo: upTo(2_500_000),
    delivery: "AT_SPECIFIC_OFFER",
    isSigned: true,
    forms: aprForms({
      CLOSED_END: ["avoidableFees", "collateral", "renewal"],
      OPEN_END: ["avoidableFees", "collateral"],
      SALES_BASED: ["avoidableFees", "collateral", "renewal"],
    }),
  },
  {
    state: "UT",
    stateName: "Utah",
    version,
    law: "Utah Code sections 7-27-101 and following",
    title,
    upTo: upTo(1_000_000),
    delivery: "BEFORE_CONSUMMATION",
    isSigned: false,
    forms: costSummary(everyProduct),
  },
  {
    state: "VA",
    stateName: "Virginia",
    version,
    law: "Code of Virginia sections 6.2-2228 and following; 10VAC5-240",
    title: salesTitle,
    upTo: upTo(500_000),
    delivery: "AT_SPECIFIC_OFFER",
    isSigned: true,
    forms: salesBasedSummary("brokerCompensation"),
  },
  {
    state: "FL",
    stateName: "Florida",
    version,
    law: "Florida Statutes sections 559.961 to 559.9615",
    title,
    upTo: upTo(500_000),
    delivery: "BEFORE_CONSUMMATION",
    isSigned: false,
    forms: costSummary(everyProduct),
  },
  {
    state: "GA",
    stateName: "Georgia",
    version,
    law: "Official Code of Georgia section 10-1-393.18",
    title,
    upTo: upTo(500_000),
    delivery: "BEFORE_CONSUMMATION",
    isSigned: false,
    forms: costSummary(everyProduct),
  },
  {
    state: "CT",
    stateName: "Connecticut",
    version,
    law: "Connecticut General Statutes sections 36a-861 and following",
    title: salesTitle,
    upTo: upTo(250_000),
    delivery: "AT_SPECIFIC_OFFER",
    isSigned: true,
    forms: salesBasedSummary(),
  },
  {
    state: "KS",
    stateName: "Kansas",
    version,
    law: "Kansas Statutes section 75-784",
    title,
    upTo: upTo(500_000),
    delivery: "BEFORE_CONSUMMATION",
    isSigned: false,
    forms: costSummary(everyProduct),
  },
  {
    state: "MO",
    stateName: "Missouri",
    version,
    law: "Missouri Revised Statutes section 427.300",
    title,
    upTo: upTo(500_000),
    delivery: "BEFORE_CONSUMMATION",
    isSigned: false,
    forms: costSummary(everyProduct),
  },
  {
    state: "LA",
    stateName: "Louisiana",
    version,
    law: "Louisiana Revised Statutes 9:3137.10",
    title: "Revenue-based financing disclosure",
    upTo: null,
    delivery: "BEFORE_CONSUMMATION",
    isSigned: false,
    forms: costSummary(salesBased),
  },
  {
    state: "TX",
    stateName: "Texas",
    version,
    law: "Texas Finance Code chapter 398",
    title: salesTitle,
    upTo: below(1_000_000),
    delivery: "BEFORE_CONSUMMATION",
    isSigned: true,
    forms: salesBasedSummary("brokerCompensation", "renewal", "contact"),
  },
];

export type DisclosureForm = Form & { pack: RulePack };

/** The form that an offer of an amount needs. Null: the law of the state asks for none. */
export function disclosureForm(state: string, product: ProductType, amountCents: Cents): DisclosureForm | null {
  const pack = rulePacks.find((one) => one.state === state);
  const form = pack?.forms.find(({ products }) => products.includes(product));
  if (!pack || !form || !isWithin(pack.upTo, amountCents)) return null;
  return { ...form, pack };
}

const isWithin = (limit: RulePack["upTo"], amountCents: Cents): boolean =>
  limit === null || (limit.isIncluded ? amountCents <= limit.amountCents : amountCents < limit.amountCents);
