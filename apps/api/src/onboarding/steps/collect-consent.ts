import { beginRequest, openInputs } from "../../additional-inputs/public.ts";
import { watchBankData } from "../../banking/public.ts";
import { inviteCoOwners } from "../../people/public.ts";
import { askForWhatIsMissing, beginApplications } from "../../underwriting/public.ts";
import { reopenUnansweredTasks } from "../co-owner/doubtful-co-owner.ts";
import { consentScreen, refuseInvalidConsent, saveConsents } from "../consents/consents.ts";
import { saveStatement, statementShown } from "../consents/owner-statement.ts";
import { notOfferedTo } from "../early-answers.ts";
import { productsAppliedFor } from "../progress.ts";
import type { StepHandler } from "../step-handler.ts";

const giver = "PRIMARY_OWNER";

/** Saves the owner's consent and statement, creates the applications and invites the co-owners. */
export const collectConsent: StepHandler<"COLLECT_CONSENT"> = {
  load: async (context) => ({
    ...consentScreen(context.settings, giver),
    statement: await statementShown(context.tx, context.caller),
    notOffered: await notOfferedTo(context),
  }),

  complete: async ({ tx, caller, settings, answers, requestId, address, userAgent }, answer) => {
    refuseInvalidConsent(answer, settings, giver);
    const language = answer.shown?.language ?? caller.language;
    const given = await saveConsents(tx, caller, settings, giver, { language, address, userAgent, requestId });
    await saveStatement(tx, caller, answer, { consentIds: given, language, requestId });
    await beginApplications(tx, caller, {
      products: productsAppliedFor(answers, settings),
      isCreditChecked: settings.isCreditCheckEnabled,
      softPullConsentId: given.get("SOFT_PULL") ?? null,
      requestId,
    });
    const { platformId, businessId, userId } = caller;
    const by = { platformId, businessId, locale: language, actor: { kind: "USER", id: userId }, requestId } as const;
    await inviteCoOwners(tx, by);
    await reopenUnansweredTasks(tx, { platformId, businessId });
    // From here on underwriting uses the collected data, so anything that went missing since it was collected is asked for.
    await watchBankData(tx, businessId);
    await askForWhatIsMissing(tx, { platformId, businessId });
    // An owner who applies again may still owe inputs of the closed application.
    if ((await openInputs(tx, businessId)).length > 0) await beginRequest(tx, { platformId, businessId });
    return {};
  },
};
