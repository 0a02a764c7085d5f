import type { Completion, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { v7 as uuidv7 } from "uuid";
import { personColumns, refuseEmailOfAnotherOwner, refuseEmailOfAnotherUser } from "../details/person.ts";
import type { StepContext, StepHandler } from "../step-handler.ts";

type Address = ScreenData<"COLLECT_PERSONAL_DETAILS">["address"];

export const collectPersonalDetails: StepHandler<"COLLECT_PERSONAL_DETAILS"> = {
  /** The owner's own answers, or else the partner's data about the person. */
  load: async ({ tx, caller }) => {
    const owner = await tx
      .selectFrom("business_owner")
      .select(["first_name", "last_name", "email", "phone_number", "address", "address_verified"])
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
      verified: owner?.address_verified ?? false,
    };
  },

  complete: async (context, answer) => {
    await savePrimaryOwner(context, answer);
    return {};
  },
};

/** Saves the primary owner's details, the first time as a new owner with the given id. Returns the owner's id. */
export async function savePrimaryOwner(
  { tx, caller }: StepContext,
  answer: Completion<"COLLECT_PERSONAL_DETAILS">,
  newOwnerId: string = uuidv7(),
): Promise<string> {
  const { primaryBusinessOwnerFirstName, primaryBusinessOwnerLastName, primaryBusinessOwnerEmail, ...rest } = answer;
  const row = personColumns({
    ...rest,
    firstName: primaryBusinessOwnerFirstName,
    lastName: primaryBusinessOwnerLastName,
    email: primaryBusinessOwnerEmail,
  });
  await refuseEmailOfAnotherUser(tx, caller, row.email);
  const changed = await refuseEmailOfAnotherOwner(
    tx
      .updateTable("business_owner")
      .set({ user_id: caller.userId, ...row })
      .where("business_id", "=", caller.businessId)
      .where("is_primary", "=", true)
      .returning("id")
      .executeTakeFirst(),
  );
  if (changed) return changed.id;
  const { platformId, businessId, userId } = caller;
  await refuseEmailOfAnotherOwner(
    tx
      .insertInto("business_owner")
      .values({
        id: newOwnerId,
        platform_id: platformId,
        business_id: businessId,
        user_id: userId,
        is_primary: true,
        ...row,
      })
      .execute(),
  );
  return newOwnerId;
}
