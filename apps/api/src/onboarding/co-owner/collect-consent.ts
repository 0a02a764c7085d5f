import { consentScreen, refuseInvalidConsent, saveConsents } from "../consents/consents.ts";
import { requestReport } from "./request-report.ts";
import type { CoOwnerStepHandler } from "./step-handler.ts";

const giver = "SECONDARY_OWNER";

export const collectConsent: CoOwnerStepHandler<"COLLECT_CONSENT"> = {
  load: async ({ settings }) => consentScreen(settings, giver),
  complete: async ({ tx, caller, settings, ownerId, requestId, address, userAgent }, answer) => {
    refuseInvalidConsent(answer, settings, giver);
    const language = answer.shown?.language ?? caller.language;
    const given = await saveConsents(tx, caller, settings, giver, { language, address, userAgent, requestId });
    await requestReport(tx, caller, ownerId, given.get("SOFT_PULL") ?? null);
  },
};
