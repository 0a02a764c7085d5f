import { z } from "zod/mini";
import { idOf } from "../../ids.ts";
import { objectFields, time } from "../common.ts";

/** `connectToken` is returned once, at creation. Afterwards it is null, because the token itself is not stored. */
export const connectToken = z.object({
  ...objectFields("connect_token", "connectToken"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  userId: idOf("user"),
  platformUserId: z.string(),
  connectToken: z.nullable(z.string()),
  expiresAt: time,
  usedAt: z.nullable(time),
  revokedAt: z.nullable(time),
  status: z.enum(["UNUSED", "USED", "EXPIRED", "REVOKED"]),
});
export type ConnectToken = z.infer<typeof connectToken>;

export const connectTokenCreate = z.strictObject({});
