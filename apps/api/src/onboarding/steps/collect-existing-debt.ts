import { listDebts, replaceDebts } from "../details/existing-debts.ts";
import type { StepHandler } from "../step-handler.ts";

export const collectExistingDebt: StepHandler<"COLLECT_EXISTING_DEBT"> = {
  load: async ({ tx, caller }) => ({
    debts: (await listDebts(tx, caller.businessId)).map(({ refinanceRequested: _, ...debt }) => debt),
  }),

  complete: async ({ tx, caller }, { debts }) => {
    await replaceDebts(tx, caller, debts);
    // A new debt has no refinance choice yet, so the refinance step is asked again.
    const isUnchosen = (await listDebts(tx, caller.businessId)).some((debt) => debt.refinanceRequested === null);
    if (isUnchosen) {
      await tx
        .deleteFrom("onboarding_step")
        .where("business_id", "=", caller.businessId)
        .where("step", "=", "COLLECT_REFINANCE_OPTIONS")
        .execute();
    }
    return { hasExistingDebt: debts.length > 0 };
  },
};
