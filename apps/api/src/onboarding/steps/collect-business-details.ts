import { Refusal } from "@inlay/contracts/errors.ts";
import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { refuseTaken } from "../../db/taken.ts";
import { addressColumns } from "../address.ts";
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

  complete: async ({ tx, caller }, answer) => {
    await refuseTaken(
      tx
        .updateTable("business")
        .set({
          name: answer.businessName,
          phone_number: answer.phoneNumber,
          website: answer.website,
          ...addressColumns(answer),
        })
        .where("id", "=", caller.businessId)
        .execute(),
      { business_name_taken: () => new Refusal("BUSINESS_NAME_ALREADY_EXISTS") },
    );
    return {};
  },
};
