import { Refusal } from "@inlay/contracts/errors.ts";
import type { OwnerRequest } from "@inlay/contracts/onboarding/owner-request.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { inviteUser } from "./invitations.ts";

type Asker = { platformId: string; businessId: string; userId: string; locale: "en" | "es"; requestId: string };

/** The limit of owner requests per business and day, counted over all employees and recipients. */
const mostADay = 3;

/** The owner who can continue the application in place of an employee, and the status of the last request to an owner. */
export async function ownerRequestOf(tx: Tx, businessId: string): Promise<OwnerRequest> {
  const owner = await applyingOwner(tx, businessId);
  const asked = await tx
    .selectFrom("invitation")
    .select(["email", "created_at", "bounced_at", "used_at"])
    .where("business_id", "=", businessId)
    .where("asked_by", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    owner: owner && { name: [owner.first_name, owner.last_name].filter(Boolean).join(" ") || null },
    asked: asked
      ? {
          // The email address of an applying owner is not disclosed to employees.
          email: owner ? null : asked.email,
          askedAt: asked.created_at.toISOString(),
          status: asked.used_at ? "CAME" : asked.bounced_at ? "BOUNCED" : "SENT",
        }
      : null,
  };
}

/**
 * Emails an invitation to the applying owner or, if there is none, to the address that the employee gives. The invited person claims
 * their role themselves: an employee cannot assign ownership.
 */
export async function askOwner(tx: Tx, by: Asker, email: string | null): Promise<OwnerRequest> {
  const { platformId, businessId, userId, locale, requestId } = by;
  // The row lock serializes the requests of a business, so the daily limit below holds.
  await tx.selectFrom("business").select("id").where("id", "=", businessId).forNoKeyUpdate().execute();
  if (await wasAskedOften(tx, businessId)) throw new Refusal("INVITED_TOO_OFTEN");
  const owner = await applyingOwner(tx, businessId);
  const guestId = owner?.id ?? (await findOrCreateInvitee(tx, by, email));
  const actor = { kind: "USER", id: userId } as const;
  const invitation = { platformId, businessId, locale, actor, requestId, askedBy: userId };
  await inviteUser(tx, invitation, { kind: "CONNECT_DIRECT", userId: guestId });
  return ownerRequestOf(tx, businessId);
}

const applyingOwner = (tx: Tx, businessId: string) =>
  tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .select(["u.id", "u.first_name", "u.last_name"])
    .where("r.business_id", "=", businessId)
    .where("r.role", "=", "PRIMARY_OWNER")
    .executeTakeFirst()
    .then((row) => row ?? null);

async function wasAskedOften(tx: Tx, businessId: string): Promise<boolean> {
  const { asked } = await tx
    .selectFrom("invitation")
    .select(({ fn }) => fn.countAll().as("asked"))
    .where("business_id", "=", businessId)
    .where("asked_by", "is not", null)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(asked) >= mostADay;
}

async function findOrCreateInvitee(tx: Tx, { platformId, businessId, userId, requestId }: Asker, given: string | null) {
  if (!given) {
    const missing = { pointer: "/email", code: "REQUIRED", message: "Email is required" } as const;
    throw new Refusal("VALIDATION_FAILED", { fields: [missing] });
  }
  const email = given.toLowerCase();
  const known = await tx
    .selectFrom("business_user as u")
    .leftJoin("user_role as r", "r.user_id", "u.id")
    .select(["u.id", "u.deactivated_at", "r.role"])
    .where("u.business_id", "=", businessId)
    .where("u.email", "=", email)
    .executeTakeFirst();
  // A user with a role or a deactivated user cannot be asked to become the owner.
  if (known?.role || known?.deactivated_at) throw new Refusal("USER_EMAIL_ALREADY_EXISTS");
  if (known) return known.id;
  const id = uuidv7();
  await tx
    .insertInto("business_user")
    .values({ id, platform_id: platformId, business_id: businessId, email })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "user.created",
    body: { userId: id },
    action: "owner.ask",
    object: { kind: "user", id },
    actor: { kind: "USER", id: userId },
    requestId,
  });
  return id;
}
