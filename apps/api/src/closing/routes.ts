import {
  completeCoOwnerOffersStep,
  decideAboutSigner as decideAboutSignerCall,
  getCoOwnerOffersStep,
  getCoOwnerOffersWorkflow,
  openCoOwnerAgreement,
} from "@inlay/contracts/calls/offer-steps.ts";
import { initializeIdentityInquiry } from "@inlay/contracts/calls/offers.ts";
import { requestPersonalPhoneCode } from "@inlay/contracts/calls/personal-phone.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { sendPersonalPhoneCode } from "../people/public.ts";
import { lockWaiting } from "./advance.ts";
import {
  completeCoOwnerStep,
  coOwnerStanding,
  openAgreementOfCoOwner,
  prepareCoOwnerAgreement,
  prepareCoOwnerStep,
  readCoOwnerStep,
} from "./co-owner-steps.ts";
import { decideAboutSigner, prepareDecision } from "./decide-about-signer.ts";
import { initializeInquiry, prepareInquiry } from "./initialize-inquiry.ts";

export function closingRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(requestPersonalPhoneCode, async ({ tx, caller, body }) => {
    const waiting = await lockWaiting(tx, caller.businessId, "COLLECT_PERSONAL_PHONE_NUMBER");
    if (waiting.length === 0) throw new Refusal("STEP_NOT_CURRENT");
    return sendPersonalPhoneCode(tx, caller, body.phoneNumber);
  });
  authenticatedRoute(
    initializeIdentityInquiry,
    ({ caller }) => prepareInquiry(app, caller),
    ({ tx, caller, ready, requestId }) => initializeInquiry(tx, caller, ready, requestId),
  );
  authenticatedRoute(
    decideAboutSignerCall,
    ({ caller, params, body }) => prepareDecision(app, caller, params.id, body),
    async ({ tx, caller, params, body, ready, requestId }) => ({
      currentStep: await decideAboutSigner(tx, caller, params.id, body, ready, requestId),
    }),
  );
}

/** What a co-owner does for the offer that the primary owner chose. Every answer is about the caller and nobody else. */
export function coOwnerClosingRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getCoOwnerOffersWorkflow, async ({ tx, caller }) => ({
    currentStep: (await coOwnerStanding(tx, caller)).step,
  }));
  authenticatedRoute(getCoOwnerOffersStep, ({ tx, caller, params }) => readCoOwnerStep(tx, caller, params.id));
  authenticatedRoute(
    completeCoOwnerOffersStep,
    ({ caller, body }) => prepareCoOwnerStep(app, caller, body),
    async ({ tx, caller, body, ready, requestId }) => {
      await completeCoOwnerStep(tx, caller, body, ready, requestId);
      return { currentStep: (await coOwnerStanding(tx, caller)).step };
    },
  );
  authenticatedRoute(
    openCoOwnerAgreement,
    ({ caller }) => prepareCoOwnerAgreement(app, caller),
    ({ tx, caller, ready }) => openAgreementOfCoOwner(tx, caller, ready),
  );
}
