import { Refusal } from "@inlay/contracts/errors.ts";
import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { addressColumns } from "../details/address.ts";
import type { StepContext, StepHandler } from "../step-handler.ts";

type Address = ScreenData<"COLLECT_PERSONAL_DETAILS">["address"];

export const collectPersonalDetails: StepHandler<"COLLECT_PERSONAL_DETAILS"> = {
  /** The owner's own answers, or else the partner's data about the person. */
  load: async ({ tx, caller }) => {
    const owner = await tx
      .selectFrom("business_owner")
      .select(["first_name", "last_name", "email", "phone_number", "address"])
      .where("business_id", "=", caller.businessId)
      .where("is_primary", "=", true)
      .executeTakeFirst();
    const known =
      owner ??
      (await tx
        .selectFrom("business_user")
        .select(["first_name", "last_name", "email", "phone_number", "address"])
        .where("id", "=", caller.userId)
        .executeTakeFirstOrThrow());
    return {
      primaryBusinessOwnerFirstName: known.first_name,
      primaryBusinessOwnerLastName: known.last_name,
      primaryBusinessOwnerEmail: known.email,
      phoneNumber: known.phone_number,
      address: known.address as Address,
    };
  },

  complete: async (context, answer) => {
    const { tx, caller } = context;
    const email = answer.primaryBusinessOwnerEmail.toLowerCase();
    await refuseOthersEmail(context, email);
    const row = {
      user_id: caller.userId,
      first_name: answer.primaryBusinessOwnerFirstName,
      last_name: answer.primaryBusinessOwnerLastName,
      email,
      phone_number: answer.phoneNumber,
      ...addressColumns(answer),
    };
    const changed = await tx
      .updateTable("business_owner")
      .set(row)
      .where("business_id", "=", caller.businessId)
      .where("is_primary", "=", true)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) {
      await tx
        .insertInto("business_owner")
        .values({ platform_id: caller.platformId, business_id: caller.businessId, is_primary: true, ...row })
        .execute();
    }
    return {};
  },
};

/** Refuses an email address that another user of the business signs in with. */
async function refuseOthersEmail({ tx, caller }: StepContext, email: string): Promise<void> {
  const other = await tx
    .selectFrom("business_user")
    .select("id")
    .where("business_id", "=", caller.businessId)
    .where("email", "=", email)
    .where("id", "<>", caller.userId)
    .executeTakeFirst();
  if (other) throw new Refusal("USER_EMAIL_ALREADY_EXISTS");
}
