import type { RepaymentFrequency } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";

/** The figures by which offers of all products are compared. The frame writes the same rows for each, in the same order. */
export type ChoiceFigures = {
  costCents: number;
  apr: number;
  /** Whether the payments depend on sales. */
  isEstimate: boolean;
  /** What the cost is for: a chosen amount, or a whole limit that is used at once. */
  amountCents: number;
  basis: "AMOUNT" | "WHOLE_LIMIT";
  receivedCents: number;
  /** Whether a supplier receives it instead of the owner. */
  isPaidToSupplier?: boolean;
  /** ONCE: all is repaid in one payment; PARTS: in several, of which `cents` is the sum. `plusCents` is paid beside each payment. */
  payment: { cents: number; every: RepaymentFrequency | "ONCE" | "PARTS"; times: number | null; plusCents: number };
  /** How long the owner has the money. */
  heldDays: number;
  /** SAVES_CHARGE: interest where the law calls it a flat charge. */
  payingEarly: "SAVES_INTEREST" | "SAVES_CHARGE" | "SAVES_FEE" | "SAVES_NOTHING";
};
