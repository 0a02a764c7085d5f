import type { LineOfCreditTerms } from "@inlay/lending/products/line-of-credit/terms.ts";
import type pg from "pg";
import { offered } from "./offered.fixture.ts";

const terms = {
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 1_000_000,
  interestRatePercentage: 18,
  feePercentage: "1.5",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "PERCENTAGE",
  locMaintenanceFeePercentage: "0.15",
  locMaintenanceFeeAmountCents: 0,
} as LineOfCreditTerms;

/** The rows of an application for a line of credit that waits for the platform's mark-up, without what led to them. Its plan is `draw`. */
export const waitingForMarkup = (admin: pg.Pool, platformId: string, businessId: string) =>
  // Utah requires a disclosure and caps no price.
  offered(
    admin,
    { platformId, businessId },
    { terms, amountCents: terms.approvedLimitCents, state: "UT", isLocked: false },
  );
