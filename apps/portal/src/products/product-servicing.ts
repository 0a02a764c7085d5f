import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { type OnDemand, onDemand } from "../shared/page/on-demand.tsx";
import type { PageProps } from "./servicing/pages.ts";

/** The pages of servicing about one product. Null: the product has no such page. */
export type ProductServicing = {
  /** Without it, the product is shown by its card of the home page. */
  Summary: OnDemand<PageProps<"PRODUCT">> | null;
  History: OnDemand<PageProps<"PAYMENT_HISTORY">> | null;
  Payoff: OnDemand<PageProps<"PAYOFF">> | null;
  /** The pages of draws, which only a line of credit has. */
  DrawFunds?: OnDemand<PageProps<"DRAW_FUNDS">>;
  DrawHistory?: OnDemand<PageProps<"DRAW_HISTORY">>;
  Draw?: OnDemand<PageProps<"DRAW">>;
  DrawPayoff?: OnDemand<PageProps<"DRAW_PAYOFF">>;
};

/** The pages of each product, which are loaded when they are opened. The compiler refuses a list with a missing product. */
export const productServicing: Readonly<Record<ProductType, ProductServicing>> = {
  TERM_LOAN: {
    Summary: onDemand(async () => (await import("./term-loan/servicing/loan-summary.tsx")).LoanSummary),
    History: onDemand(async () => (await import("./term-loan/servicing/loan-history.tsx")).LoanHistory),
    Payoff: onDemand(async () => (await import("./term-loan/servicing/loan-payoff.tsx")).LoanPayoff),
  },
  LOC_TERM_LOAN: {
    Summary: onDemand(async () => (await import("./line-of-credit/servicing/line-page.tsx")).LinePage),
    History: onDemand(async () => (await import("./line-of-credit/servicing/payment-schedule.tsx")).PaymentSchedule),
    Payoff: onDemand(async () => (await import("./line-of-credit/servicing/select-draw-payoff.tsx")).SelectDrawPayoff),
    DrawFunds: onDemand(async () => (await import("./line-of-credit/servicing/draw-funds.tsx")).DrawFunds),
    DrawHistory: onDemand(async () => (await import("./line-of-credit/servicing/draw-history.tsx")).DrawHistory),
    Draw: onDemand(async () => (await import("./line-of-credit/servicing/draw-details.tsx")).DrawDetails),
    DrawPayoff: onDemand(async () => (await import("./line-of-credit/servicing/draw-payoff.tsx")).DrawPayoff),
  },
  FAST_PAY: { Summary: null, History: null, Payoff: null },
  EXTEND_PAY_PURCHASE_ORDER: { Summary: null, History: null, Payoff: null },
  MCA: {
    Summary: onDemand(async () => (await import("./cash-advance/servicing/advance-summary.tsx")).AdvanceSummary),
    History: onDemand(async () => (await import("./cash-advance/servicing/advance-history.tsx")).AdvanceHistory),
    Payoff: null,
  },
  INTEGRATED_MCA: {
    Summary: onDemand(
      async () => (await import("./integrated-cash-advance/servicing/integrated-summary.tsx")).IntegratedSummary,
    ),
    History: onDemand(
      async () => (await import("./integrated-cash-advance/servicing/integrated-history.tsx")).IntegratedHistory,
    ),
    Payoff: null,
  },
};

/** The products whose summary itself says what is late, scheduled or on its way, so that no alert is shown above it. */
export const withOwnAlerts: readonly ProductType[] = ["TERM_LOAN", "MCA", "INTEGRATED_MCA"];
