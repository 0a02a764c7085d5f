import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { ConnectToken } from "@inlay/contracts/partner/connect-tokens/connect-token.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export const getConnectToken = (request: PartnerRequest<"getConnectToken">): Promise<ConnectToken> =>
  readConnectToken(request, request.params.connectTokenId);

export async function readConnectToken({ tx, app }: PartnerScope, id: string): Promise<ConnectToken> {
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
    livemode: app.config.isProduction,
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
