import { Refusal } from "@inlay/contracts/errors.ts";
import type { OwnerRequest } from "@inlay/contracts/owner-request.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { inviteUser } from "./invitations.ts";

type Asker = { platformId: string; businessId: string; userId: string; locale: "en" | "es"; requestId: string };

/** How often a business's employees may have us write to owners in a day, whoever they name. */
const mostADay = 3;

/** Who can go on where an employee cannot, and what became of the last letter to them. */
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
          // Which address the owner applies under is theirs to tell.
          email: owner ? null : asked.email,
          askedAt: asked.created_at.toISOString(),
          status: asked.used_at ? "CAME" : asked.bounced_at ? "BOUNCED" : "SENT",
        }
      : null,
  };
}

/**
 * Has us write to the owner who applies, or, while nobody does, to somebody whom the employee names. Whoever comes that way says for
 * themselves what they are to the business: an employee makes nobody an owner.
 */
export async function askOwner(tx: Tx, by: Asker, email: string | null): Promise<OwnerRequest> {
  const { platformId, businessId, userId, locale, requestId } = by;
  // One request of a business at a time, so that the count below holds.
  await tx.selectFrom("business").select("id").where("id", "=", businessId).forNoKeyUpdate().execute();
  if (await wasAskedOften(tx, businessId)) throw new Refusal("INVITED_TOO_OFTEN");
  const owner = await applyingOwner(tx, businessId);
  const guestId = owner?.id ?? (await somebodyNamed(tx, by, email));
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

async function somebodyNamed(tx: Tx, { platformId, businessId, userId, requestId }: Asker, given: string | null) {
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
  // Who has said already that they are something else is nobody to ask.
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
