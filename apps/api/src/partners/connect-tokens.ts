import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { ConnectToken } from "@inlay/contracts/partner/connect-token.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { PlatformKey } from "../http/public.ts";
import { insertConnectToken } from "../people/public.ts";
import { resolveUser } from "./users.ts";

const lifeHours = 24;

/** Creates a one-time sign-in token for a user. Only its hash is stored, so this response is the only one that contains it. */
export async function createConnectToken(
  tx: Tx,
  { config }: AppContext,
  caller: PlatformKey,
  userReference: string,
  requestId: string,
): Promise<ConnectToken> {
  const { platformId } = caller;
  const userId = await resolveUser(tx, platformId, userReference);
  const user = await tx
    .selectFrom("business_user")
    .select(["business_id", "deactivated_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (user.deactivated_at)
    throw new Refusal("WRONG_STATE", { context: { status: "DEACTIVATED", allowedFrom: ["INVITED", "ACTIVE"] } });
  const clear = `ct_${config.isProduction ? "live" : "test"}_${randomBytes(32).toString("base64url")}`;
  const id = uuidv7();
  await insertConnectToken(tx, {
    id,
    platform_id: platformId,
    business_id: user.business_id,
    user_id: userId,
    token_hash: createHash("sha256").update(clear).digest(),
    expires_at: sql`now() + make_interval(hours => ${lifeHours})`,
  });
  await record(tx, {
    platformId,
    businessId: user.business_id,
    kind: "connect_token.created",
    body: { userId },
    action: "partner.connect-token.create",

    object: { kind: "connect_token", id },
    actor: { kind: "PLATFORM_KEY", id: caller.keyId },
    requestId,
  });
  return { ...(await readConnectToken(tx, config, publicId("connectToken", id))), connectToken: clear };
}

export async function readConnectToken(tx: Tx, config: AppContext["config"], id: string): Promise<ConnectToken> {
  const row = await tx
    .selectFrom("connect_token as t")
    .innerJoin("business as b", "b.id", "t.business_id")
    .innerJoin("business_user as u", "u.id", "t.user_id")
    .selectAll("t")
    .select(["b.platform_business_id", "u.platform_user_id"])
    .where("t.id", "=", uuidOf("connectToken", id))
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "connect token" } });
  const changedAt = row.revoked_at ?? row.used_at ?? row.created_at;
  return {
    object: "connect_token",
    id: publicId("connectToken", row.id),
    livemode: config.isProduction,
    version: changedAt === row.created_at ? 1 : 2,

    createdAt: row.created_at.toISOString(),
    updatedAt: changedAt.toISOString(),

    businessId: publicId("business", row.business_id),
    platformBusinessId: row.platform_business_id ?? row.business_id,

    userId: publicId("user", row.user_id),
    platformUserId: row.platform_user_id ?? row.user_id,

    connectToken: null,
    expiresAt: row.expires_at.toISOString(),

    usedAt: row.used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    status: row.revoked_at ? "REVOKED" : row.used_at ? "USED" : row.expires_at <= new Date() ? "EXPIRED" : "UNUSED",
  };
}
