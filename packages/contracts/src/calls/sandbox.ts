import { documentLifecycle } from "@inlay/lending/documents/document.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { call, type Slice } from "../call.ts";
import { uuid } from "../ids.ts";

// Sandbox shortcuts for testing. Each belongs to the slice whose workflow it advances.
const shortcut = <const Owner extends Slice>(slice: Owner) =>
  ({
    audience: "portal",
    slice,
    action: "sandbox.play",
    sandboxOnly: true,
    answer: z.object({ done: z.literal(true) }),
  }) as const;

const offers = shortcut("offers");
const servicing = shortcut("servicing");
const payments = shortcut("payments");
const id = z.object({ id: uuid });

export const skipToOffers = call({
  ...offers,
  method: "GET",
  path: "/api/v1/sandbox/skip-to-offers",
  summary: "Decides the application and makes offers.",
});

export const skipToNoOffers = call({
  ...offers,
  method: "GET",
  path: "/api/v1/sandbox/skip-to-no-offers",
  summary: "Advances the clock to the last day for a decision, on which what staff have left open is denied.",
});

export const skipToExpiredOffers = call({
  ...offers,
  method: "POST",
  path: "/api/v1/sandbox/skip-to-expired-offers",
  summary: "Expires the offers of an application.",
  body: z.strictObject({ loanApplicationId: uuid }),
});

export const skipToServicing = call({
  ...offers,
  method: "GET",
  path: "/api/v1/sandbox/skip-to-servicing",
  summary: "Accepts the first offer and funds it.",
});

export const skipClosingStep = call({
  ...offers,
  method: "POST",
  path: "/api/v1/sandbox/skip-closing-step",
  summary:
    "Completes the current step between an open offer and its funding. After the primary owner, the co-owners sign; then the loan is funded.",
});

export const skipToAnotherLoan = call({
  ...offers,
  method: "POST",
  path: "/api/v1/sandbox/skip-to-another-loan",
  summary: "Applies for one more product.",
  body: z.strictObject({ productType: z.enum(productTypes) }),
});

export const skipCreateBankItem = call({
  ...shortcut("banking"),
  method: "POST",
  path: "/api/v1/sandbox/skip-create-plaid-item",
  summary:
    "Gives the business a working linked bank: links one with two years of transactions, or repairs a broken link.",
  // The banks with a working link, oldest first.
  answer: z.object({ itemIds: z.array(uuid) }),
});

export const skipConnectAccounting = call({
  ...shortcut("underwriting"),
  method: "POST",
  path: "/api/v1/sandbox/skip-connect-accounting",
  summary: "Connects the accounting data of a fictitious company, unless accounting software is already connected.",
  answer: z.object({ isAccountingLinked: z.boolean() }),
});

export const playTradePassDemo = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/trade-pass-demo",
  summary: "Links a bank if none is linked, and uploads six sample invoices, which are processed like any others.",
  answer: z.object({
    itemIds: z.array(uuid),
    documents: z.array(z.object({ id: uuid, fileName: z.string(), status: z.enum(documentLifecycle.states) })),
  }),
});

export const advanceInvoice = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/advance-invoice/:id",
  summary: "Approves and funds an invoice.",
  params: id,
});

export const approveDraw = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/approve-draw/:id",
  summary: "Funds a draw.",
  params: id,
});

export const rejectDraw = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/reject-draw/:id",
  summary: "Rejects a draw.",
  params: id,
});

export const defaultDraw = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/default-draw/:id",
  summary: "Marks a draw as defaulted.",
  params: id,
});

export const readMicroEntryAmounts = call({
  ...payments,
  method: "GET",
  path: "/api/v1/sandbox/micro-entry-amounts",
  summary: "Reads the amounts of the micro-entries that were sent to the accounts of a test business.",
  answer: z.object({ verifications: z.array(z.object({ bankAccountId: uuid, amountsCents: z.array(z.int()) })) }),
});

export const makeNextPayment = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/skip-make-next-payment/:id",
  summary: "Advances the clock past the next debit of a product, which is paid.",
  params: id,
});

export const failNextPayment = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/skip-fail-next-payment/:id",
  summary: "Advances the clock past the next debit of a product, which is returned for insufficient funds.",
  params: id,
});

export const setIssuedProductStatus = call({
  ...servicing,
  method: "POST",
  path: "/api/v1/sandbox/skip-create-issued-product-status/:id",
  summary:
    "Causes what leads a product to a status: debits that fail or are paid, a payoff, or the decisions of staff.",
  params: id,
  body: z.strictObject({ status: z.enum(issuedProductLifecycle.states) }),
});
