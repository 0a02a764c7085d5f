import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { doesIdentityHold } from "@inlay/lending/identity/inquiry.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/**
 * Whether everybody who signed the agreement of an offer has an approved identity. An identity that the vendor refused is no approval; where
 * the vendor has decided nothing about a signer, the data says nothing.
 */
export async function areSignersIdentified(tx: Tx, offerId: string, today: BusinessDate): Promise<boolean | null> {
  const { rows } = await sql<{ status: string | null; approvedAt: Date | null }>`
    select last.status, last.approved_at as "approvedAt"
    from app.signing s
    join app.signing_signer signer on signer.signing_id = s.id
    left join app.business_owner o on o.business_id = s.business_id
      and (o.id::text = signer.signer_id or (signer.signer_id = 'primary' and o.is_primary))
    left join lateral (
      select i.status, i.approved_at from app.identity_inquiry i where i.owner_id = o.id order by i.attempt desc limit 1) last on true
    where s.offer_id = ${offerId}::uuid and s.kind = 'AGREEMENT' and s.status = 'COMPLETED'`.execute(tx);
  const isApproved = ({ approvedAt }: (typeof rows)[number]) =>
    doesIdentityHold(approvedAt && dateAt(approvedAt), today);
  if (rows.some(({ status }) => status === "FAILED")) return false;
  return rows.length > 0 && rows.every(isApproved) ? true : null;
}
