import { describe, expect, it } from "vitest";
import {
  nextActionKinds,
  portalBody,
  portalCodeOf,
  Refusal,
  type RefusalEntry,
  refusalCodes,
  refusals,
} from "./errors.ts";
import { problemBody } from "./partner/problem.ts";

const recognizedByClients = [
  "NoPrimaryAccountException",
  "IssuedProductNoAvailableBalanceException",
  "IssuedProductPartialFinanceException",
  "MultipleServicingAccountsException",
  "MultipleDisbursementAccountsException",
  "CannotCreateOfferNoDisbursementAccountException",
  "BusinessAlreadyAcceptedOfferException",
  "UserEmailAlreadyExistException",
  "BusinessNameAlreadyExistsException",
  "PlaidRequiredCheckingAccountException",
  "InvalidSessionTokenException",
  "DirectUserEmailNotUniqueException",
  "OpenEnrollmentDisabledException",
  "InvalidOTPCodeException",
  "TooManyOTPAttemptsException",
  "UserDoesNotExistException",
  "BusinessHasNoAccountsPayableFinancingProductException",
  "BusinessHasNoInvoiceFinancingProductException",
  "BusinessNotFoundException",
  "InvalidInvoiceDueDateException",
  "PlatformInvoiceIdAlreadyExistsForAnotherIssuedProductException",
];

const entries: [string, RefusalEntry][] = Object.entries(refusals);

describe("refusal catalog", () => {
  it.each(recognizedByClients)("has %s exactly once", (name) => {
    expect(entries.filter(([, entry]) => entry.errorCode === name)).toHaveLength(1);
  });

  it("gives every refusal its own portal code", () => {
    const codes = refusalCodes.map(portalCodeOf);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(entries)("names the next action for %s", (code, entry) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.message).not.toBe("");
    expect(nextActionKinds).toContain(entry.next.kind);
    expect(entry.next.message).not.toBe("");
  });

  it("derives the portal codes that clients recognize", () => {
    expect(portalCodeOf("INVALID_SESSION_TOKEN")).toBe("INVALID_SESSION_TOKEN_EXCEPTION");
    expect(portalCodeOf("BUSINESS_NAME_ALREADY_EXISTS")).toBe("BUSINESS_NAME_ALREADY_EXIST_EXCEPTION");
    expect(portalCodeOf("CHECKING_ACCOUNT_REQUIRED")).toBe("PLAID_REQUIRED_CHECKING_ACCOUNT_EXCEPTION");
    expect(portalCodeOf("NO_AVAILABLE_BALANCE")).toBe("ISSUED_PRODUCT_NO_AVAILABLE_BALANCE_EXCEPTION");
    expect(portalCodeOf("PARTIAL_FINANCE_REFUSED")).toBe("ISSUED_PRODUCT_PARTIAL_FINANCE_EXCEPTION");
    expect(portalCodeOf("DISBURSEMENT_ACCOUNT_MISSING")).toBe("CANNOT_CREATE_OFFER_NO_DISBURSEMENT_ACCOUNT_EXCEPTION");
    expect(portalCodeOf("TOO_MANY_OTP_ATTEMPTS")).toBe("TOO_MANY_OTP_ATTEMPTS_EXCEPTION");
  });
});

describe("refusal", () => {
  it("fills its message from its context", () => {
    const refusal = new Refusal("WRONG_STATE", { context: { status: "CLOSED", allowedFrom: ["OPEN", "LATE"] } });
    expect(refusal.message).toBe("This is CLOSED; the action needs OPEN, LATE.");
  });

  it("does not compile without the values that its message needs", () => {
    // @ts-expect-error The message has the placeholder {scope}.
    expect(new Refusal("SCOPE_MISSING").message).toBe("This key lacks {scope}.");
  });
});

describe("portal error body", () => {
  it("uses the portal's message and code", () => {
    expect(portalBody("BUSINESS_NAME_ALREADY_EXISTS", "r-1")).toEqual({
      errorCode: "BusinessNameAlreadyExistsException",
      code: "BUSINESS_NAME_ALREADY_EXIST_EXCEPTION",
      message: "This business already exists. Please continue with a new business.",
      requestId: "r-1",
    });
  });

  it("lists field errors if there are any, without the part of the request they are in", () => {
    const fields = [
      { in: "BODY", pointer: "/zipcode", code: "INVALID", message: "Zip code must be 5 digits" },
    ] as const;
    expect(portalBody("VALIDATION_FAILED", "r-2", fields)).toEqual({
      errorCode: "ValidationFailedException",
      code: "VALIDATION_FAILED",
      message: "Some fields need attention.",
      requestId: "r-2",
      fields: [{ pointer: "/zipcode", code: "INVALID", message: "Zip code must be 5 digits" }],
    });
  });
});

describe("partner problem body", () => {
  const request = { instance: "/api/platform/v1/businesses", requestId: "req_1" };

  it("has every member of the problem", () => {
    const refusal = new Refusal("NO_AVAILABLE_BALANCE", { context: { availableCents: 0 } });
    expect(problemBody(refusal, request)).toEqual({
      type: "https://docs.inlay.example/errors/NO_AVAILABLE_BALANCE",
      title: "No available balance",
      status: 409,
      detail: "Your remaining limit is $0.",
      instance: "/api/platform/v1/businesses",
      code: "NO_AVAILABLE_BALANCE",
      errorCode: "IssuedProductNoAvailableBalanceException",
      requestId: "req_1",
      retriable: false,
      nextAction: {
        kind: "WAIT_FOR_EVENT",
        message: "Try again after issued_product.limit_changed.",
        ref: "issued_product.limit_changed",
      },
      docUrl: "https://docs.inlay.example/errors/NO_AVAILABLE_BALANCE",
      errors: [],
      context: { availableCents: 0 },
    });
  });

  it("reports a missing business as NOT_FOUND", () => {
    const body = problemBody(new Refusal("BUSINESS_NOT_FOUND"), request);
    expect(body).toMatchObject({ code: "NOT_FOUND", errorCode: "BusinessNotFoundException", status: 404 });
  });

  it("says which part of the request each field error is in, and lists at most fifty", () => {
    const field = { pointer: "/name", code: "INVALID", message: "No." } as const;
    const body = problemBody(new Refusal("VALIDATION_FAILED", { fields: Array(60).fill(field) }), request);
    expect(body.errors).toHaveLength(50);
    expect(body.errors[0]).toEqual({ in: "BODY", ...field });
  });

  it("gives no details of an internal error", () => {
    const field = { pointer: "/name", code: "INVALID", message: "No." } as const;
    const body = problemBody({ code: "INTERNAL", fields: [field], context: { table: "business" } }, request);
    expect(body).toMatchObject({ errors: [], context: {}, retriable: true });
  });
});
