import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { Tx } from "../../db/scope.ts";
import { loadBusinessDetails, saveBusinessDetails } from "../details/business-details.ts";
import { notOfferedTo } from "../early-answers.ts";
import type { StepHandler } from "../step-handler.ts";

export const collectBusinessDetails: StepHandler<"COLLECT_BUSINESS_DETAILS"> = {
  load: async (context) => {
    const { tx, caller } = context;
    return {
      ...(await loadBusinessDetails(tx, caller.businessId)),
      homeAddress: await homeAddressIn(tx, caller.businessId),
      notOffered: await notOfferedTo(context),
    };
  },

  complete: async ({ tx, caller }, { website, ...answer }) => {
    await saveBusinessDetails(tx, caller.businessId, answer);
    await tx.updateTable("business").set({ website }).where("id", "=", caller.businessId).execute();
    return {};
  },
};

type HomeAddress = ScreenData<"COLLECT_BUSINESS_DETAILS">["homeAddress"];

/** The address that the primary owner gave in the step before. */
async function homeAddressIn(tx: Tx, businessId: string): Promise<HomeAddress> {
  const owner = await tx
    .selectFrom("business_owner")
    .select(["address", "address_verified as verified"])
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  return owner?.address ? ({ address: owner.address, verified: owner.verified } as HomeAddress) : null;
}
