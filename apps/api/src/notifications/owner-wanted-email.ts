import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { supportMessage } from "./support-email.ts";

type Claimed = { platformId: string; businessId: string | null; body: EventBody<"user.role_claimed"> };
type Write = (tx: Tx) => Promise<void>;

const nothing: Write = async () => {};

/** Emails the platform's support that an employee waits for an owner who has not signed in. One email per business. */
export async function ownerWantedEmail(app: AppContext, { platformId, businessId, body }: Claimed): Promise<Write> {
  if (!businessId || body.role !== "OPERATOR") return nothing;
  const owner = await inScope(app.pool, { platformId, businessId }, (tx) =>
    tx
      .selectFrom("user_role")
      .select("user_id")
      .where("business_id", "=", businessId)
      .where("role", "=", "PRIMARY_OWNER")
      .executeTakeFirst(),
  );
  if (owner) return nothing;
  return supportMessage(app, "owner-wanted", { platformId, businessId, key: `owner-wanted/${businessId}` });
}
