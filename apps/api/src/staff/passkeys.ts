import { randomUUID } from "node:crypto";
import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import type { RequestContext, Staff } from "../http/public.ts";
import { counterAfterUse, createdPasskey, optionsToCreate, optionsToUse, type RelyingParty } from "../webauthn.ts";
import { about, openStaffSession, type StaffSession } from "./sessions.ts";

const challengeMinutes = 5;
/** Adding a passkey requires a recent sign-in, so an unattended session cannot be turned into permanent access. */
const freshMinutes = 10;

type Question = Answer<typeof staffCalls.askPasskey>;

const consoleSite = ({ config }: AppContext): RelyingParty => ({ name: "Inlay", url: config.CONSOLE_URL });

export async function askNewPasskey(tx: Tx, app: AppContext, { memberId }: Staff): Promise<Question> {
  const member = await tx
    .selectFrom("staff_member")
    .select(["email", "name"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const known = await tx
    .selectFrom("staff_passkey")
    .select("credential_id")
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .execute();
  const options = await optionsToCreate(
    consoleSite(app),
    { id: memberId, name: member.email, displayName: member.name },
    known.map((passkey) => passkey.credential_id),
  );
  return { challengeId: await saveChallenge(tx, options.challenge, memberId), options: { ...options } };
}

export async function addPasskey(
  { tx, caller, body, requestId }: RequestContext<typeof staffCalls.addPasskey>,
  app: AppContext,
): Promise<Answer<typeof staffCalls.addPasskey>> {
  const { memberId, signedInAt } = caller;
  if (Date.now() - signedInAt.getTime() > freshMinutes * 60_000) throw new Refusal("NOT_SIGNED_IN");
  const challenge = await spendChallenge(tx, body.challengeId, memberId);
  const passkey = challenge && (await createdPasskey(consoleSite(app), challenge, body.response));
  if (!passkey) throw new Refusal("VALIDATION_FAILED");
  const { id } = await tx
    .insertInto("staff_passkey")
    .values({ member_id: memberId, ...passkey })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(tx, {
    ...about(memberId, requestId),
    kind: "staff.passkey_added",
    body: { memberId, passkeyId: id },
    action: "staff.passkey.add",
    object: { kind: "staff_passkey", id },
  });
  return { passkeyId: id };
}

/** Creates a challenge for a sign-in with a discoverable passkey. The passkey identifies the member. */
export async function askPasskey(app: AppContext): Promise<Question> {
  const options = await optionsToUse(consoleSite(app));
  const challengeId = await inScope(app.pool, staffScope, (tx) => saveChallenge(tx, options.challenge, null));
  return { challengeId, options: { ...options } };
}

export async function signInByPasskey(
  app: AppContext,
  { challengeId, response }: Parsed<typeof staffCalls.signInByPasskey, "body">,
  requestId: string,
): Promise<StaffSession> {
  // The use of the challenge is committed first, so it holds even if the sign-in fails.
  const challenge = await inScope(app.pool, staffScope, (tx) => spendChallenge(tx, challengeId, null));
  if (!challenge) throw new Refusal("NOT_SIGNED_IN");
  return inScope(app.pool, staffScope, async (tx) => {
    const passkey = await tx
      .selectFrom("staff_passkey")
      .selectAll()
      .where("credential_id", "=", response.id)
      .where("revoked_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!passkey) throw new Refusal("NOT_SIGNED_IN");
    const counter = await counterAfterUse(consoleSite(app), challenge, response, passkey);
    if (counter === null) throw new Refusal("NOT_SIGNED_IN");
    await tx.updateTable("staff_passkey").set({ counter }).where("id", "=", passkey.id).execute();
    const member = await tx
      .selectFrom("staff_member")
      .selectAll()
      .where("id", "=", passkey.member_id)
      .where("deactivated_at", "is", null)
      .executeTakeFirst();
    if (!member) throw new Refusal("NOT_SIGNED_IN");
    return openStaffSession(tx, member, "PASSKEY", requestId);
  });
}

async function saveChallenge(tx: Tx, challenge: string, memberId: string | null): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("staff_challenge")
    .values({
      id,
      member_id: memberId,
      challenge,
      expires_at: sql`now() + make_interval(mins => ${challengeMinutes})`,
    })
    .execute();
  return id;
}

/** Marks a challenge as used. Null if it is unknown, used or expired. */
async function spendChallenge(tx: Tx, id: string, memberId: string | null): Promise<string | null> {
  const used = await tx
    .updateTable("staff_challenge")
    .set({ used_at: sql`now()` })
    .where("id", "=", id)
    .where("member_id", "is not distinct from", memberId)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("challenge")
    .executeTakeFirst();
  return used?.challenge ?? null;
}
