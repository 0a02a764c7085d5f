import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { ConnectToken } from "@inlay/contracts/partner/connect-tokens/connect-token.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { record } from "../../db/record.ts";
import { insertConnectToken } from "../../people/public.ts";
import type { PartnerRequest } from "../request.ts";
import { resolveUser } from "../users/read-users.ts";
import { readConnectToken } from "./read-connect-token.ts";

const lifeHours = 24;

/** Creates a one-time sign-in token for a user. Only its hash is stored, so this response is the only one that contains it. */
export async function createConnectToken(request: PartnerRequest<"createConnectToken">): Promise<ConnectToken> {
  const { tx, app, caller, params, by } = request;
  const { platformId } = caller;
  const userId = await resolveUser(request, params.userId);
  const user = await tx
    .selectFrom("business_user")
    .select(["business_id", "deactivated_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (user.deactivated_at)
    throw new Refusal("WRONG_STATE", { context: { status: "DEACTIVATED", allowedFrom: ["INVITED", "ACTIVE"] } });
  const clear = `ct_${app.config.isProduction ? "live" : "test"}_${randomBytes(32).toString("base64url")}`;
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
    ...by,
  });
  return { ...(await readConnectToken(request, publicId("connectToken", id))), connectToken: clear };
}
