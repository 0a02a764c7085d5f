import { Refusal } from "@inlay/contracts/errors.ts";
import { type StepUpMethod, stepUpMethodsOf } from "@inlay/lending/access/step-up.ts";
import type { Tx } from "../db/scope.ts";

/** How a user can confirm that it is them, and what they could set up. */
export type StepUpMethods = {
  methods: StepUpMethod[];
  /** The credential ids of the user's passkeys. */
  passkeys: string[];
  /** Where a code by email goes: the user's own address, otherwise the one that they confirmed, otherwise the one in their details. */
  email: string | null;
  /** Where a code by SMS goes. A number that the user entered later is not verified, and no code of a step-up goes to it. */
  verifiedPhone: string | null;
  /** The number in the user's details, otherwise the one that the platform gave. */
  phoneOnFile: string | null;
  name: string | null;
};

export async function readStepUpMethods(tx: Tx, userId: string): Promise<StepUpMethods> {
  const user = await tx
    .selectFrom("business_user as u")
    .leftJoin("business_owner as o", "o.user_id", "u.id")
    .leftJoin("confirmed_contact as e", (join) => join.onRef("e.user_id", "=", "u.id").on("e.kind", "=", "EMAIL"))
    .leftJoin("confirmed_contact as p", (join) => join.onRef("p.user_id", "=", "u.id").on("p.kind", "=", "PHONE"))
    .select(["u.email", "u.phone_number", "u.first_name", "u.last_name"])
    .select(["o.email as owner_email", "o.phone_number as owner_phone"])
    .select(["e.value as confirmed_email", "p.value as verified_phone"])
    .where("u.id", "=", userId)
    .orderBy("o.is_primary", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!user) throw new Refusal("NOT_FOUND", { context: { object: "user" } });
  const passkeys = await tx
    .selectFrom("user_passkey")
    .select("credential_id")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  const email = user.email ?? user.confirmed_email ?? user.owner_email;
  return {
    methods: stepUpMethodsOf({
      hasPasskey: passkeys.length > 0,
      hasVerifiedPhone: user.verified_phone !== null,
      hasEmail: email !== null,
    }),
    passkeys: passkeys.map((passkey) => passkey.credential_id),
    email,
    verifiedPhone: user.verified_phone,
    phoneOnFile: user.owner_phone ?? user.phone_number,
    name: [user.first_name, user.last_name].filter(Boolean).join(" ") || null,
  };
}

/** A code's recipient as the page shows it: the end of a number, or the first letter and the host of an address. */
export const masked = (recipient: string): string =>
  recipient.includes("@") ? recipient.replace(/^(.).*@/, "$1•••@") : `•••• ${recipient.slice(-4)}`;
