import { Refusal } from "@inlay/contracts/errors.ts";
import type { Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import { addressColumns } from "../details/address.ts";
import type { StepHandler } from "../step-handler.ts";

export const collectBusinessDetails: StepHandler<"COLLECT_BUSINESS_DETAILS"> = {
  load: async ({ tx, caller }) => {
    const row = await tx
      .selectFrom("business")
      .select(["name", "phone_number", "website", "address"])
      .where("id", "=", caller.businessId)
      .executeTakeFirstOrThrow();
    const address = row.address as ScreenData<"COLLECT_BUSINESS_DETAILS">["address"];
    return { businessName: row.name, phoneNumber: row.phone_number, website: row.website, address };
  },

  complete: async ({ tx, caller }, { website, ...answer }) => {
    await saveBusinessDetails(tx, caller.businessId, answer);
    await tx.updateTable("business").set({ website }).where("id", "=", caller.businessId).execute();
    return {};
  },
};

type Details = Omit<Completion<"COLLECT_BUSINESS_DETAILS">, "website">;

/** A business name is unique within a platform. */
export async function saveBusinessDetails(tx: Tx, businessId: string, details: Details): Promise<void> {
  await refuseDuplicate(
    tx
      .updateTable("business")
      .set({ name: details.businessName, phone_number: details.phoneNumber, ...addressColumns(details) })
      .where("id", "=", businessId)
      .execute(),
    { business_name_taken: () => new Refusal("BUSINESS_NAME_ALREADY_EXISTS") },
  );
}
