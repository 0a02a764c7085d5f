import { Refusal } from "@inlay/contracts/errors.ts";
import { type ClosingStep, closingEvents, closingSteps } from "@inlay/lending/offers/closing.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { lockApplication } from "../underwriting/public.ts";
import { advance } from "./advance.ts";
import type { ClosedOffer, ClosingEvent, ClosingEventType, ClosingStepHandler, EventOf } from "./closing-step.ts";
import { collectLegalAgreements } from "./collect-legal-agreements.ts";
import { collectPersona } from "./collect-persona.ts";
import { collectPersonalPhoneNumber } from "./collect-personal-phone-number.ts";
import { collectTaxId } from "./collect-tax-id.ts";
import { chosenOfferOf } from "./read-closing.ts";
import { selectPrimaryBankAccount } from "./select-primary-bank-account.ts";

const handlers: { [Type in ClosingEventType]: ClosingStepHandler<EventOf<Type>> } = {
  TAX_ID_COLLECTED: collectTaxId,
  PERSONAL_PHONE_NUMBER_COLLECTED: collectPersonalPhoneNumber,
  PERSONA_COLLECTED: collectPersona,
  PRIMARY_BANK_ACCOUNT_SELECTED: selectPrimaryBankAccount,
  LEGAL_AGREEMENTS_COLLECTED: collectLegalAgreements,
};
const handlerOf = ({ eventType }: ClosingEvent) => handlers[eventType] as ClosingStepHandler;

function stepOf({ eventType }: ClosingEvent): ClosingStep {
  const step = closingSteps.find((one) => closingEvents[one] === eventType);
  if (!step) throw new Error("every closing event completes a step");
  return step;
}

/** What was fetched before the transaction, for a step that was current then. */
export type PreparedStep = { applicationId: string; ready: unknown } | null;

/** Fetches what the current step needs from vendors and keys. A step that is not current needs nothing. */
export async function prepareClosingStep(
  app: AppContext,
  caller: Person,
  shown: { id: string; offerStep: string } | null,
  event: ClosingEvent,
): Promise<PreparedStep> {
  if (shown?.offerStep !== stepOf(event)) return null;
  const of = await inScope(app.pool, caller, (tx) => closedOffer(tx, shown.id));
  return { applicationId: shown.id, ready: await handlerOf(event).prepare?.(app, caller, event, of) };
}

/**
 * Completes the current closing step of the application that the owner is shown. A step that was completed with the same event is left as
 * it is; any other step is refused.
 */
export async function completeClosingStep(
  tx: Tx,
  app: AppContext,
  caller: Person,
  applicationId: string | null,
  event: ClosingEvent,
  prepared: PreparedStep,
  requestId: string,
): Promise<void> {
  const application = applicationId && (await lockApplication(tx, applicationId));
  if (!application) throw new Refusal("STEP_NOT_CURRENT");
  const request = { tx, app, caller, requestId, ...(await closedOffer(tx, application.id)) };
  const handler = handlerOf(event);
  const step = stepOf(event);
  if (application.offerStep !== step) {
    if (isPast(step, application.offerStep) && (await handler.isSame(request, event))) return;
    throw new Refusal("STEP_NOT_CURRENT");
  }
  // The step became current since the preparation.
  if (prepared?.applicationId !== application.id) throw new Refusal("BUSY");
  await handler.complete(request, event, prepared.ready);
  await advance(tx, caller, application.id, step, { actor: { kind: "USER", id: caller.userId }, requestId });
}

/** Whether a step comes before the current one. */
const isPast = (step: ClosingStep, current: string): boolean =>
  closingSteps.slice(closingSteps.indexOf(step) + 1).some((later) => later === current) || current === "OFFER_ACCEPTED";

async function closedOffer(tx: Tx, applicationId: string): Promise<ClosedOffer> {
  const offerId = await chosenOfferOf(tx, applicationId);
  if (!offerId) throw new Refusal("STEP_NOT_CURRENT");
  return { applicationId, offerId };
}
