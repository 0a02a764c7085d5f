import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import { mustBeVerified } from "@inlay/lending/onboarding/ownership.ts";
import type { Tx } from "../db/scope.ts";

type Waited = {
  email: string;
  userId: string | null;
  locale: "en" | "es";
  /** The application is not decided without them. The others are reminded too, and nobody waits for them. */
  mustBeVerified: boolean;
};

/** The co-owner, if an open application waits for their answer: they were asked, and have neither finished nor declined. */
export async function coOwnerWaitedFor(tx: Tx, ownerId: string): Promise<Waited | null> {
  const row = await tx
    .selectFrom("business_owner as o")
    .leftJoin("business_user as u", "u.id", "o.user_id")
    .select(["o.email", "o.user_id", "u.locale", "o.ownership_basis_points", "o.is_control_person"])
    .where("o.id", "=", ownerId)
    .where("o.onboarded_at", "is", null)
    .where("o.stopped_at", "is", null)
    .where("o.removed_at", "is", null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("o.current_step", "<>", "WAITING_FOR_OFFERS"),
        exists(
          selectFrom("additional_input as i")
            .select("i.id")
            .whereRef("i.owner_id", "=", "o.id")
            .where("i.done_at", "is", null)
            .where("i.released_at", "is", null),
        ),
      ]),
    )
    // Whoever declined may be invited again, so only the last invitation counts.
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("o.user_id", "is not", null),
        eb(
          selectFrom("invitation as v")
            .select("v.declined_at")
            .whereRef("v.owner_id", "=", "o.id")
            .orderBy("v.created_at", "desc")
            .orderBy("v.id", "desc")
            .limit(1),
          "is",
          null,
        ),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("loan_application as a")
          .select("a.id")
          .whereRef("a.business_id", "=", "o.business_id")
          .where("a.status", "in", unfinishedStates),
      ),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { email, user_id: userId, ownership_basis_points: basisPoints, is_control_person: isControlPerson } = row;
  const ownershipPercentage = basisPoints === null ? null : basisPoints / 100;
  return {
    email,
    userId,
    locale: row.locale === "es" ? "es" : "en",
    mustBeVerified: mustBeVerified({ ownershipPercentage, isControlPerson }),
  };
}
