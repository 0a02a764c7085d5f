import type { CoOwnerCompletion, CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { personColumns, refuseEmailOfAnotherOwner, refuseEmailOfAnotherUser } from "../details/person.ts";
import type { CoOwnerContext, CoOwnerStepHandler } from "./step-handler.ts";

type Known = CoOwnerScreenData<"COLLECT_PERSONAL_DETAILS">;

export const collectPersonalDetails: CoOwnerStepHandler<"COLLECT_PERSONAL_DETAILS"> = {
  load: async ({ tx, ownerId }) => {
    const row = await tx
      .selectFrom("business_owner")
      .select(["first_name", "last_name", "email", "phone_number", "address", "address_verified"])
      .where("id", "=", ownerId)
      .executeTakeFirstOrThrow();
    return {
      secondaryOwnerFirstName: row.first_name,
      secondaryOwnerLastName: row.last_name,
      secondaryOwnerEmail: row.email,
      secondaryOwnerPhoneNumber: row.phone_number,
      address: row.address as Known["address"],
      verified: row.address_verified,
    };
  },
  complete: async (context, answer) => {
    await saveCoOwner(context, answer);
  },
};

/** Returns the owner's id. The email address saved here is contact data; the account that the co-owner signs in with does not change. */
export async function saveCoOwner(
  { tx, caller, ownerId }: CoOwnerContext,
  answer: CoOwnerCompletion<"COLLECT_PERSONAL_DETAILS">,
): Promise<string> {
  const {
    secondaryOwnerFirstName,
    secondaryOwnerLastName,
    secondaryOwnerEmail,
    secondaryOwnerPhoneNumber,
    ...address
  } = answer;
  const row = personColumns({
    ...address,
    firstName: secondaryOwnerFirstName,
    lastName: secondaryOwnerLastName,
    email: secondaryOwnerEmail,
    phoneNumber: secondaryOwnerPhoneNumber,
  });
  await refuseEmailOfAnotherUser(tx, caller, row.email);
  await refuseEmailOfAnotherOwner(tx.updateTable("business_owner").set(row).where("id", "=", ownerId).execute());
  return ownerId;
}
