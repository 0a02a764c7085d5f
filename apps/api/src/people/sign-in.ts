import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "../notifications/public.ts";
import { platformAt, settingsOf } from "../platforms/public.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

const codeMinutes = 10;
const mostAttempts = 5;
const mostCodesAnHour = 5;

const wholePlatform = (platformId: string) => ({ platformId, businessId: "whole platform" }) as const;

/**
 * Requests a sign-in code. Known and unknown addresses get the same rows, the same answer and the same timing. The workflow finds out
 * later whether the address belongs to a user.
 */
export async function requestSignIn(
  { pool, config }: AppContext,
  request: { platformDomainName: string; originUrl: string; email: string; pkceCodeChallenge: string },
): Promise<void> {
  const platformId = await platformAt(pool, request.platformDomainName);
  await inScope(pool, wholePlatform(platformId), async (tx) => {
    const email = request.email.toLowerCase();
    // The browser returns to this URL after sign-in, so its host must be the platform's or the portal's.
    const { signInDomains } = await settingsOf(tx, platformId);
    if (![...signInDomains, new URL(config.PORTAL_URL).host].includes(new URL(request.originUrl).host))
      throw new Refusal("ORIGIN_NOT_ALLOWED");
    await spendCode(tx, platformId, email);
    const id = uuidv7();
    await tx
      .insertInto("sign_in")
      .values({
        id,
        platform_id: platformId,
        email,
        pkce_challenge: request.pkceCodeChallenge,
        origin_url: request.originUrl,
        expires_at: sql`now() + make_interval(mins => ${codeMinutes})`,
      })
      .execute();
    await startWorkflow(tx, "send-sign-in-code", { platformId, businessId: null, id });
  });
}

/**
 * Counts a code against the address or user that it is sent to. The count is one conditional update, so concurrent processes cannot exceed
 * the limit.
 */
export async function spendCode(tx: Tx, platformId: string, subject: string): Promise<void> {
  const { rows } = await sql`
    insert into app.code_quota as quota (platform_id, subject, hour_began_at, codes) values (${platformId}, ${subject}, now(), 1)
    on conflict (platform_id, subject) do update set
      hour_began_at = case when quota.hour_began_at < now() - interval '1 hour' then now() else quota.hour_began_at end,
      codes = case when quota.hour_began_at < now() - interval '1 hour' then 1 else quota.codes + 1 end
    where quota.codes < ${mostCodesAnHour} or quota.hour_began_at < now() - interval '1 hour'
    returning codes`.execute(tx);
  if (rows.length === 0) throw new Refusal("TOO_MANY_OTP_ATTEMPTS");
}

/** Runs in the workflow: creates and emails a code if the address has a user or enrollment is open. It has an effect once per sign-in. */
export async function prepareSignInCode(app: AppContext, { platformId, id }: WorkflowIds): Promise<void> {
  const { pool } = app;
  const waiting = await inScope(pool, wholePlatform(platformId), async (tx) => {
    const signIn = await tx
      .selectFrom("sign_in")
      .select(["email"])
      .where("id", "=", id)
      .where("code_hash", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    if (!signIn) return null;
    const settings = await settingsOf(tx, platformId);
    const person = await findPerson(tx, platformId, settings, signIn.email);
    return person || enrolls(settings) ? { email: signIn.email, reader: person && (await readerOf(tx, person)) } : null;
  });
  if (!waiting) return;

  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const message = await prepareEmail(app, {
    platformId,
    businessId: null,
    key: `sign-in/${id}`,
    template: "sign-in-code",
    locale: waiting.reader?.locale ?? "en",
    recipient: waiting.email,
    params: { firstName: waiting.reader?.firstName ?? null, code, minutes: codeMinutes },
  });
  await inScope(pool, wholePlatform(platformId), async (tx) => {
    const won = await tx
      .updateTable("sign_in")
      .set({ code_hash: hashOfCode(app, id, code) })
      .where("id", "=", id)
      .where("code_hash", "is", null)
      .executeTakeFirst();
    // A concurrent run that comes second keeps the first code.
    if (won.numUpdatedRows === 1n) await queueEmail(tx, message);
  });
}

/** How an email addresses a user: by the first name that an owner gave of themselves, otherwise by the platform's. */
export async function readerOf(
  tx: Tx,
  { userId }: { userId: string },
): Promise<{ firstName: string | null; locale: "en" | "es" } | null> {
  const user = await tx
    .selectFrom("business_user as u")
    .leftJoin("business_owner as o", "o.user_id", "u.id")
    .select(["u.first_name", "u.locale", "o.first_name as owner_first_name"])
    .where("u.id", "=", userId)
    .orderBy("o.is_primary", "desc")
    .executeTakeFirst();
  if (!user) return null;
  return { firstName: user.owner_first_name ?? user.first_name, locale: user.locale === "es" ? "es" : "en" };
}

/** The hash is keyed and bound to its sign-in, because all million codes could be tried against a plain hash within a second. */
const hashOfCode = ({ config }: AppContext, signInId: string, code: string): Buffer =>
  createHmac("sha256", config.CODE_SECRET).update(`person/${signInId}/${code}`).digest();

type FoundPerson = {
  userId: string;
  email: string;
  tokenType: "BUSINESS_USER" | "PLATFORM_USER";
  businessId: string | null;
};

/** A platform without a sign-in domain signs its users in itself. Our page for it is for co-owners, who may have no account there. */
const isForCoOwnersOnly = ({ signInDomains }: PlatformSettings) => signInDomains.length === 0;
const enrolls = (settings: PlatformSettings) => settings.openEnrollmentEnabled && !isForCoOwnersOnly(settings);

async function findPerson(
  tx: Tx,
  platformId: string,
  settings: PlatformSettings,
  email: string,
): Promise<FoundPerson | null> {
  const user = await tx
    .selectFrom("business_user as u")
    .select(["u.id", "u.business_id"])
    .where("u.platform_id", "=", platformId)
    .where("u.email", "=", email)
    .where("u.deactivated_at", "is", null)
    .$if(isForCoOwnersOnly(settings), (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("user_role as r")
            .select("r.user_id")
            .whereRef("r.user_id", "=", "u.id")
            .where("r.role", "=", "SECONDARY_OWNER"),
        ),
      ),
    )
    .orderBy("u.created_at")
    .orderBy("u.id")
    .executeTakeFirst();
  if (isForCoOwnersOnly(settings) && !user) return null;
  if (user) return { userId: user.id, email, tokenType: "BUSINESS_USER", businessId: user.business_id };
  const colleague = await tx
    .selectFrom("platform_user")
    .select("id")
    .where("platform_id", "=", platformId)
    .where("email", "=", email)
    .executeTakeFirst();
  return colleague ? { userId: colleague.id, email, tokenType: "PLATFORM_USER", businessId: null } : null;
}

/**
 * Signs in with a code. The attempt is counted and committed before the code is compared, so neither a crash nor concurrent guesses
 * yield extra attempts.
 */
export async function verifySignIn(
  app: AppContext,
  guess: { email: string; code: string; pkceCodeVerifier: string },
  requestId: string,
): Promise<OpenedSession & { originUrl: string }> {
  const { pool, tokens } = app;
  const email = guess.email.toLowerCase();
  const challenge = createHash("sha256").update(guess.pkceCodeVerifier).digest("base64url");
  const found = await inNoScope(pool, async (tx) => {
    const { rows } = await sql<{
      id: string;
      platform_id: string;
    }>`select id, platform_id from app.find_sign_in(${challenge}, ${email})`.execute(tx);
    return rows[0];
  });
  if (!found) throw new Refusal("INVALID_OTP_CODE");
  const { id, platform_id: platformId } = found;

  const counted = await inScope(pool, wholePlatform(platformId), (tx) =>
    tx
      .updateTable("sign_in")
      .set((set) => ({ attempts: set("attempts", "+", 1) }))
      .where("id", "=", id)
      .where("attempts", "<", mostAttempts)
      .where("used_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["code_hash", "origin_url"])
      .executeTakeFirst(),
  );
  if (!counted)
    throw new Refusal((await attemptsSpent(pool, platformId, id)) ? "TOO_MANY_OTP_ATTEMPTS" : "INVALID_OTP_CODE");
  if (!counted.code_hash || !timingSafeEqual(counted.code_hash, hashOfCode(app, id, guess.code)))
    throw new Refusal("INVALID_OTP_CODE");

  return inScope(pool, wholePlatform(platformId), async (tx) => {
    const used = await tx
      .updateTable("sign_in")
      .set({ used_at: sql`now()` })
      .where("id", "=", id)
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new Refusal("INVALID_OTP_CODE");
    const settings = await settingsOf(tx, platformId);
    const known = await findPerson(tx, platformId, settings, email);
    if (!known && !enrolls(settings)) throw new Refusal("INVALID_OTP_CODE");
    const person = known ?? (await enroll(tx, platformId, email, requestId));
    if (person.tokenType === "BUSINESS_USER") {
      await tx.updateTable("business_user").set({ last_seen_at: sql`now()` }).where("id", "=", person.userId).execute();
    }
    const session = await openSession(tx, tokens, { ...person, platformId, mode: "DIRECT" });
    await record(tx, {
      platformId,
      businessId: person.businessId,
      kind: "session.opened",
      body: { userId: person.userId, mode: "DIRECT" },
      action: "session.open",
      object: { kind: "user", id: person.userId },
      actor: { kind: "USER", id: person.userId },
      requestId,
    });
    return { ...session, originUrl: counted.origin_url };
  });
}

const attemptsSpent = (pool: AppContext["pool"], platformId: string, id: string): Promise<boolean> =>
  inScope(pool, wholePlatform(platformId), async (tx) => {
    const row = await tx.selectFrom("sign_in").select("attempts").where("id", "=", id).executeTakeFirst();
    return (row?.attempts ?? 0) >= mostAttempts;
  });

/** Open enrollment: a person with a verified address gets a new business. */
async function enroll(tx: Tx, platformId: string, email: string, requestId: string): Promise<FoundPerson> {
  const businessId = uuidv7();
  const userId = uuidv7();
  await tx.insertInto("business").values({ id: businessId, platform_id: platformId }).execute();
  await tx
    .insertInto("business_user")
    .values({ id: userId, platform_id: platformId, business_id: businessId, email })
    .execute();
  const by = { actor: { kind: "USER", id: userId }, requestId } as const;
  await record(tx, {
    platformId,
    businessId,
    kind: "business.created",
    body: { source: "OPEN_ENROLLMENT" },
    action: "session.open",
    object: { kind: "business", id: businessId },
    ...by,
  });
  await record(tx, {
    platformId,
    businessId,
    kind: "user.created",
    body: { userId },
    action: "session.open",
    object: { kind: "user", id: userId },
    ...by,
  });
  return { userId, email, tokenType: "BUSINESS_USER", businessId };
}
