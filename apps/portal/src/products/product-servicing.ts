import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { type Area, withTexts } from "../shared/language/language.ts";
import { type Component, type OnDemand, onDemand } from "../shared/page/on-demand.tsx";
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
  /** Only of products that finance invoices or bills. */
  invoices?: {
    Upload: OnDemand<PageProps<"INVOICE_UPLOAD">>;
    Session: OnDemand<PageProps<"INVOICE_SESSION">>;
    History: OnDemand<PageProps<"INVOICE_HISTORY">>;
    Details: OnDemand<PageProps<"INVOICE_DETAILS">>;
  };
};

/** A page of a product, with the texts of the product's pages. */
const pageOf = <Props extends object>(area: Area, load: () => Promise<Component<Props>>) =>
  onDemand(() => withTexts(area, load));

/** The pages of each product, which are loaded when they are opened. The compiler refuses a list with a missing product. */
export const productServicing: Readonly<Record<ProductType, ProductServicing>> = {
  TERM_LOAN: {
    Summary: pageOf("term-loan", async () => (await import("./term-loan/servicing/loan-summary.tsx")).LoanSummary),
    History: pageOf("term-loan", async () => (await import("./term-loan/servicing/loan-history.tsx")).LoanHistory),
    Payoff: pageOf("term-loan", async () => (await import("./term-loan/servicing/loan-payoff.tsx")).LoanPayoff),
  },
  LOC_TERM_LOAN: {
    Summary: pageOf("line-of-credit", async () => (await import("./line-of-credit/servicing/line-page.tsx")).LinePage),
    History: pageOf(
      "line-of-credit",
      async () => (await import("./line-of-credit/servicing/payment-schedule.tsx")).PaymentSchedule,
    ),
    Payoff: pageOf(
      "line-of-credit",
      async () => (await import("./line-of-credit/servicing/select-draw-payoff.tsx")).SelectDrawPayoff,
    ),
    DrawFunds: pageOf(
      "line-of-credit",
      async () => (await import("./line-of-credit/servicing/draw-funds.tsx")).DrawFunds,
    ),
    DrawHistory: pageOf(
      "line-of-credit",
      async () => (await import("./line-of-credit/servicing/draw-history.tsx")).DrawHistory,
    ),
    Draw: pageOf(
      "line-of-credit",
      async () => (await import("./line-of-credit/servicing/draw-details.tsx")).DrawDetails,
    ),
    DrawPayoff: pageOf(
      "line-of-credit",
      async () => (await import("./line-of-credit/servicing/draw-payoff.tsx")).DrawPayoff,
    ),
  },
  FAST_PAY: {
    Summary: pageOf("invoices", async () => (await import("./invoice-financing/servicing/line-summary.tsx")).Summary),
    History: null,
    Payoff: null,
    invoices: {
      Upload: pageOf("invoices", async () => (await import("./invoice-financing/servicing/invoice-upload.tsx")).Upload),
      Session: pageOf(
        "invoices",
        async () => (await import("./invoice-financing/servicing/invoice-session.tsx")).Session,
      ),
      History: pageOf(
        "invoices",
        async () => (await import("./invoice-financing/servicing/invoice-history.tsx")).History,
      ),
      Details: pageOf(
        "invoices",
        async () => (await import("./invoice-financing/servicing/invoice-details.tsx")).Details,
      ),
    },
  },
  EXTEND_PAY_PURCHASE_ORDER: {
    Summary: pageOf("invoices", async () => (await import("./payables-financing/servicing/line-summary.tsx")).Summary),
    History: null,
    Payoff: null,
    invoices: {
      Upload: pageOf(
        "invoices",
        async () => (await import("./payables-financing/servicing/invoice-upload.tsx")).Upload,
      ),
      Session: pageOf(
        "invoices",
        async () => (await import("./payables-financing/servicing/invoice-session.tsx")).Session,
      ),
      History: pageOf(
        "invoices",
        async () => (await import("./payables-financing/servicing/invoice-history.tsx")).History,
      ),
      Details: pageOf(
        "invoices",
        async () => (await import("./payables-financing/servicing/invoice-details.tsx")).Details,
      ),
    },
  },
  MCA: {
    Summary: pageOf(
      "advances",
      async () => (await import("./cash-advance/servicing/advance-summary.tsx")).AdvanceSummary,
    ),
    History: pageOf(
      "advances",
      async () => (await import("./cash-advance/servicing/advance-history.tsx")).AdvanceHistory,
    ),
    Payoff: null,
  },
  INTEGRATED_MCA: {
    Summary: pageOf(
      "advances",
      async () => (await import("./integrated-cash-advance/servicing/integrated-summary.tsx")).IntegratedSummary,
    ),
    History: pageOf(
      "advances",
      async () => (await import("./integrated-cash-advance/servicing/integrated-history.tsx")).IntegratedHistory,
    ),
    Payoff: null,
  },
};

/** The products whose summary itself says what is late, scheduled or on its way, so that no alert is shown above it. */
export const withOwnAlerts: readonly ProductType[] = ["TERM_LOAN", "MCA", "INTEGRATED_MCA"];
