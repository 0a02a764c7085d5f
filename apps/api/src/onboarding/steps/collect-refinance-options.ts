import { Refusal } from "@inlay/contracts/errors.ts";
import { listDebts } from "../details/existing-debts.ts";
import type { StepHandler } from "../step-handler.ts";

export const collectRefinanceOptions: StepHandler<"COLLECT_REFINANCE_OPTIONS"> = {
  load: async ({ tx, caller }) => ({
    debts: (await listDebts(tx, caller.businessId)).map(
      ({ id, description, outstandingBalanceCents, refinanceRequested }) => ({
        id,
        description,
        outstandingBalanceCents,
        refinanceRequested,
      }),
    ),
  }),

  /** A debt that the answer does not name is not refinanced. */
  complete: async ({ tx, caller }, { refinanceOptions }) => {
    const debts = await listDebts(tx, caller.businessId);
    const known = new Set(debts.map(({ id }) => id));
    if (!refinanceOptions.every(({ existingDebtId }) => known.has(existingDebtId)))
      throw new Refusal("NOT_FOUND", { context: { object: "existing debt" } });
    const requested = new Set(
      refinanceOptions.filter((option) => option.refinanceRequested).map(({ existingDebtId }) => existingDebtId),
    );
    for (const { id } of debts) {
      await tx
        .updateTable("existing_debt")
        .set({ refinance_requested: requested.has(id) })
        .where("id", "=", id)
        .execute();
    }
    return {};
  },
};
