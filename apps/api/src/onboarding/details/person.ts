import { Refusal } from "@inlay/contracts/errors.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person as Caller } from "../../http/public.ts";
import { addressColumns } from "./address.ts";

type Details = Parameters<typeof addressColumns>[0] & {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
};

/** An owner's details as they are stored. */
export const personColumns = ({ firstName, lastName, email, phoneNumber, ...address }: Details) => ({
  first_name: firstName,
  last_name: lastName,
  email: email.toLowerCase(),
  phone_number: phoneNumber,
  ...addressColumns(address),
});

/** Refuses an email address that another user of the business signs in with. */
export async function refuseEmailOfAnotherUser(tx: Tx, caller: Caller, email: string): Promise<void> {
  const other = await tx
    .selectFrom("business_user")
    .select("id")
    .where("business_id", "=", caller.businessId)
    .where("email", "=", email)
    .where("id", "<>", caller.userId)
    .executeTakeFirst();
  if (other) throw new Refusal("USER_EMAIL_ALREADY_EXISTS");
}

const emailTaken = () => new Refusal("USER_EMAIL_ALREADY_EXISTS");

/** Saves an owner, unless another owner of the business has the same email address. The database decides. */
export const refuseEmailOfAnotherOwner = <T>(save: Promise<T>): Promise<T> =>
  refuseDuplicate(save, { one_owner_of_email: emailTaken, one_co_owner_of_email: emailTaken });
