import { Refusal } from "@inlay/contracts/errors.ts";
import type { CoOwnerCompletion, CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import { personColumns, refuseEmailOfAnotherUser } from "../details/person.ts";
import type { CoOwnerContext, CoOwnerStepHandler } from "./step-handler.ts";

type Known = CoOwnerScreenData<"COLLECT_PERSONAL_DETAILS">;

export const collectPersonalDetails: CoOwnerStepHandler<"COLLECT_PERSONAL_DETAILS"> = {
  load: async ({ tx, ownerId }) => {
    const row = await tx
      .selectFrom("business_owner")
      .select(["first_name", "last_name", "email", "phone_number", "address"])
      .where("id", "=", ownerId)
      .executeTakeFirstOrThrow();
    return {
      secondaryOwnerFirstName: row.first_name,
      secondaryOwnerLastName: row.last_name,
      secondaryOwnerEmail: row.email,
      secondaryOwnerPhoneNumber: row.phone_number,
      address: row.address as Known["address"],
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
  const other = await tx
    .selectFrom("business_owner")
    .select("id")
    .where("business_id", "=", caller.businessId)
    .where("email", "=", row.email)
    .where("id", "<>", ownerId)
    .executeTakeFirst();
  if (other) throw new Refusal("USER_EMAIL_ALREADY_EXISTS");
  // Another transaction may have saved the address since the check above. The unique index decides.
  await refuseDuplicate(tx.updateTable("business_owner").set(row).where("id", "=", ownerId).execute(), {
    one_co_owner_of_email: () => new Refusal("USER_EMAIL_ALREADY_EXISTS"),
  });
  return ownerId;
}
