import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { askNewPasskey, confirmStepUpPasskey, listPasskeys } from "@inlay/contracts/calls/step-up.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { counterAfterUse, createdPasskey, optionsToCreate, optionsToUse, type RelyingParty } from "../webauthn.ts";
import { about, countAttempt, endStepUps, openChallenge, passChallenge, recordStepUp } from "./step-up.ts";
import { readStepUpMethods } from "./step-up-methods.ts";

type Question = Answer<typeof askNewPasskey>;

/** A passkey belongs to the host of the page on which it was created: the portal's, or the platform's sign-in domain. */
const siteOf = ({ origin }: Person, name = "Inlay"): RelyingParty => ({ name, url: origin });

/** Creates a challenge for one of the person's own passkeys. */
export async function askForPasskey(tx: Tx, caller: Person): Promise<Question> {
  const { passkeys } = await readStepUpMethods(tx, caller.userId);
  if (passkeys.length === 0) throw new Refusal("STEP_UP_METHOD_NOT_ALLOWED");
  const options = await optionsToUse(siteOf(caller), passkeys);
  const { challenge } = options;
  const challengeId = await openChallenge(tx, caller, {
    purpose: "STEP_UP",
    method: "PASSKEY",
    recipient: null,
    challenge,
  });
  return { challengeId, options: { ...options } };
}

/** Uses up a challenge. This is committed before the response is verified, so a challenge is answered once. */
export async function spendPasskeyChallenge(app: AppContext, caller: Person, challengeId: string): Promise<string> {
  const counted = await countAttempt(app, caller, "STEP_UP", challengeId, 1);
  if (!counted?.challenge) throw new Refusal("PASSKEY_NOT_ACCEPTED");
  return counted.challenge;
}

/** Steps the session up if one of the person's own passkeys has signed the challenge. */
export async function stepUpByPasskey(
  tx: Tx,
  caller: Person,
  { challengeId, response }: Parsed<typeof confirmStepUpPasskey, "body">,
  challenge: string,
  requestId: string,
): Promise<void> {
  const passkey = await tx
    .selectFrom("user_passkey")
    .selectAll()
    .where("user_id", "=", caller.userId)
    .where("credential_id", "=", response.id)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  const counter = passkey ? await counterAfterUse(siteOf(caller), challenge, response, passkey) : null;
  if (!passkey || counter === null || !(await passChallenge(tx, caller, "STEP_UP", challengeId)))
    throw new Refusal("PASSKEY_NOT_ACCEPTED");
  await tx
    .updateTable("user_passkey")
    .set({ counter, last_used_at: sql`now()` })
    .where("id", "=", passkey.id)
    .execute();
  await recordStepUp(tx, caller, "PASSKEY", requestId);
}

export async function listUserPasskeys(tx: Tx, { userId }: Person): Promise<Answer<typeof listPasskeys>> {
  const rows = await tx
    .selectFrom("user_passkey")
    .select(["id", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("id")
    .execute();
  return {
    passkeys: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Creates a challenge for a new passkey of the person. */
export async function askForNewPasskey(tx: Tx, caller: Person): Promise<Question> {
  const { passkeys, email, name } = await readStepUpMethods(tx, caller.userId);
  const { platformProgramName } = await settingsOf(tx, caller.platformId);
  const user = { id: caller.userId, name: email ?? name ?? platformProgramName, displayName: name ?? email ?? "" };
  const options = await optionsToCreate(siteOf(caller, platformProgramName), user, passkeys);
  const { challenge } = options;
  const challengeId = await openChallenge(tx, caller, {
    purpose: "ADD_PASSKEY",
    method: "PASSKEY",
    recipient: null,
    challenge,
  });
  return { challengeId, options: { ...options } };
}

export async function addUserPasskey(
  tx: Tx,
  caller: Person,
  { challengeId, response }: { challengeId: string; response: object },
  requestId: string,
): Promise<string> {
  const { platformId, businessId, userId, sessionId } = caller;
  const passed = await passChallenge(tx, caller, "ADD_PASSKEY", challengeId);
  const passkey = passed?.challenge ? await createdPasskey(siteOf(caller), passed.challenge, response) : null;
  if (!passkey) throw new Refusal("PASSKEY_NOT_ACCEPTED");
  const { id } = await tx
    .insertInto("user_passkey")
    .values({ platform_id: platformId, business_id: businessId, user_id: userId, ...passkey })
    .returning("id")
    .executeTakeFirstOrThrow();
  await endStepUps(tx, userId, sessionId);
  await recordPasskey(tx, caller, "user.passkey_added", id, requestId);
  return id;
}

export async function removeUserPasskey(tx: Tx, caller: Person, id: string, requestId: string): Promise<void> {
  const removed = await tx
    .updateTable("user_passkey")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", caller.userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (removed.numUpdatedRows === 0n) throw new Refusal("NOT_FOUND", { context: { object: "passkey" } });
  await recordPasskey(tx, caller, "user.passkey_removed", id, requestId);
}

const recordPasskey = (
  tx: Tx,
  caller: Person,
  kind: "user.passkey_added" | "user.passkey_removed",
  passkeyId: string,
  requestId: string,
) => {
  const { userId } = caller;
  return record(tx, {
    ...about(caller, requestId),
    action: "step-up.manage-methods",
    kind,
    body: { userId, passkeyId },
  });
};
