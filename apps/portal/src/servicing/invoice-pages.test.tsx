import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { Details } from "../products/invoice-financing/servicing/invoice-details.tsx";
import { History } from "../products/invoice-financing/servicing/invoice-history.tsx";
import { Session } from "../products/invoice-financing/servicing/invoice-session.tsx";
import { Upload } from "../products/invoice-financing/servicing/invoice-upload.tsx";
import { useKind as useInvoiceKind } from "../products/invoice-financing/servicing/kind.ts";
import { Summary } from "../products/invoice-financing/servicing/line-summary.tsx";
import { Session as BillSession } from "../products/payables-financing/servicing/invoice-session.tsx";
import { Summary as BillSummary } from "../products/payables-financing/servicing/line-summary.tsx";
import { AboutLimit } from "../products/servicing/invoices/about-limit.tsx";
import { CancelUpload } from "../products/servicing/invoices/cancel-upload.tsx";
import { DetailsForm } from "../products/servicing/invoices/details-form.tsx";
import { PlanChoice } from "../products/servicing/invoices/plan-choice.tsx";
import {
  type RequestedInvoices,
  RequestedInvoicesProvider,
} from "../products/servicing/invoices/requested-invoices.ts";
import { Review } from "../products/servicing/invoices/review.tsx";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import type { Language } from "../shared/language/language.ts";
import {
  activeInvoice,
  billLine,
  billSession,
  invoiceLine,
  processingInvoice,
  quotedPlans,
  rejectedInvoice,
  session,
} from "./invoice-line.fixture.ts";
import { rendered } from "./rendered.fixture.tsx";

const id = invoiceLine.issuedProductId;
const nothing = () => undefined;
const page = { issuedProductId: id, takesFocus: false };
const details = { amountCents: 620_000, requestedCents: 620_000, issueDate: "2026-07-28", dueDate: "2026-09-14" };

type Given = {
  line?: Partial<InvoiceLine>;
  requested?: Partial<RequestedInvoices>;
  token?: object;
  language?: Language;
};
function shown(node: ReactNode, { line: change = {}, requested = {}, token = session, language = "en" }: Given = {}) {
  const line = { ...invoiceLine, ...change };
  const none = { sessionToken: null, invoiceId: null, platformInvoiceId: null };
  return rendered(
    <ServicingProvider value={{ at: { page: "HOME" }, open: nothing, back: nothing, home: nothing }}>
      <RequestedInvoicesProvider value={{ ...none, ...requested }}>{node}</RequestedInvoicesProvider>
    </ServicingProvider>,
    [
      [["invoice line", id], line],
      [["invoice plans", id, 620_000, "2026-09-14"], quotedPlans(line, 620_000, "2026-09-14")],
      [["invoice plans", id, 1_250_000, "2026-08-20"], quotedPlans(line, 1_250_000, "2026-08-20")],
      [["embedded session", "token"], token],
    ],
    language,
  );
}
const withToken = { requested: { sessionToken: "token" } };

function Form({ line, isBill = false }: { line: InvoiceLine; isBill?: boolean }) {
  const own = { ...useInvoiceKind(), isBill };
  return (
    <DetailsForm
      line={line}
      kind={own}
      known={details}
      title="Invoice details"
      isFullyPayable={isBill}
      takesFocus={false}
      onDone={nothing}
      onBack={nothing}
      onLimit={nothing}
    />
  );
}

function Plans({ planId = null }: { planId?: string | null }) {
  return (
    <PlanChoice
      line={invoiceLine}
      kind={useInvoiceKind()}
      details={details}
      planId={planId}
      takesFocus={false}
      onChoose={nothing}
      onDone={nothing}
      onBack={nothing}
      onLimit={nothing}
    />
  );
}

function Reviewed() {
  return (
    <Review
      line={invoiceLine}
      kind={useInvoiceKind()}
      details={details}
      planId="plan-30"
      name="invoice-2110.pdf"
      submit={async () => undefined}
      onFailed={nothing}
      onEdit={nothing}
      onBack={nothing}
      onCancel={nothing}
      onLimit={nothing}
    />
  );
}

describe("summary of invoice financing", () => {
  it("shows: remaining limit, status badge, credit limit, next payment", async () => {
    const text = await shown(<Summary {...page} />);
    expect(text).toContain("Invoice Financing CURRENT");
    expect(text).toContain("Remaining limit $38,600 .00 of a credit limit of $50,000.00");
    expect(text).toContain(
      "Next payment $8,240.00 Taken Fri, Aug 21 from First Calm Bank •••• 6789 See the invoice Upload invoices",
    );
  });

  it("shows the use of the limit as a picture and as a table", async () => {
    const text = await shown(<Summary {...page} />);
    expect(text).toContain("Active $8,000.00 Being repaid $3,400.00 Free $38,600.00");
    expect(text).toContain(
      "Show as a table What the credit limit is used for Part of the limit Amount Active $8,000.00 Being repaid $3,400.00 In review $0.00 Free $38,600.00",
    );
  });

  it("a toggle 'Additional details' listing available plans (advance rate %, duration text, fee %)", async () => {
    expect(await shown(<Summary {...page} />)).toContain(
      "Additional details Your plans Duration Advance rate Fee 15 days 80% 1.75% 30 days 80% 3% 60 days 80% 5.5%",
    );
  });

  it.each([
    ["available limit is 0", { availableCents: 0 }, "Your remaining limit is $0."],
    ["status is LATE", { loanStatus: "LATE" }, "A payment is late."],
    ["status is DEFAULTED", { loanStatus: "DEFAULTED", availableCents: 0 }, "in default, so no invoice"],
    ["status is CLOSED", { loanStatus: "CLOSED", availableCents: 0 }, "closed, so no invoice"],
  ] as const)("Upload invoices is disabled, and says why, when the %s", async (_, line, reason) => {
    expect(await shown(<Summary {...page} />, { line })).toContain(reason);
  });

  it("Upload invoices is hidden when there are pending session invoices or uploads are not allowed", async () => {
    expect(await shown(<Summary {...page} />, { line: { isUploadAllowed: false } })).not.toContain("Upload invoices");
    const pending = await shown(<Summary {...page} />, withToken);
    expect(pending).not.toContain("Upload invoices");
    expect(pending).toContain("Confirm invoice details");
  });

  it("Confirm invoices is shown only with pending session invoices", async () => {
    expect(await shown(<Summary {...page} />)).not.toContain("Confirm invoice details");
    const confirmed = { ...session, invoices: session.invoices.filter(({ status }) => status === "CONFIRMED") };
    expect(await shown(<Summary {...page} />, { ...withToken, token: confirmed })).not.toContain("Confirm invoice");
  });

  it("Limits show as 0 when the loan is defaulted or closed", async () => {
    for (const loanStatus of ["DEFAULTED", "CLOSED"] as const) {
      const text = await shown(<Summary {...page} />, { line: { loanStatus, availableCents: 0 } });
      expect(text).toContain("Remaining limit $0 .00");
      expect(text).not.toContain("Show as a table");
    }
  });

  it("is in Spanish", async () => {
    expect(await shown(<Summary {...page} />, { language: "es" })).toContain("Historial de facturas");
  });
});

describe("invoice history", () => {
  it("shows upload date, invoice value and status, '--' while processing, and processing as IN REVIEW", async () => {
    const text = await shown(<History {...page} />);
    expect(text).toContain("Upload date Invoice value Status");
    expect(text).toContain(
      "07/21/26 INV-2093 · Cascadia Cycling Club Repay $8,240.00 on Fri, Aug 21 $10,000.00 ACTIVE",
    );
    expect(text).toContain("08/03/26 invoice-2110.pdf We answer within 1 banking day -- IN REVIEW");
    expect(text).toContain("06/11/26 INV-2040 · Harbor Rentals $3,131.20 repaid on Sat, Jul 11 $3,800.00 PAID");
  });

  it("names the column Balance unless the product is fast pay", async () => {
    const text = await shown(<BillSummary {...page} />, { line: { ...billLine, invoices: [activeInvoice] } });
    expect(text).toContain("Upload date Balance Status");
  });

  it("splits invoices in waiting-for-parsing, rejected or pending-fund-dispersement states from the rest", async () => {
    const text = await shown(<History {...page} />, { line: { invoices: [activeInvoice, rejectedInvoice] } });
    expect(text.indexOf("ACTIVE")).toBeLessThan(text.indexOf("Not funded"));
    expect(text.indexOf("Not funded")).toBeLessThan(text.indexOf("The file shows no invoice."));
  });

  it("has 12 rows per page", async () => {
    const invoices = Array.from({ length: 13 }, (_, at) => ({ ...activeInvoice, id: `${at}` }));
    const text = await shown(<History {...page} />, { line: { invoices } });
    expect(text.match(/ACTIVE/g)).toHaveLength(12);
    expect(text).toContain("Page 1 of 2");
  });

  it("disables Upload invoices when nothing is available", async () => {
    expect(await shown(<History {...page} />, { line: { availableCents: 0 } })).toContain(
      "Your remaining limit is $0.",
    );
  });
});

describe("invoice details", () => {
  it("shows the summary, the payment plan and what happens when", async () => {
    const text = await shown(<Details {...page} partId={activeInvoice.id} />);
    expect(text).toContain("Invoice details ACTIVE INV-2093 · Cascadia Cycling Club");
    expect(text).toContain("Customer Cascadia Cycling Club Invoice value $10,000.00 Amount requested $10,000.00");
    expect(text).toContain("Payment plan Duration 30 days Advance rate 80% Advance $8,000.00 Fee, 3% $240.00");
    expect(text).toContain("Repayments Due Amount Status 08/21/26 $8,240.00 -");
    expect(text).toContain("Uploaded Tue, Jul 21 Done: Checked Tue, Jul 21 Done: Paid to you Repaid Repay $8,240.00");
  });

  it("Cancel upload is offered only when the state is WAITING_FOR_PARSING", async () => {
    expect(await shown(<Details {...page} partId={processingInvoice.id} />)).toContain("Cancel upload");
    expect(await shown(<Details {...page} partId={activeInvoice.id} />)).not.toContain("Cancel upload");
  });

  it("confirms a cancellation before anything is sent", async () => {
    const cancel = await shown(
      <CancelUpload line={invoiceLine} invoice={processingInvoice} onBack={nothing} onGone={nothing} />,
    );
    expect(cancel).toContain("Cancel upload invoice-2110.pdf The invoice is not financed.");
  });
});

describe("invoice upload", () => {
  it("starts with the file and its hints", async () => {
    vi.stubGlobal("window", { matchMedia: () => ({ matches: true }) });
    const text = await shown(<Upload {...page} />);
    vi.unstubAllGlobals();
    expect(text).toContain("SELECT PDF FILE OR DROP IT HERE");
    expect(text).toContain("Upload invoices · step 1 of 4");
    expect(text).toContain(
      "The due date is at least 5 days ahead. The invoice shows its date, and its due date or net terms.",
    );
  });

  it("is not open without a limit, and says why", async () => {
    expect(await shown(<Upload {...page} />, { line: { availableCents: 0 } })).toContain(
      "Your remaining limit is $0. You will be able to upload another invoice when your limit refreshes.",
    );
  });

  it("warns when the amount requested exceeds the remaining limit", async () => {
    const warning =
      "The amount you requested for financing exceeds your remaining available credit limit. As a result, you will receive up to the remaining credit limit.";
    expect(await shown(<Form line={{ ...invoiceLine, availableCents: 100_000 }} />)).toContain(warning);
    expect(await shown(<Form line={invoiceLine} />)).not.toContain(warning);
  });

  it("refuses a bill that exceeds the remaining limit while fully payable", async () => {
    const refusal = "This invoice cannot be submitted as it exceeds your limit.";
    expect(await shown(<Form line={{ ...billLine, availableCents: 100_000 }} isBill />)).toContain(refusal);
    expect(await shown(<Form line={billLine} isBill />)).not.toContain(refusal);
  });

  it("shows all plans, the lowest fee first, and disables those longer than the days until due", async () => {
    const text = await shown(<Plans />);
    expect(text).toContain("15 days APR 42.58% 80% now · fee 1.75%, $86.80 · repay Tue, Aug 18");
    expect(text).toContain("30 days APR 36.50% 80% now · fee 3%, $148.80 · repay Wed, Sep 2");
    expect(text).toContain(
      "Please select a payment plan with an equal or shorter duration to your days until payment is due.",
    );
    expect(text.match(/Please select a payment plan with/g)).toHaveLength(1);
    expect(text.indexOf("15 days")).toBeLessThan(text.indexOf("60 days"));
  });

  it("shows what the chosen plan comes to, line by line", async () => {
    const text = await shown(<Plans planId="plan-30" />);
    expect(text).toContain("You receive $4,960 .00");
    expect(text).toContain("Amount requested $6,200.00 Advance rate 80% Advance $4,960.00 Fee, 3% $148.80");
    expect(text).toContain("You repay Sep 2, 2026 $5,108.80 APR 36.50%");
    expect(text).toContain("Remaining limit now $38,600.00 After this invoice $33,640.00");
  });

  it("shows everything again before it is submitted", async () => {
    const text = await shown(<Reviewed />);
    expect(text).toContain(
      "Review and confirm invoice-2110.pdf Total invoice amount $6,200.00 Amount requested $6,200.00 Issue date Jul 28, 2026 Due date Sep 14, 2026 Payment plan 30 days Edit details Cancel",
    );
  });

  it("About your limit: it refreshes with payments, can be used in full, is what is received at most, and is never negative", async () => {
    const text = await shown(<AboutLimit line={invoiceLine} onBack={nothing} />);
    expect(text).toContain("Your limit refreshes as you make payments.");
    expect(text).toContain("You can use your full remaining limit.");
    expect(text).toContain("you receive up to the remaining amount.");
    expect(text).toContain("Your remaining limit cannot be negative.");
  });
});

describe("session invoice flow", () => {
  const one = { ...session, invoices: session.invoices.slice(0, 1) };
  const two = { ...session, invoices: [...session.invoices, ...session.invoices] };

  it("lists 'My invoices' with Invoice and Status: CONFIRMED, PENDING LIMIT or a 'Confirm details' link", async () => {
    const text = await shown(<Session {...page} />, { ...withToken, token: two });
    expect(text).toContain("My invoices Invoice Status INV-2110 · Cascadia Cycling Club $6,200.00 Confirm details");
    expect(text).toContain("INV-2111 · Cascadia Cycling Club $6,200.00 CONFIRMED");
    expect(text).toContain("INV-2112 · Cascadia Cycling Club $6,200.00 PENDING LIMIT");
    expect(text).toContain("Your remaining limit is not enough for some of these invoices.");
  });

  it("If the token has one unconfirmed invoice, the flow opens straight at the details", async () => {
    const text = await shown(<Session {...page} />, { ...withToken, token: one });
    expect(text).toContain("Submit details INV-2110 · Cascadia Cycling Club");
    expect(text).not.toContain("My invoices");
  });

  it("in the accounts-payable variant, when the invoice is fully payable and already has amount and due date, it goes straight to plan selection", async () => {
    const given = { ...withToken, token: billSession, line: billLine };
    expect(await shown(<BillSession {...page} />, given)).toContain("Select plan When do you want to repay?");
    for (const change of [{ isFullyPayable: false }, { availableCents: 1_000_000 }])
      expect(await shown(<BillSession {...page} />, { ...given, line: { ...billLine, ...change } })).toContain(
        "Submit details CF-4471 · Cascade Frame Works",
      );
    const [bill] = billSession.invoices;
    const undated = { ...billSession, invoices: [{ ...bill, invoiceDueDate: null }] };
    expect(await shown(<BillSession {...page} />, { ...given, token: undated })).toContain("Submit details");
  });

  it("Internal errors: session token for the wrong component, token without invoices, and no token", async () => {
    expect(await shown(<Session {...page} />, { ...withToken, token: billSession })).toContain(
      "Tried launching session invoice flow, but the session token is for the wrong component.",
    );
    expect(await shown(<Session {...page} />, { ...withToken, token: { ...session, invoices: [] } })).toContain(
      "the session token has no invoices.",
    );
    expect(await shown(<Session {...page} />)).toContain("without a session token.");
  });
});
