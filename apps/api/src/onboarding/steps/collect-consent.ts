import { productTypes } from "@inlay/lending/products/product-type.ts";
import { watchBankData } from "../../banking/public.ts";
import { inviteCoOwners } from "../../people/public.ts";
import { askForWhatIsMissing, beginApplications } from "../../underwriting/public.ts";
import { consentScreen, refuseUnread, saveConsents } from "../consents.ts";
import type { StepHandler } from "../step-handler.ts";

const giver = "PRIMARY_OWNER";

/** The owner's word, and everything that it sets going. */
export const collectConsent: StepHandler<"COLLECT_CONSENT"> = {
  load: async ({ settings }) => consentScreen(settings, giver),

  complete: async ({ tx, caller, settings, answers, requestId, address, userAgent }, answer) => {
    // Nobody agrees to words that they have not seen.
    refuseUnread(answer, settings, giver);
    const language = answer.shown?.language ?? caller.language;
    const given = await saveConsents(tx, caller, settings, giver, { language, address, userAgent, requestId });
    const selected = productTypes.filter((product) => answers.selectedProducts?.includes(product));
    await beginApplications(tx, caller, {
      // Where the platform leaves the choice out, the person applies for all that it has.
      products: selected.length > 0 ? selected : settings.platformEnabledProducts,
      isCreditChecked: settings.isCreditCheckEnabled,
      softPullConsentId: given.get("SOFT_PULL") ?? null,
      requestId,
    });
    const { platformId, businessId, userId } = caller;
    const by = { platformId, businessId, locale: language, actor: { kind: "USER", id: userId }, requestId } as const;
    await inviteCoOwners(tx, by);
    // From here what was collected is decided by, and what became of it on the way is seen.
    await watchBankData(tx, businessId);
    await askForWhatIsMissing(tx, { platformId, businessId });
    return {};
  },
};
