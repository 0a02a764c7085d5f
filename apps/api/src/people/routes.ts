import {
  addPasskey,
  askNewPasskey,
  askStepUpPasskey,
  confirmPhoneCode,
  confirmStepUpCode,
  confirmStepUpPasskey,
  getStepUp,
  listPasskeys,
  removePasskey,
  requestPhoneCode,
  requestStepUpCode,
} from "@inlay/contracts/calls/step-up.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import {
  addUserPasskey,
  askForNewPasskey,
  askForPasskey,
  listUserPasskeys,
  removeUserPasskey,
  spendPasskeyChallenge,
  stepUpByPasskey,
} from "./passkeys.ts";
import { compareCode, readStepUp, sendPhoneCode, sendStepUpCode, stepUpByCode, verifyPhone } from "./step-up.ts";

/** How a person confirms that it is them, and sets up the methods for it. */
export function stepUpRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getStepUp, ({ tx, caller }) => readStepUp(tx, caller));
  authenticatedRoute(requestStepUpCode, ({ tx, caller, body }) => sendStepUpCode(tx, caller, body.method));
  // A guess is counted in a transaction of its own, which a refusal does not roll back.
  authenticatedRoute(
    confirmStepUpCode,
    ({ caller, body }) => compareCode(app, caller, "STEP_UP", body),
    async ({ tx, caller, body, requestId }) => {
      await stepUpByCode(tx, caller, body.challengeId, requestId);
      return { steppedUp: true as const };
    },
  );
  authenticatedRoute(askStepUpPasskey, ({ tx, caller }) => askForPasskey(tx, caller));
  authenticatedRoute(
    confirmStepUpPasskey,
    ({ caller, body }) => spendPasskeyChallenge(app, caller, body.challengeId),
    async ({ tx, caller, body, requestId, ready: challenge }) => {
      await stepUpByPasskey(tx, caller, body, challenge, requestId);
      return { steppedUp: true as const };
    },
  );

  authenticatedRoute(listPasskeys, ({ tx, caller }) => listUserPasskeys(tx, caller));
  authenticatedRoute(askNewPasskey, ({ tx, caller }) => askForNewPasskey(tx, caller));
  authenticatedRoute(addPasskey, async ({ tx, caller, body, requestId }) => ({
    passkeyId: await addUserPasskey(tx, caller, body, requestId),
  }));
  authenticatedRoute(removePasskey, async ({ tx, caller, params, requestId }) => {
    await removeUserPasskey(tx, caller, params.id, requestId);
    return { removed: true as const };
  });

  authenticatedRoute(requestPhoneCode, ({ tx, caller }) => sendPhoneCode(tx, caller));
  authenticatedRoute(
    confirmPhoneCode,
    ({ caller, body }) => compareCode(app, caller, "VERIFY_PHONE", body),
    async ({ tx, caller, body, requestId }) => {
      await verifyPhone(tx, caller, body.challengeId, requestId);
      return { verified: true as const };
    },
  );
}
