import { Refusal } from "@inlay/contracts/errors.ts";
import { agreementOf, followAgreement } from "../disclosures/public.ts";
import type { ClosingStepHandler, EventOf } from "./closing-step.ts";

/** The primary owner has signed the agreement. The vendor is asked first, because its webhook may come later than the browser. */
export const collectLegalAgreements: ClosingStepHandler<EventOf<"LEGAL_AGREEMENTS_COLLECTED">, void> = {
  prepare: (app, caller, _, { offerId }) => followAgreement(app, caller, offerId),
  complete: async ({ tx, offerId }) => {
    if (!(await agreementOf(tx, offerId))) throw new Refusal("AGREEMENT_NOT_SIGNED");
  },
  isSame: async ({ tx, offerId }) => (await agreementOf(tx, offerId)) !== null,
};
