import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Answer } from "@inlay/contracts/call.ts";
import type { requestStepUpCode, StepUpState } from "@inlay/contracts/calls/step-up.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { type StepUpMethod, stepUpMinutes } from "@inlay/lending/access/step-up.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { beyondBusiness, inScope, type Tx } from "../db/scope.ts";
import { hasSteppedUp, type Person } from "../http/public.ts";
import { prepareEmail, prepareSms, queueEmail, queueSms } from "../notifications/public.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { readerOf, spendCode } from "./sign-in.ts";
import { masked, readStepUpMethods } from "./step-up-methods.ts";

const mostAttempts = 5;

/** A challenge counts only for the purpose that it was created for. */
type Purpose = "STEP_UP" | "VERIFY_PHONE" | "ADD_PASSKEY";
type SentCode = Answer<typeof requestStepUpCode>;

export async function readStepUp(tx: Tx, caller: Person): Promise<StepUpState> {
  const { methods, email, verifiedPhone, phoneOnFile } = await readStepUpMethods(tx, caller.userId);
  const recipients = { PASSKEY: null, SMS: verifiedPhone, EMAIL: email };
  return {
    isSteppedUp: await hasSteppedUp(tx, caller),
    methods: methods.map((method) => ({ method, sentTo: recipients[method] && masked(recipients[method]) })),
    phone: phoneOnFile ? { number: masked(phoneOnFile), isVerified: phoneOnFile === verifiedPhone } : null,
  };
}

/** Sends a code by a method that the person can use. */
export async function sendStepUpCode(tx: Tx, caller: Person, method: "SMS" | "EMAIL"): Promise<SentCode> {
  const { methods, email, verifiedPhone } = await readStepUpMethods(tx, caller.userId);
  if (methods.length === 0) throw new Refusal("NO_STEP_UP_METHOD");
  const recipient = method === "SMS" ? verifiedPhone : email;
  if (!recipient || !methods.includes(method)) throw new Refusal("STEP_UP_METHOD_NOT_ALLOWED");
  return sendCode(tx, caller, "STEP_UP", method, recipient);
}

/** Sends a code to the number on file. The person has stepped up, so it is not somebody else who entered the number. */
export async function sendPhoneCode(tx: Tx, caller: Person): Promise<SentCode> {
  const { phoneOnFile } = await readStepUpMethods(tx, caller.userId);
  if (!phoneOnFile) throw new Refusal("NO_PHONE_ON_FILE");
  return sendCode(tx, caller, "VERIFY_PHONE", "SMS", phoneOnFile);
}

/** Sends a code for a purpose, and counts it against the person's quota. */
export async function sendCode(
  tx: Tx,
  caller: Person,
  purpose: Purpose,
  method: "SMS" | "EMAIL",
  recipient: string,
): Promise<SentCode> {
  const { platformId, businessId, userId } = caller;
  await beyondBusiness(tx, () => spendCode(tx, platformId, `user/${userId}`));
  const id = await openChallenge(tx, caller, { purpose, method, recipient, challenge: null });
  await startWorkflow(tx, "send-step-up-code", { platformId, businessId, id });
  return { challengeId: id, sentTo: masked(recipient), secondsLeft: stepUpMinutes * 60 };
}

type Challenge = { purpose: Purpose; method: StepUpMethod; recipient: string | null; challenge: string | null };

/** Creates a challenge in this session. It ends earlier ones of the same purpose, so that only the newest code works. */
export async function openChallenge(tx: Tx, caller: Person, challenge: Challenge): Promise<string> {
  const { platformId, businessId, userId, sessionId, language } = caller;
  await tx
    .updateTable("step_up")
    .set({ expires_at: sql`now()` })
    .where("session_id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("purpose", "=", challenge.purpose)
    .where("passed_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
  const id = uuidv7();
  await tx
    .insertInto("step_up")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      session_id: sessionId,
      user_id: userId,
      locale: language,
      expires_at: sql`now() + make_interval(mins => ${stepUpMinutes})`,
      ...challenge,
    })
    .execute();
  return id;
}

/** Runs in the workflow: creates and sends the code of a challenge. It has an effect once per challenge. */
export async function prepareStepUpCode(app: AppContext, { platformId, businessId, id }: WorkflowIds): Promise<void> {
  if (!businessId) throw new Error("a step-up must belong to a business");
  const scope = { platformId, businessId };
  const { waiting, reader } = await inScope(app.pool, scope, async (tx) => {
    const waiting = await tx
      .selectFrom("step_up")
      .select(["id", "session_id", "user_id", "purpose", "recipient", "method", "locale"])
      .where("id", "=", id)
      .where("code_hash", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    return { waiting, reader: waiting && (await readerOf(tx, { userId: waiting.user_id })) };
  });
  if (!waiting?.recipient) return;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const order = {
    platformId,
    businessId,
    key: `step-up/${id}`,
    locale: waiting.locale === "es" ? ("es" as const) : ("en" as const),
    recipient: waiting.recipient,
  };
  const params = { code, minutes: stepUpMinutes };
  const queue =
    waiting.method === "EMAIL"
      ? await prepareEmail(app, {
          ...order,
          template: "step-up-code",
          params: { ...params, firstName: reader?.firstName ?? null },
        }).then((email) => (tx: Tx) => queueEmail(tx, email))
      : await prepareSms(app, {
          ...order,
          template: waiting.purpose === "VERIFY_PHONE" ? "phone-code" : "step-up-code",
          params,
        }).then((sms) => (tx: Tx) => queueSms(tx, sms));
  await inScope(app.pool, scope, async (tx) => {
    const won = await tx
      .updateTable("step_up")
      .set({ code_hash: hashOfCode(app, waiting, code) })
      .where("id", "=", id)
      .where("code_hash", "is", null)
      .executeTakeFirst();
    // A concurrent run that comes second keeps the first code.
    if (won.numUpdatedRows === 1n) await queue(tx);
  });
}

type Bound = { id: string; session_id: string; user_id: string; purpose: string };

/** The hash is keyed, as for a sign-in, and bound to the session, the user and the purpose of the code. */
const hashOfCode = ({ config }: AppContext, { id, session_id, user_id, purpose }: Bound, code: string): Buffer =>
  createHmac("sha256", config.CODE_SECRET).update(`step-up/${id}/${session_id}/${user_id}/${purpose}/${code}`).digest();

/** Counts a guess and compares it. The count is committed first, so neither a crash nor concurrent guesses yield extra attempts. */
export async function compareCode(
  app: AppContext,
  caller: Person,
  purpose: Purpose,
  guess: { challengeId: string; code: string },
): Promise<void> {
  const counted = await countAttempt(app, caller, purpose, guess.challengeId, mostAttempts);
  if (!counted)
    throw new Refusal((await attemptsSpent(app, caller, guess)) ? "TOO_MANY_OTP_ATTEMPTS" : "INVALID_OTP_CODE");
  if (!counted.code_hash || !timingSafeEqual(counted.code_hash, hashOfCode(app, counted, guess.code)))
    throw new Refusal("INVALID_OTP_CODE");
}

/** Counts an attempt at an open challenge of this person in this session; null if there is none with attempts left. */
export const countAttempt = (app: AppContext, caller: Person, purpose: Purpose, id: string, most: number) =>
  inScope(app.pool, caller, (tx) =>
    tx
      .updateTable("step_up")
      .set((set) => ({ attempts: set("attempts", "+", 1) }))
      .where("id", "=", id)
      .where("session_id", "=", caller.sessionId)
      .where("user_id", "=", caller.userId)
      .where("purpose", "=", purpose)
      .where("attempts", "<", most)
      .where("passed_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["id", "session_id", "user_id", "purpose", "code_hash", "challenge"])
      .executeTakeFirst(),
  );

const attemptsSpent = (app: AppContext, caller: Person, { challengeId }: { challengeId: string }): Promise<boolean> =>
  inScope(app.pool, caller, async (tx) => {
    const row = await tx
      .selectFrom("step_up")
      .select("attempts")
      .where("id", "=", challengeId)
      .where("session_id", "=", caller.sessionId)
      .where("user_id", "=", caller.userId)
      .where("passed_at", "is", null)
      .executeTakeFirst();
    return (row?.attempts ?? 0) >= mostAttempts;
  });

/** Marks a challenge as passed. Null if it is not open for this person, session and purpose, or was passed before. */
export async function passChallenge(tx: Tx, { userId, sessionId }: Person, purpose: Purpose, id: string) {
  const passed = await tx
    .updateTable("step_up")
    .set({ passed_at: sql`now()` })
    .where("id", "=", id)
    .where("session_id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("passed_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["method", "recipient", "challenge"])
    .executeTakeFirst();
  return passed ?? null;
}

/**
 * Steps the session up after a right code. The method is checked again, because a phone or a passkey may have been added, or the address
 * changed, since the code was sent.
 */
export async function stepUpByCode(tx: Tx, caller: Person, challengeId: string, requestId: string): Promise<void> {
  const passed = await passChallenge(tx, caller, "STEP_UP", challengeId);
  if (!passed?.recipient) throw new Refusal("INVALID_OTP_CODE");
  const { methods, email, verifiedPhone } = await readStepUpMethods(tx, caller.userId);
  const method = passed.method === "SMS" ? "SMS" : "EMAIL";
  if (!methods.includes(method) || passed.recipient !== (method === "SMS" ? verifiedPhone : email))
    throw new Refusal("STEP_UP_METHOD_NOT_ALLOWED");
  if (method === "EMAIL") await confirmContact(tx, caller, "EMAIL", passed.recipient);
  await recordStepUp(tx, caller, method, requestId);
}

export const recordStepUp = (tx: Tx, caller: Person, method: StepUpMethod, requestId: string) =>
  record(tx, { ...about(caller, requestId), kind: "user.stepped_up", body: { userId: caller.userId, method } });

/** Verifies the phone after a right code, if the number on file is still the one that the code was sent to. */
export async function verifyPhone(tx: Tx, caller: Person, challengeId: string, requestId: string): Promise<void> {
  const passed = await passChallenge(tx, caller, "VERIFY_PHONE", challengeId);
  const { phoneOnFile } = await readStepUpMethods(tx, caller.userId);
  if (!passed?.recipient || passed.recipient !== phoneOnFile) throw new Refusal("INVALID_OTP_CODE");
  await confirmContact(tx, caller, "PHONE", passed.recipient);
  await endStepUps(tx, caller.userId, caller.sessionId);
  const { userId } = caller;
  const action = "step-up.manage-methods";
  await record(tx, { ...about(caller, requestId), action, kind: "user.phone_verified", body: { userId } });
}

export async function confirmContact(tx: Tx, caller: Person, kind: "PHONE" | "EMAIL", value: string): Promise<void> {
  const { platformId, businessId, userId } = caller;
  const confirmed = { value, confirmed_at: new Date() };
  await tx
    .insertInto("confirmed_contact")
    .values({ platform_id: platformId, business_id: businessId, user_id: userId, kind, ...confirmed })
    .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet(confirmed))
    .execute();
}

/**
 * Ends the step-ups of a user, those in `exceptSession` excluded. When a stronger method is added, whoever stepped up elsewhere by a
 * weaker one has to do it again.
 */
export async function endStepUps(tx: Tx, userId: string, exceptSession: string | null): Promise<void> {
  await tx
    .deleteFrom("step_up")
    .where("user_id", "=", userId)
    .where("session_id", "is distinct from", exceptSession)
    .execute();
}

/** The common fields of an event about a person's own step-up. */
export const about = ({ platformId, businessId, userId }: Person, requestId: string) => ({
  platformId,
  businessId,
  action: "step-up.pass",
  object: { kind: "user", id: userId },
  actor: { kind: "USER" as const, id: userId },
  requestId,
});

const rowsADeletion = 1_000;

/** Deletes challenges, sign-ins and quotas of all tenants a day after their time, a bounded number per transaction. */
export async function deleteExpiredCodes({ pool }: Pick<AppContext, "pool">): Promise<void> {
  for (let deleted = rowsADeletion; deleted >= rowsADeletion; ) {
    const { rows } = await pool.query("select app.delete_expired_codes($1) as deleted", [rowsADeletion]);
    deleted = rows[0].deleted;
  }
}
