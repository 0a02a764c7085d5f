import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import { decrypt, encrypt } from "../encryption.ts";
import { prepareEmail, queueEmail } from "../notifications/public.ts";
import { spendCode } from "../people/public.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { about, openStaffSession, type StaffMember, type StaffSession } from "./sessions.ts";
import { newTotp, totpStep } from "./totp.ts";

const codeMinutes = 10;
const mostAttempts = 5;

/** The key that seals what a device shares with us. Asked for before a transaction begins. */
const staffKey = ({ vault }: AppContext) => vault.keyFor({ platformId: staffScope.platformId, businessId: null });

/**
 * Somebody asks for a code. As at the portal everyone is treated alike, known or not, and an address gets few codes an hour. The id
 * goes back to who asked and to nobody else, so a code is worth nothing without it.
 */
export async function requestStaffCode({ pool }: AppContext, address: string): Promise<{ signInId: string }> {
  const email = address.toLowerCase();
  const id = randomUUID();
  await inScope(pool, staffScope, async (tx) => {
    await spendCode(tx, staffScope.platformId, email);
    await tx
      .insertInto("staff_sign_in")
      .values({ id, email, expires_at: sql`now() + make_interval(mins => ${codeMinutes})` })
      .execute();
    await startWorkflow(tx, "send-staff-code", { platformId: staffScope.platformId, businessId: null, id });
  });
  return { signInId: id };
}

/** The story's part: if there is such a member, a code is made and mailed. Done once a sign-in. */
export async function prepareStaffCode(app: AppContext, { id }: WorkflowIds): Promise<void> {
  const { pool } = app;
  const member = await inScope(pool, staffScope, async (tx) => {
    const signIn = await tx
      .selectFrom("staff_sign_in")
      .select("email")
      .where("id", "=", id)
      .where("code_hash", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    return signIn ? memberAt(tx, signIn.email) : null;
  });
  if (!member) return;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const message = await prepareEmail(app, {
    platformId: staffScope.platformId,
    businessId: null,
    key: `staff-sign-in/${id}`,

    template: "sign-in-code",
    locale: "en",
    recipient: member.email,
    params: { code, minutes: codeMinutes },
  });
  await inScope(pool, staffScope, async (tx) => {
    const won = await tx
      .updateTable("staff_sign_in")
      .set({ code_hash: hashOfCode(app, id, code) })
      .where("id", "=", id)
      .where("code_hash", "is", null)
      .executeTakeFirst();
    if (won.numUpdatedRows === 0n) return;
    await queueEmail(tx, message);
    const actor = { kind: "SYSTEM", id: null } as const;
    await record(tx, { ...about(member.id, null), actor, kind: "staff.code_sent", body: { memberId: member.id } });
  });
}

/** Signs in by two codes: one that came by e-mail, one that the device shows. Which of them was wrong is not told. */
export async function signInByCode(
  app: AppContext,
  guess: { signInId: string; code: string; totp: string },
  requestId: string,
): Promise<StaffSession> {
  const dataKey = await staffKey(app);
  const { member, isRight } = await countGuess(app, guess);
  const step = member?.encrypted_totp ? totpStep(openTotp(dataKey, member), guess.totp, new Date()) : null;
  if (!member || !isRight || step === null) throw await refuse(app, member, requestId);
  const session = await inScope(app.pool, staffScope, async (tx) => {
    const spent = await spendStep(tx, member.id, step);
    const used = await spendSignIn(tx, guess.signInId);
    return spent && used ? openStaffSession(tx, member, "CODE", requestId) : null;
  });
  if (!session) throw await refuse(app, member, requestId);
  return session;
}

/** A code of the device works once, even for somebody who looked over a shoulder within the same half minute. */
async function spendStep(tx: Tx, memberId: string, step: number): Promise<boolean> {
  const spent = await tx
    .updateTable("staff_member")
    .set({ totp_step: step })
    .where("id", "=", memberId)
    .where("totp_step", "<", step)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Sets up a device: whoever holds the invitation and reads the member's mail is told the secret, once. */
export async function enroll(
  app: AppContext,
  guess: { signInId: string; code: string; invitation: string },
  requestId: string,
): Promise<{ totpUri: string }> {
  const dataKey = await staffKey(app);
  const { member, isRight } = await countGuess(app, guess);
  const invited = member?.invitation_hash;
  if (!invited || !isRight || !timingSafeEqual(invited, hashOfInvitation(guess.invitation)))
    throw await refuse(app, member, requestId);
  const { secret, uri } = newTotp(member.email);
  const done = await inScope(app.pool, staffScope, async (tx) => {
    const taken = await tx
      .updateTable("staff_member")
      .set({
        encrypted_totp: encrypt(dataKey.key, secret, aboutTotp(member.id)),
        totp_step: 0,

        invitation_hash: null,
        invitation_expires_at: null,
      })
      .where("id", "=", member.id)
      .where("invitation_hash", "=", invited)
      .where("invitation_expires_at", ">", sql<Date>`now()`)
      .where("deactivated_at", "is", null)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n || !(await spendSignIn(tx, guess.signInId))) return false;
    await record(tx, { ...about(member.id, requestId), kind: "staff.enrolled", body: { memberId: member.id } });
    return true;
  });
  if (!done) throw await refuse(app, member, requestId);
  return { totpUri: uri };
}

export const hashOfInvitation = (invitation: string) => createHash("sha256").update(invitation).digest();

/** Counts a guess, and commits the count, before anything is compared. */
async function countGuess(app: AppContext, { signInId, code }: { signInId: string; code: string }) {
  return inScope(app.pool, staffScope, async (tx) => {
    const signIn = await tx
      .updateTable("staff_sign_in")
      .set((set) => ({ attempts: set("attempts", "+", 1) }))
      .where("id", "=", signInId)
      .where("attempts", "<", mostAttempts)
      .where("used_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["email", "code_hash"])
      .executeTakeFirst();
    if (!signIn) {
      const row = await tx
        .selectFrom("staff_sign_in")
        .select("attempts")
        .where("id", "=", signInId)
        .where("used_at", "is", null)
        .executeTakeFirst();
      throw new Refusal((row?.attempts ?? 0) >= mostAttempts ? "TOO_MANY_OTP_ATTEMPTS" : "INVALID_OTP_CODE");
    }
    const isRight = signIn.code_hash !== null && timingSafeEqual(signIn.code_hash, hashOfCode(app, signInId, code));
    return { member: await memberAt(tx, signIn.email), isRight };
  });
}

async function spendSignIn(tx: Tx, signInId: string): Promise<boolean> {
  const used = await tx
    .updateTable("staff_sign_in")
    .set({ used_at: sql`now()` })
    .where("id", "=", signInId)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** The refusal, noted where there is a member whom it is about. */
async function refuse({ pool }: AppContext, member: StaffMember | null, requestId: string): Promise<Refusal> {
  if (member) {
    const actor = { kind: "SYSTEM", id: null } as const;
    const fact = {
      ...about(member.id, requestId),
      actor,
      kind: "staff.sign_in_refused",
      body: { memberId: member.id },
    };
    await inScope(pool, staffScope, (tx) => record(tx, fact));
  }
  return new Refusal("INVALID_OTP_CODE");
}

async function memberAt(tx: Tx, email: string): Promise<StaffMember | null> {
  const member = await tx
    .selectFrom("staff_member")
    .selectAll()
    .where("email", "=", email)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  return member ?? null;
}

const hashOfCode = ({ config }: AppContext, signInId: string, code: string): Buffer =>
  createHmac("sha256", `${config.SESSION_SECRET}/staff-code`).update(`${signInId}/${code}`).digest();

const aboutTotp = (memberId: string) => `staff-totp/${memberId}`;
const openTotp = ({ key }: DataKey, { id, encrypted_totp }: StaffMember): Buffer =>
  decrypt(key, encrypted_totp ?? Buffer.alloc(0), aboutTotp(id));
