import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../../context.ts";
import type { Router } from "../../http/public.ts";
import { listEvents, readOverview } from "./overview.ts";
import { notOnFile, prepareReveal, revealNumber } from "./reveal.ts";

export function businessRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.getBusinessOverview, ({ tx, caller: { platformId }, params: { businessId } }) =>
    readOverview(tx, { platformId, businessId }),
  );
  authenticatedRoute(staffCalls.listBusinessEvents, ({ tx, params, query }) =>
    listEvents(tx, params.businessId, query),
  );

  authenticatedRoute(
    staffCalls.revealSsn,
    ({ caller, params }) => prepareReveal(app, caller, params.ownerId, "SSN"),
    async ({ tx, caller, params, body: { reason }, ready: key, requestId }) => {
      const holderId = params.ownerId;
      const shown = await revealNumber(tx, app, { caller, holderId, field: "SSN", key, reason, requestId });
      return { requestId: shown.requestId, ssn: shown.number.reveal() };
    },
  );
  authenticatedRoute(
    staffCalls.revealEin,
    ({ caller, params }) => prepareReveal(app, caller, params.businessId, "EIN"),
    async ({ tx, caller, params, body: { reason }, ready: key, requestId }) => {
      const holderId = params.businessId;
      const shown = await revealNumber(tx, app, { caller, holderId, field: "EIN", key, reason, requestId });
      return { requestId: shown.requestId, ein: shown.number.reveal() };
    },
  );
  authenticatedRoute(
    staffCalls.revealBankAccountNumber,
    ({ caller, params }) => prepareReveal(app, caller, params.bankAccountId, "ACCOUNT_NUMBER"),
    async ({ tx, caller, params, body: { reason }, ready: key, requestId }) => {
      const holderId = params.bankAccountId;
      const routingNumber = await app.vault.reveal(tx, key, holderId, "ROUTING_NUMBER");
      if (!routingNumber) throw notOnFile("ROUTING_NUMBER");
      const shown = await revealNumber(tx, app, { caller, holderId, field: "ACCOUNT_NUMBER", key, reason, requestId });
      return {
        requestId: shown.requestId,
        accountNumber: shown.number.reveal(),
        routingNumber: routingNumber.reveal(),
      };
    },
  );
}
