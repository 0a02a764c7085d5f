import { expect, it } from "vitest";
import { publicInvoiceState } from "./public-invoice-state.ts";

it.each([
  ["WAITING_FOR_PARSING", "INVOICE_CREATED"],
  ["PENDING_FUND_DISPERSEMENT", "INVOICE_CREATED"],
  ["WAITING_FOR_REPAYMENT", "INVOICE_FUNDED"],
  ["CLOSED_INVOICE", "INVOICE_PAID_IN_FULL"],
  ["REJECTED", "REJECTED"],
  ["IN_REVIEW", "IN_REVIEW"],
  ["DEFAULTED", "DEFAULTED"],
  ["LATE", "LATE"],
] as const)("public invoice state: %s is named %s", (state, name) => expect(publicInvoiceState[state]).toBe(name));
