import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Router } from "../http/public.ts";
import { checkLoan, confirmCheck } from "./check-loan.ts";
import { askVendors } from "./compute-checks.ts";
import { type FailedClosing, failClosing } from "./fail-closing.ts";
import { fundLoan, prepareFunding } from "./fund-loan.ts";
import { fundAgain, prepareFundingAgain } from "./funding-returned.ts";
import { readFiling, recordFiling, renderFiling } from "./lien-filings.ts";
import { lockLoan } from "./loan-to-close.ts";
import { prepareLetter, recordLetter } from "./payoff-letters.ts";
import { readChecklist, readPayoffLetters } from "./read-checklist.ts";

export const fundingStaffActions = [
  confirmCheck,
  recordLetter,
  fundLoan,
  fundAgain,
  failClosing,
  recordFiling,
] as unknown as StaffAction[];

/** The closing checklist, payoff letters and the funding of a loan. */
export function fundingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.getClosingChecklist, ({ tx, caller, params: { businessId, applicationId } }) =>
    readChecklist(tx, { platformId: caller.platformId, businessId }, applicationId),
  );
  authenticatedRoute(
    staffCalls.runClosingChecks,
    ({ caller: { platformId }, params: { businessId } }) => askVendors(app, { platformId, businessId }),
    async ({ tx, caller, params: { businessId, applicationId }, ready, requestId }) => {
      const tenant = { platformId: caller.platformId, businessId };
      const { loan } = await lockLoan(tx, tenant, applicationId);
      await checkLoan(tx, loan, ready, { actor: { kind: "STAFF", id: caller.memberId }, requestId });
      return readChecklist(tx, tenant, applicationId);
    },
  );
  authenticatedRoute(staffCalls.confirmClosingCheck, ({ tx, caller, params, body: { check, reason }, requestId }) =>
    requestAction(tx, app, confirmCheck, {
      caller,
      subjectId: params.applicationId,
      payload: { check, note: reason },
      reason,
      requestId,
    }),
  );
  authenticatedRoute(staffCalls.listPayoffLetters, ({ tx, caller, params: { businessId, applicationId } }) =>
    readPayoffLetters(tx, { platformId: caller.platformId, businessId }, applicationId),
  );
  authenticatedRoute(
    staffCalls.recordPayoffLetter,
    ({ caller: { platformId }, params: { businessId, applicationId }, body: { reason: _, ...letter } }) =>
      prepareLetter(app, { platformId, businessId }, applicationId, letter),
    async ({ tx, caller, params, body: { reason, ...letter }, requestId }) =>
      requestAction(tx, app, recordLetter, {
        caller,
        subjectId: params.applicationId,
        payload: letter,
        reason,
        requestId,
      }),
  );
  authenticatedRoute(
    staffCalls.fundLoan,
    async ({ tx, caller, params: { businessId, applicationId }, body: { reason }, requestId }) => {
      const payload = await prepareFunding(tx, { platformId: caller.platformId, businessId }, applicationId);
      return requestAction(tx, app, fundLoan, { caller, subjectId: applicationId, payload, reason, requestId });
    },
  );
  authenticatedRoute(
    staffCalls.fundAgain,
    async ({ tx, caller, params: { businessId, issuedProductId }, body: { reason }, requestId }) => {
      const payload = await prepareFundingAgain(tx, { platformId: caller.platformId, businessId }, issuedProductId);
      return requestAction(tx, app, fundAgain, { caller, subjectId: issuedProductId, payload, reason, requestId });
    },
  );
  authenticatedRoute(staffCalls.failClosing, ({ tx, caller, params, body, requestId }) => {
    const payload: FailedClosing =
      body.outcome === "DECLINE"
        ? { outcome: body.outcome, reasons: body.reasons }
        : { outcome: body.outcome, subStep: body.subStep, request: body.request ?? null };
    return requestAction(tx, app, failClosing, {
      caller,
      subjectId: params.applicationId,
      payload,
      reason: body.reason,
      requestId,
    });
  });
}

/** The financing statements about products. */
export function lienFilingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.getLienFiling, ({ tx, caller, params: { businessId, issuedProductId } }) =>
    readFiling(tx, { platformId: caller.platformId, businessId }, issuedProductId),
  );
  // The file is rendered before the transaction begins. It is handed out only with its event.
  authenticatedRoute(
    staffCalls.printLienFiling,
    ({ caller, params: { businessId, issuedProductId } }) =>
      renderFiling(app, { platformId: caller.platformId, businessId }, issuedProductId),
    async ({ tx, caller, params, ready: { fileName, contents, sha256, lienFilingId }, requestId }) => {
      await record(tx, {
        platformId: caller.platformId,
        businessId: params.businessId,
        kind: "lien_filing.printed",
        body: { lienFilingId, issuedProductId: params.issuedProductId },
        action: "staff.lien-filing.print",
        object: { kind: "lien filing", id: lienFilingId },
        after: { sha256 },
        actor: { kind: "STAFF", id: caller.memberId },
        requestId,
      });
      return { fileName, contents };
    },
  );
  authenticatedRoute(
    staffCalls.recordLienFiling,
    ({ tx, caller, params, body: { filedOn, filingNumber, reason }, requestId }) =>
      requestAction(tx, app, recordFiling, {
        caller,
        subjectId: params.issuedProductId,
        payload: { filedOn, filingNumber },
        reason,
        requestId,
      }),
  );
}
