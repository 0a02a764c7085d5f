import { inScope } from "../db/scope.ts";
import { loadTax, prepareTax, type ReadyNumber, saveTax } from "../onboarding/public.ts";
import { askAgain } from "../underwriting/public.ts";
import type { ClosingStepHandler, EventOf } from "./closing-step.ts";

/** Collects the number under which the business is taxed. An SSN on file is the one that credit was checked with, and stays. */
export const collectTaxId: ClosingStepHandler<EventOf<"TAX_ID_COLLECTED">, ReadyNumber> = {
  prepare: async (app, caller, { entityType, tin, ssn }) => {
    const { hasPrimaryOwnerSsn } = await inScope(app.pool, caller, (tx) => loadTax(tx, caller.businessId));
    return prepareTax(app, caller, { entityType, tin, ssn: hasPrimaryOwnerSsn ? undefined : ssn });
  },
  complete: async ({ tx, app, caller }, answer, ready) => {
    await saveTax(tx, app, caller, answer, ready);
    if (ready?.field === "EIN") await askAgain(tx, caller, "BUSINESS_VERIFICATION");
  },
  isSame: async ({ tx, caller }, { entityType, tin }) => {
    const onFile = await loadTax(tx, caller.businessId);
    return onFile.entityType === entityType && (tin === undefined || tin.last4() === onFile.tinLast4);
  },
};
