import { randomBytes } from "node:crypto";
import { defaultSettings } from "@inlay/contracts/platform-settings.ts";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import { sql } from "kysely";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { type Fact, record } from "../db/record.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import { saveSettings } from "../platforms/settings.ts";
import { revokeFactors, storeInvitation } from "../staff/members.ts";

export type Founder = { id: string; email: string; name: string; roles: StaffRole[] };

/** Creates the first staff members. Each member without a TOTP device can set one up with the same invitation. */
export async function seedStaff(pool: pg.Pool, founders: Founder[], invitation: string): Promise<void> {
  await inScope(pool, staffScope, async (tx) => {
    await saveStaffSettings(tx);
    for (const founder of founders) await admit(tx, founder);
    const waiting = await tx
      .selectFrom("staff_member")
      .select("id")
      .where(
        "id",
        "in",
        founders.map(({ id }) => id),
      )
      .where("encrypted_totp", "is", null)
      .execute();
    for (const { id } of waiting) await storeInvitation(tx, id, invitation);
  });
}

/** Admitting a member needs two administrators, so the first two are created here. */
const initialAdmins = 2;

/**
 * Admits one of the first two administrators, or creates a new invitation for one who lost their device. They admit all other members.
 */
export async function inviteAdmin(
  pool: pg.Pool,
  { email, name }: Pick<Founder, "email" | "name">,
): Promise<{ memberId: string; invitation: string }> {
  return inScope(pool, staffScope, async (tx) => {
    await saveStaffSettings(tx);
    const admins = await tx
      .selectFrom("staff_member")
      .select(["id", "email"])
      .where(sql<boolean>`'ADMIN' = any(roles)`)
      .where("deactivated_at", "is", null)
      .execute();
    const known = admins.find((admin) => admin.email === email);
    const memberId = known?.id ?? uuidv7();
    if (!known && admins.length >= initialAdmins)
      throw new Error("There are two administrators already. They admit all other members.");
    if (!known && !(await admit(tx, { id: memberId, email, name, roles: ["ADMIN"] })))
      throw new Error("There is a member with this address who is not an administrator.");
    const invitation = randomBytes(24).toString("base64url");
    if (known) {
      // Whoever runs this has the database already. The administrator is told, as after a reset by two members.
      await revokeFactors(tx, memberId);
      await record(tx, {
        ...bySystem(memberId),
        kind: "staff.factors_revoked",
        body: { memberId },
        action: "staff.member.reset",
      });
    }
    await storeInvitation(tx, memberId, invitation);
    await record(tx, { ...bySystem(memberId), kind: "staff.member_invited", body: { memberId } });
    return { memberId, invitation };
  });
}

/** The settings of the staff scope, whose program name signs its emails. */
const saveStaffSettings = (tx: Tx) =>
  saveSettings(tx, staffScope.platformId, { ...defaultSettings(), platformProgramName: "Inlay" });

async function admit(tx: Tx, founder: Founder): Promise<boolean> {
  const made = await tx
    .insertInto("staff_member")
    .values(founder)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return false;
  const { id, roles } = founder;
  await record(tx, {
    ...bySystem(id),
    kind: "staff.member_admitted",
    body: { memberId: id, roles },
    after: { roles },
  });
  return true;
}

const bySystem = (memberId: string): Omit<Fact, "kind" | "body"> => ({
  platformId: staffScope.platformId,
  businessId: null,
  action: "staff.member.admit",
  object: { kind: "staff_member", id: memberId },
  actor: { kind: "SYSTEM", id: null },
  requestId: null,
});
