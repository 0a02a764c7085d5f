import { completeOffersStep } from "@inlay/contracts/calls/offer-steps.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { linkSandboxBank, listAccounts, markConnected } from "../banking/public.ts";
import {
  type ClosingEvent,
  passIdentityInSandbox,
  prepareClosingStep,
  skipPersonalPhoneNumber,
} from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { coSignInSandbox, signDocumentsInSandbox } from "../disclosures/public.ts";
import { fundInSandbox, recordLettersInSandbox } from "../funding/public.ts";
import type { Person } from "../http/public.ts";
import { acceptSignedOffer } from "./accept-offer.ts";
import { completeShown } from "./complete-shown.ts";
import { listOffers } from "./list-offers.ts";
import { changeOffer, prepareOfferChange } from "./select-offer.ts";
import { shownApplicationOf } from "./shown-application.ts";

type Request = { address: string; userAgent: string; requestId: string };
type Shown = NonNullable<Awaited<ReturnType<typeof shownApplicationOf>>>;
type Skip = (app: AppContext, caller: Person, shown: Shown, request: Request) => Promise<void>;

const sampleTaxId = { entityType: "CORPORATE_TAX", tin: "12-3456789" };

/** How each step from an open offer to a funded product is completed, in the owner's place and in the places of staff and vendors. */
const skips: Partial<Record<Shown["offerStep"], Skip>> = {
  DISPLAY_OFFERS: async (app, caller, shown, { requestId }) => {
    const [group] = (await inScope(app.pool, caller, (tx) => listOffers(tx, caller.businessId))).filter(
      ({ loanApplicationId }) => loanApplicationId === shown.id,
    );
    const offer = group?.offers.find(({ status }) => status === "WAITING_FOR_SELECTION");
    if (!offer) throw new Refusal("STEP_NOT_CURRENT");
    const change = { eventType: "OFFER_SELECTED" as const, selectedOffers: [{ offerId: offer.id }] };
    await prepareOfferChange(app, caller, change);
    await inScope(app.pool, caller, (tx) => changeOffer(tx, caller, change, requestId));
  },
  COLLECT_TAX_ID: (...skipped) => complete({ eventType: "TAX_ID_COLLECTED", ...sampleTaxId }, ...skipped),
  COLLECT_PERSONAL_PHONE_NUMBER: (app, caller, { id }, { requestId }) =>
    skipPersonalPhoneNumber(app, caller, id, requestId),
  COLLECT_PERSONA: async (app, caller, shown, request) => {
    await passIdentityInSandbox(app, caller, request.requestId);
    await complete({ eventType: "PERSONA_COLLECTED" }, app, caller, shown, request);
  },
  SELECT_PRIMARY_BANK_ACCOUNT: async (app, caller, shown, request) => {
    const { address, requestId } = request;
    const itemIds = await linkSandboxBank(app, caller, { actor: { kind: "USER", id: caller.userId }, requestId });
    const accounts = await inScope(app.pool, caller, async (tx) => {
      await markConnected(tx, caller, itemIds, true, { language: caller.language, address, requestId });
      return listAccounts(tx, caller.businessId, ["PLAID"]);
    });
    const primaryBankAccountId = accounts.find(({ isChecking }) => isChecking)?.id;
    if (!primaryBankAccountId) throw new Error("the vendor simulates a checking account");
    await complete({ eventType: "PRIMARY_BANK_ACCOUNT_SELECTED", primaryBankAccountId }, app, caller, shown, request);
  },
  COLLECT_LEGAL_AGREEMENTS: async (app, caller, shown, request) => {
    await recordLettersInSandbox(app, caller, shown.id, request.requestId);
    await signDocumentsInSandbox(app, caller, await chosenOfferOf(app, caller, shown), request);
    await complete({ eventType: "LEGAL_AGREEMENTS_COLLECTED" }, app, caller, shown, request);
  },
  OFFER_ACCEPTED: async (app, caller, shown, { requestId }) => {
    if (shown.status !== "WAITING_FOR_ACCEPTANCE") return fundInSandbox(app, caller, shown.id, requestId);
    await coSignInSandbox(app, caller, await chosenOfferOf(app, caller, shown));
    const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
    await inScope(app.pool, caller, (tx) => acceptSignedOffer(tx, caller, shown.id, by));
  },
};

const chosenOfferOf = async (app: AppContext, caller: Person, { id }: Shown): Promise<string> => {
  const chosen = await inScope(app.pool, caller, (tx) =>
    tx
      .selectFrom("offer")
      .select("id")
      .where("application_id", "=", id)
      .where("status", "=", "SELECTED")
      .executeTakeFirstOrThrow(),
  );
  return chosen.id;
};

/** Completes a step with an answer that a client could have sent. */
async function complete(sent: object, app: AppContext, caller: Person, shown: Shown, { requestId }: Request) {
  const event = completeOffersStep.body.parse(sent) as ClosingEvent;
  const prepared = await prepareClosingStep(app, caller, shown, event);
  await inScope(app.pool, caller, (tx) => completeShown(tx, app, caller, event, prepared, requestId));
}

/**
 * Completes the current step of an offer by the ordinary functions of the step, and returns where the application is then. After the primary
 * owner's signature the co-owners sign, and then the loan is funded. It refuses where a step does not move on, for example when the identity
 * of the owner needs a review.
 */
export async function skipClosingStep(app: AppContext, caller: Person, request: Request): Promise<Shown> {
  const read = () => inScope(app.pool, caller, (tx) => shownApplicationOf(tx, caller.businessId));
  const shown = await read();
  const skip = shown && skips[shown.offerStep];
  if (!shown || !skip) throw new Refusal("STEP_NOT_CURRENT");
  // Each step is completed in the name of the owner who signs.
  if (!caller.roles.includes("PRIMARY_OWNER")) throw new Refusal("NOT_ALLOWED");
  await skip(app, caller, shown, request);
  const next = await read();
  if (!next || (next.offerStep === shown.offerStep && next.status === shown.status))
    throw new Refusal("STEP_NOT_CURRENT");
  return next;
}

/** Goes from an open offer to a funded product, step by step. */
export async function skipToServicing(app: AppContext, caller: Person, request: Request): Promise<void> {
  let shown = await inScope(app.pool, caller, (tx) => shownApplicationOf(tx, caller.businessId));
  while (shown?.offerStep !== "ISSUED_PRODUCT_CREATED") shown = await skipClosingStep(app, caller, request);
}
