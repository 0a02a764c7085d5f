import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";

/**
 * A second implementation of the onboarding path, written from the table of rules and not from the code: one row per step, one letter per
 * product. T term loan, L line of credit, F invoice financing, E accounts-payable financing, M advance, I integrated advance.
 */
const letters: Record<ProductType, string> = {
  TERM_LOAN: "T",
  LOC_TERM_LOAN: "L",
  FAST_PAY: "F",
  EXTEND_PAY_PURCHASE_ORDER: "E",
  MCA: "M",
  INTEGRATED_MCA: "I",
};

const table: readonly [step: string, products: string][] = [
  ["START_FLOW", "*"],
  ["SELECT_PRODUCTS", "*"],
  ["COLLECT_PERSONAL_DETAILS", "*"],
  ["COLLECT_BUSINESS_DETAILS", "*"],
  ["COLLECT_PLAID", "*, but not I alone with an account of the platform's"],
  ["COLLECT_BANK_STATEMENTS", "statements"],
  ["COLLECT_BANK_INFO", "statements"],
  ["COLLECT_RAILZ", "TL"],
  ["COLLECT_BUSINESS_TAX", "TL"],
  ["COLLECT_EXISTING_DEBT", "TLM"],
  ["COLLECT_REFINANCE_OPTIONS", "T with debts"],
  ["COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", "TLFEM"],
  ["COLLECT_CONSENT", "*"],
];

export type Answered = {
  products: readonly ProductType[];
  providesStatements: boolean;
  hasDebts: boolean;
  /** By the platform, through the partner API. */
  isAccountProvided: boolean;
  done: ReadonlySet<string>;
};
type Rules = Pick<PlatformSettings, "requiredSteps" | "hiddenSteps" | "accountingSource">;

/** The step that the application must be at. No applicant is prequalified. */
export function expectedStep(answered: Answered, rules: Rules): string {
  const chosen = answered.products.map((product) => letters[product]);
  const isOn = ([step, products]: (typeof table)[number]): boolean => {
    if ((rules.hiddenSteps as string[]).includes(step)) return false;
    if ((rules.requiredSteps as string[]).includes(step)) return true;
    if (step === "COLLECT_RAILZ" && rules.accountingSource !== "RAILZ") return false;
    if (step === "COLLECT_BUSINESS_TAX" && rules.accountingSource !== "TAX") return false;
    if (products === "*") return true;
    if (step === "COLLECT_PLAID") return !(answered.isAccountProvided && chosen.join("") === "I");
    if (products === "statements") return answered.providesStatements;
    if (products === "T with debts") return chosen.includes("T") && answered.hasDebts;
    return chosen.some((letter) => products.includes(letter));
  };
  const next = table.find((row) => isOn(row) && !answered.done.has(row[0]));
  return next?.[0] ?? "WAITING_FOR_OFFERS";
}

/** The answered steps before a step on the path. */
export const before = (step: string, { done }: Answered): string[] => {
  const names = table.map(([name]) => name);
  const at = step === "WAITING_FOR_OFFERS" ? names.length : names.indexOf(step);
  return names.slice(0, at).filter((name) => done.has(name));
};
export const after = (step: string): string[] => {
  const names = table.map(([name]) => name);
  return names.slice(names.indexOf(step) + 1);
};
