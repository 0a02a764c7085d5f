import { actions } from "@inlay/lending/access/permissions.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import type { Call } from "../call.ts";
import * as accountChanges from "./account-changes.ts";
import * as accounting from "./accounting.ts";
import * as addresses from "./addresses.ts";
import { portalCalls } from "./all.ts";
import * as banking from "./banking.ts";
import * as cashAdvance from "./cash-advance.ts";
import * as cashFlowFit from "./cash-flow-fit.ts";
import * as coOwnerSteps from "./co-owner-steps.ts";
import * as coOwners from "./co-owners.ts";
import * as declines from "./declines.ts";
import * as disclosures from "./disclosures.ts";
import * as documents from "./documents.ts";
import * as embeddedSessions from "./embedded-sessions.ts";
import * as help from "./help.ts";
import * as interactions from "./interactions.ts";
import * as invitations from "./invitations.ts";
import * as invoices from "./invoices.ts";
import { later } from "./later.ts";
import * as lineOfCredit from "./line-of-credit.ts";
import * as loanApplications from "./loan-applications.ts";
import * as microEntries from "./micro-entries.ts";
import * as notices from "./notices.ts";
import * as notifications from "./notifications.ts";
import * as offerGroups from "./offer-groups.ts";
import * as offerSteps from "./offer-steps.ts";
import * as offers from "./offers.ts";
import * as onboarding from "./onboarding.ts";
import * as ownerRequest from "./owner-request.ts";
import * as partners from "./partners.ts";
import * as payments from "./payments.ts";
import * as people from "./people.ts";
import * as personalPhone from "./personal-phone.ts";
import * as reminders from "./reminders.ts";
import * as sandbox from "./sandbox.ts";
import * as servicing from "./servicing.ts";
import * as stepUp from "./step-up.ts";
import * as termLoan from "./term-loan.ts";

const specifiedPaths = [
  "/v1/workflow",
  "/v1/workflow/offers",
  "/v1/workflow/servicing",
  "/v1/step/{id}",
  "/v1/workflow/offers/step/{id}",
  "/v1/workflow/servicing/step/{id}",
  "/v1/completeStep",
  "/v1/workflow/offers/complete-step",
  "/v1/workflow/servicing/complete-step",
  "/v1/business",
  "/v1/businesses",
  "/v1/businesses/credit-reports-status",
  "/v1/connect-tokens/exchange",
  "/invitation-tokens/v1/businesses/exchange",
  "/invitation-tokens/v1/secondary-owners/exchange",
  "/v1/zendesk-token",
  "/v1/offers",
  "/v1/issued-products",
  "/public/v1/platforms",
  "/v1/businesses/embedded-session",
  "/v1/workflow/offers/refresh",
  "/v1/workflow/onboarding-survey-responses",
  "/v1/users/roles",
  "/v1/workflow/secondary-owners",
  "/v1/workflow/secondary-owners/{id}",
  "/v2/workflow/secondary-owners",
  "/v2/workflow/secondary-owners/{id}",
  "/secondary-owners/v2/workflow",
  "/secondary-owners/v2/credit-reports-status",
  "/secondary-owners/v2/step/{id}",
  "/secondary-owners/v2/complete-step",
  "/v1/owners/workflow/offers",
  "/v1/owners/workflow/offers/step/{id}",
  "/v1/owners/workflow/offers/complete-step",
  "/v1/owners/workflow/servicing",
  "/v1/owners/workflow/servicing/step/{id}",
  "/v1/owners/workflow/servicing/complete-step",
  "/v1/workflow/offers/persona-inquiries/initialize",
  "/v1/plaid/items",
  "/v1/plaid/items/account-numbers",
  "/v1/plaid/items/mark-as-connected",
  "/v1/plaid/link-token",
  "/v1/plaid/token/exchange",
  "/v1/bank-accounts",
  "/v1/bank-accounts/{id}/set-primary-bank-account",
  "/v1/tax-returns/signed-urls",
  "/v1/businesses/document-upload-urls",
  "/v1/platform-pilot-invoices",
  "/v1/platform-pilot-invoices/embedded-session",
  "/v1/servicing/{id}/draw-requests",
  "/v1/servicing/draw-requests/{id}/early-payoff",
  "/v2/servicing/{id}/invoices/upload-invoice-urls",
  "/v1/servicing/{id}/invoices",
  "/v2/servicing/{id}/embedded-session/invoices",
  "/v2/servicing/{id}/embedded-session/accounts-payable-financing/invoices",
  "/v2/servicing/{id}/invoices/{invoiceId}/read-file-url",
  "/v1/servicing/invoices/{id}/early-repayment",
  "/v1/servicing/invoices/{id}",
  "/v1/servicing/{id}/invoices/auto-parse",
  "/v1/servicing/auto-parse/{id}",
  "/v1/servicing/issued-product/{id}/payment-orders",
  "/v1/servicing/issued-products/{id}/issued-product-documents",
  "/v1/servicing/issued-products/{id}/issued-product-documents/{docId}/signed-read-url",
  "/v1/servicing/issued-products/{id}/early-payoff",
  "/v2/servicing/documents/{id}/read-file-url",
  "/v2/servicing/documents/{id}",
  "/v1/loan-application-documents",
  "/v1/loan-application-documents/{id}/download",
  "/v2/loan-application-documents/download",
  "/v1/servicing/reports/invoice-history",
  "/v1/servicing/interaction",
  "/businesses/auth/v2/logout",
  "/businesses/auth/v1/login-otp",
  "/businesses/auth/v1/login-otp/verify",
  "/v1/sandbox/skip-to-offers",
  "/v1/sandbox/skip-to-no-offers",
  "/v1/sandbox/skip-to-expired-offers",
  "/v1/sandbox/skip-to-servicing",
  "/v1/sandbox/skip-to-another-loan",
  "/v1/sandbox/skip-create-plaid-item",
  "/v1/sandbox/trade-pass-demo",
  "/v1/sandbox/advance-invoice/{id}",
  "/v1/sandbox/approve-draw/{id}",
  "/v1/sandbox/reject-draw/{id}",
  "/v1/sandbox/default-draw/{id}",
  "/v1/sandbox/skip-make-next-payment/{id}",
  "/v1/sandbox/skip-fail-next-payment/{id}",
  "/v1/sandbox/skip-create-issued-product-status/{id}",
];

/**
 * Paths that the portal needs beyond the spec: drafts that survive a reload, for the co-owner too; address suggestions through our
 * server, which keeps the vendor's key; the person's language and consents; the session's remaining time and its extension; support
 * contacts; an employee's request to the owner; a co-owner's refusal; micro-entries; an owner's stop of a change of accounts; what a declined
 * owner can do; notices about decisions; the refusal of reminders; which emails a person gets, and the links that stop them; what is due and paid at once, and the days that can be chosen for a payment; the figures of an offer at an amount and how it fits
 * the balances, its disclosure and the agreement after it, also for a co-owner, and the code for a personal phone; the sandbox calls that connect accounting data, read the amounts of micro-entries and complete one step of a closing; and the step-up with its methods.
 */
const additionalPaths = [
  "/v1/account-change",
  "/v1/account-change/stop",
  "/v1/accounting/page",
  "/v1/bank-accounts/{id}/debit-authorization",
  "/v1/bank-links/{itemId}/refresh",
  "/v1/bank-links/hosted",
  "/v1/bank-links/hosted/{hostedLinkId}",
  "/v1/workflow/secondary-owners/invitations",
  "/v1/workflow/secondary-owners/{id}/invitation",
  "/v1/documents/{id}/uploaded",
  "/v1/servicing/draw-requests/{id}",
  "/v1/servicing/draw-requests/{id}/payoff-days",
  "/v1/servicing/issued-products/{id}/pay-now",
  "/v1/servicing/issued-products/{id}/pay-now",
  "/v1/servicing/issued-products/{id}/pay-now",
  "/v1/servicing/issued-products/{id}/true-up",
  "/v1/servicing/issued-products/{id}/arrangements",
  "/v1/servicing/issued-products/{id}/retry-day",
  "/v1/servicing/statements/download",
  "/v1/servicing/issued-products/{id}/moved-payment",
  "/v1/servicing/home",
  "/v1/servicing/issued-products/{id}/activity",
  "/v1/servicing/issued-products/{id}/cash-advance",
  "/v1/servicing/issued-products/{id}/invoice-line",
  "/v1/servicing/issued-products/{id}/line-of-credit",
  "/v1/servicing/issued-products/{id}/invoice-plans",
  "/v1/servicing/issued-products/{id}/pay-from-account",
  "/v1/servicing/issued-products/{id}/pay-from-account",
  "/v1/servicing/issued-products/{id}/receivables",
  "/v1/servicing/issued-products/{id}/split-payment",
  "/v1/servicing/issued-products/{id}/split-payment",
  "/v1/servicing/issued-products/{id}/term-loan",
  "/v1/offers/{id}/quote",
  "/v1/offers/{id}/cash-flow-fit",
  "/v1/offers/{id}/disclosure",
  "/v1/disclosures/{id}/file",
  "/v1/disclosures/{id}/signing",
  "/v1/offers/{id}/agreement",
  "/v1/workflow/offers/personal-phone/code",
  "/v1/workflow/offers/signers/{id}",
  "/v1/owners/workflow/offers/agreement",
  "/v1/bank-accounts/micro-entry-verifications",
  "/v1/bank-accounts/{id}/confirm-micro-entries",
  "/v1/bank-accounts/{id}/restart-micro-entries",
  "/v1/step/{id}/draft",
  "/v1/loan-applications/withdraw",
  "/v1/corrections",
  "/v1/corrections",
  "/v1/loan-applications/apply-again",
  "/v1/loan-applications/apply-for-more",
  "/v1/loan-applications/apply-for-more",
  "/v1/loan-applications/decline",
  "/v1/loan-applications/appeal",
  "/v1/address-suggestions",
  "/v1/address-suggestions/resolve",
  "/secondary-owners/v2/step/{id}/draft",
  "/v1/consents",
  "/v1/session",
  "/v1/session/extend",
  "/invitation-tokens/v1/secondary-owners/decline",
  "/invitation-tokens/v1/introduction",
  "/invitation-tokens/v1/renew",
  "/secondary-owners/v2/decline",
  "/v1/help",
  "/v1/users/locale",
  "/v1/owner-request",
  "/v1/owner-request",
  "/v1/notices",
  "/v1/notices/{id}/open",
  "/v1/notices/{id}/pdf",
  "/v1/notification-preferences",
  "/v1/notification-preferences",
  "/v1/notification-preferences/one-click",
  "/v1/notification-preferences/one-click",
  "/v1/notification-preferences/stop",
  "/v1/reminders/refuse",
  "/v1/sandbox/skip-connect-accounting",
  "/v1/sandbox/micro-entry-amounts",
  "/v1/sandbox/skip-closing-step",
  "/v1/step-up",
  "/v1/step-up/code",
  "/v1/step-up/code/confirm",
  "/v1/step-up/passkey/options",
  "/v1/step-up/passkey",
  "/v1/passkeys",
  "/v1/passkeys/options",
  "/v1/passkeys",
  "/v1/passkeys/{id}",
  "/v1/phone/code",
  "/v1/phone/code/confirm",
];

const calls: [string, Call][] = Object.entries(portalCalls);
const asSpecified = (path: string) => path.replace(/^\/api/, "").replace(/:(\w+)/g, "{$1}");

describe("portal calls", () => {
  it.each(specifiedPaths)("include %s", (path) => {
    expect(calls.filter(([, call]) => asSpecified(call.path) === path)).not.toEqual([]);
  });

  it("have the paths of the spec and a few additional ones", () => {
    const unspecified = calls
      .map(([, call]) => asSpecified(call.path))
      .filter((path) => !specifiedPaths.includes(path));
    expect(unspecified.toSorted()).toEqual(additionalPaths.toSorted());
  });

  it("have a unique method and path each", () => {
    const addresses = calls.map(([, call]) => `${call.method} ${call.path.replace(/:\w+/g, ":")}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it("have unique names across all files", () => {
    const files = [
      accountChanges,
      accounting,
      addresses,
      banking,
      cashAdvance,
      cashFlowFit,
      coOwnerSteps,
      coOwners,
      declines,
      disclosures,
      documents,
      embeddedSessions,
      help,
      interactions,
      invitations,
      invoices,
      lineOfCredit,
      loanApplications,
      microEntries,
      notices,
      notifications,
      offerGroups,
      offerSteps,
      offers,
      onboarding,
      ownerRequest,
      partners,
      payments,
      people,
      personalPhone,
      reminders,
      sandbox,
      servicing,
      stepUp,
      termLoan,
    ];
    expect(files.reduce((count, file) => count + Object.keys(file).length, 0)).toBe(calls.length);
  });

  it.each(calls)("%s has a known action and the portal audience", (_, call) => {
    expect(actions).toContain(call.action);
    expect(call.audience).toBe("portal");
    expect(call.sandboxOnly === true).toBe(call.path.startsWith("/api/v1/sandbox/"));
  });

  it.each(calls)("%s declares exactly the parameters of its path", (_, call) => {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const described = z.toJSONSchema(call.params ?? z.object({}), { io: "input" });
    expect(Object.keys(described.properties ?? {})).toEqual(inPath);
  });

  it.each(calls)("%s can be converted to JSON Schema", (_, call) => {
    for (const sent of [call.params, call.query, call.body]) {
      if (sent !== undefined) expect(() => z.toJSONSchema(sent, { io: "input" })).not.toThrow();
    }
    if (!call.file) expect(() => z.toJSONSchema(call.answer, { io: "output" })).not.toThrow();
  });

  it.each(calls.filter(([, call]) => !call.file))("%s describes its whole answer", (_, call) => {
    expect(undescribed(z.toJSONSchema(call.answer, { io: "output" }))).toEqual([]);
  });
});

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** The paths of a schema that allow any value. Objects with further fields of any kind are described by those that they name. */
function undescribed(schema: JsonSchema, path = "answer"): string[] {
  if (typeof schema === "boolean" || Object.keys(schema).length === 0) return [path];
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, one]) => undescribed(one, `${path}.${name}`)),
    ...(items && !Array.isArray(items) ? undescribed(items, `${path}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((one) => undescribed(one, path)),
  ];
}

describe("portal calls without a route", () => {
  it("are listed once each", () => {
    expect(new Set(later).size).toBe(later.length);
  });
});
