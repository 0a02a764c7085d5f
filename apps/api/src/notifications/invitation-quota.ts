import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

type Tenant = { platformId: string; businessId: string };

/** The most invitations of a business in 24 hours: to one recipient, and to all recipients together. */
const mostPerRecipient = 5;
const mostPerBusiness = 30;

/**
 * Counts an invitation of a business to a recipient who need not know it. Returns false if the recipient or the business has reached its
 * limit. The rows outlive the invited person's: whoever is removed and invited again is counted on. Each count is one conditional
 * update, so concurrent requests cannot exceed the limit.
 */
export async function spendInvitation(tx: Tx, { platformId, businessId }: Tenant, recipient: string): Promise<boolean> {
  const { rows } = await sql`
    insert into app.invitation_quota as quota (platform_id, business_id, recipient, day_began_at, invitations)
    values (${platformId}::uuid, ${businessId}::uuid, null, now(), 1), (${platformId}::uuid, ${businessId}::uuid, ${recipient.toLowerCase()}, now(), 1)
    on conflict (business_id, recipient) do update set
      day_began_at = case when quota.day_began_at < now() - interval '1 day' then now() else quota.day_began_at end,
      invitations = case when quota.day_began_at < now() - interval '1 day' then 1 else quota.invitations + 1 end
    where quota.day_began_at < now() - interval '1 day'
      or quota.invitations < case when quota.recipient is null then ${mostPerBusiness}::integer else ${mostPerRecipient}::integer end
    returning recipient`.execute(tx);
  return rows.length === 2;
}
