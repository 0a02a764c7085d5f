import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { supportMail } from "./support-mail.ts";

type Claimed = { platformId: string; businessId: string | null; body: Record<string, unknown> };
type Write = (tx: Tx) => Promise<void>;

const nothing: Write = async () => {};

/** Tells the platform's support that an employee waits for an owner who has not come. One mail a business. */
export async function ownerWantedNotice(house: House, { platformId, businessId, body }: Claimed): Promise<Write> {
  if (!businessId || body["role"] !== "OPERATOR") return nothing;
  const owner = await inScope(house.pool, { platformId, businessId }, (tx) =>
    tx
      .selectFrom("user_role")
      .select("user_id")
      .where("business_id", "=", businessId)
      .where("role", "=", "PRIMARY_OWNER")
      .executeTakeFirst(),
  );
  if (owner) return nothing;
  return supportMail(house, "owner-wanted", { platformId, businessId, key: `owner-wanted/${businessId}` });
}
