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
import { about, firstNameOf, openStaffSession, type StaffMember, type StaffSession } from "./sessions.ts";
import { newTotp, totpStep } from "./totp.ts";

const codeMinutes = 10;
const mostAttempts = 5;

/** What an attempt is compared with where there is nothing to compare with. */
const noHash = Buffer.alloc(32);
const noSecret = Buffer.alloc(20);

/** The encryption key for TOTP secrets. It is fetched before a transaction begins. */
const staffKey = ({ vault }: AppContext) => vault.keyFor({ platformId: staffScope.platformId, businessId: null });

/**
 * Requests a sign-in code. As in the portal, known and unknown addresses are treated alike, and the codes per hour are limited. Only the
 * requester receives the sign-in id, and a code is useless without it.
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

/** Runs in the workflow: if the address belongs to a member, it creates and emails a code. It has an effect once per sign-in. */
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
    params: { firstName: firstNameOf(member), code, minutes: codeMinutes },
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

/**
 * Signs in with an email code and a TOTP code. The refusal does not disclose which of them is wrong, and an attempt for an address without
 * a member does the same work as one with a wrong code, so that its duration does not disclose who is a member.
 */
export async function signInByCode(
  app: AppContext,
  guess: { signInId: string; code: string; totp: string },
  requestId: string,
): Promise<StaffSession> {
  const dataKey = await staffKey(app);
  const { member, isRight } = await countGuess(app, guess);
  const step = totpStep(member?.encrypted_totp ? openTotp(dataKey, member) : noSecret, guess.totp, new Date());
  if (!member?.encrypted_totp || !isRight || step === null) throw await refuse(app, member, guess.signInId, requestId);
  const session = await inScope(app.pool, staffScope, async (tx) => {
    const spent = await spendStep(tx, member.id, step);
    const used = await spendSignIn(tx, guess.signInId);
    return spent && used ? openStaffSession(tx, member, "CODE", requestId) : null;
  });
  if (!session) throw await refuse(app, member, guess.signInId, requestId);
  return session;
}

/** A TOTP code works once, so an observed code cannot be reused within its time step. */
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

/** Sets up a TOTP device. It requires the invitation and the email code, and returns the secret once. */
export async function enroll(
  app: AppContext,
  guess: { signInId: string; code: string; invitation: string },
  requestId: string,
): Promise<{ totpUri: string }> {
  const dataKey = await staffKey(app);
  const { member, isRight } = await countGuess(app, guess);
  const invited = member?.invitation_hash;
  const isInvited = timingSafeEqual(invited ?? noHash, hashOfInvitation(guess.invitation));
  if (!invited || !isRight || !isInvited) throw await refuse(app, member, guess.signInId, requestId);
  const { secret, uri } = newTotp(member.email);
  const done = await inScope(app.pool, staffScope, async (tx) => {
    const taken = await tx
      .updateTable("staff_member")
      .set({
        encrypted_totp: encrypt(dataKey, secret, aboutTotp(member.id)),
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
  if (!done) throw await refuse(app, member, guess.signInId, requestId);
  return { totpUri: uri };
}

export const hashOfInvitation = (invitation: string) => createHash("sha256").update(invitation).digest();

/** Counts an attempt. The count is committed before the result of the comparison is used. */
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
    const isEqual = timingSafeEqual(signIn.code_hash ?? noHash, hashOfCode(app, signInId, code));
    return { member: await memberAt(tx, signIn.email), isRight: signIn.code_hash !== null && isEqual };
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

/** Creates the refusal and records it, whether the attempt belongs to a member or not. */
async function refuse(
  { pool }: AppContext,
  member: StaffMember | null,
  signInId: string,
  requestId: string,
): Promise<Refusal> {
  await inScope(pool, staffScope, (tx) =>
    record(tx, {
      platformId: staffScope.platformId,
      businessId: null,
      kind: "staff.sign_in_refused",
      body: { memberId: member?.id ?? null },
      action: "session.open",
      object: { kind: "staff_sign_in", id: signInId },
      actor: { kind: "SYSTEM", id: null },
      requestId,
    }),
  );
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
  createHmac("sha256", config.CODE_SECRET).update(`staff/${signInId}/${code}`).digest();

const aboutTotp = (memberId: string) => `staff-totp/${memberId}`;
const openTotp = (key: DataKey, { id, encrypted_totp }: StaffMember): Buffer =>
  decrypt(key, encrypted_totp ?? Buffer.alloc(0), aboutTotp(id));
