import type { ProductType } from "../products/product-type.ts";

/** The consequences of a missed payment. Each starts on its first day. */
export type DelinquencyStep = { fromDays: number; code: DelinquencyCode };
export const delinquencyCodes = [
  "DUE",
  "GRACE",
  "LATE",
  "STAFF_CONTACT",
  "RECONCILIATION_OFFERED",
  "WATCH_LIST",
  "DEFAULT_NOTICE",
  "BREACH_REVIEW",
  "DEFAULTED",
  "CHARGE_OFF_PROPOSED",
  "CHARGED_OFF",
] as const;
export type DelinquencyCode = (typeof delinquencyCodes)[number];

export type DelinquencyFamily = "loan" | "invoice" | "advance";

export const delinquency: Record<DelinquencyFamily, readonly DelinquencyStep[]> = {
  loan: [
    { fromDays: 0, code: "DUE" },
    { fromDays: 1, code: "GRACE" },
    { fromDays: 6, code: "LATE" },
    { fromDays: 15, code: "STAFF_CONTACT" },
    { fromDays: 30, code: "STAFF_CONTACT" },
    { fromDays: 30, code: "WATCH_LIST" },
    { fromDays: 91, code: "DEFAULTED" },
    { fromDays: 120, code: "CHARGE_OFF_PROPOSED" },
    { fromDays: 180, code: "CHARGED_OFF" },
  ],
  invoice: [
    { fromDays: 0, code: "DUE" },
    { fromDays: 1, code: "GRACE" },
    { fromDays: 6, code: "LATE" },
    { fromDays: 15, code: "STAFF_CONTACT" },
    { fromDays: 30, code: "STAFF_CONTACT" },
    { fromDays: 30, code: "DEFAULT_NOTICE" },
    { fromDays: 61, code: "DEFAULTED" },
    { fromDays: 120, code: "CHARGED_OFF" },
  ],
  // Slow sales are never a default. An advance is reviewed for breach, and the days of its last row count from the last remittance.
  advance: [
    { fromDays: 0, code: "DUE" },
    { fromDays: 6, code: "LATE" },
    { fromDays: 15, code: "RECONCILIATION_OFFERED" },
    { fromDays: 30, code: "RECONCILIATION_OFFERED" },
    { fromDays: 30, code: "BREACH_REVIEW" },
    { fromDays: 180, code: "CHARGED_OFF" },
  ],
};

export const delinquencyFamilies: Record<ProductType, DelinquencyFamily> = {
  TERM_LOAN: "loan",
  LOC_TERM_LOAN: "loan",
  FAST_PAY: "invoice",
  EXTEND_PAY_PURCHASE_ORDER: "invoice",
  MCA: "advance",
  INTEGRATED_MCA: "advance",
};
