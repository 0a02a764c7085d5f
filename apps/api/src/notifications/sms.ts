import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import { CarrierUnavailable, type Sms, SmsNotAccepted, SmsRefused, type SmsWebhook } from "../providers/sms/port.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { type Order, outgoing, type Prepared } from "./outgoing.ts";
import type { Locale } from "./templates/email.ts";
import { renderSms, type SmsParamsOf, type SmsTemplateName } from "./templates/sms.ts";

const sms = outgoing("sms", "deliver-sms");

export const prepareSms = <T extends SmsTemplateName>(
  app: AppContext,
  order: Order<T, SmsParamsOf<T>>,
): Promise<Prepared<T>> => sms.prepare(app, order);

export const queueSms = (tx: Tx, message: Prepared<SmsTemplateName>): Promise<void> => sms.queue(tx, message);

/**
 * Sends an SMS that is not sent yet, then deletes its parameters. Once an attempt may have reached the carrier, the carrier is asked for
 * the message first, so that a phone does not receive it twice.
 */
export async function deliverSms(app: AppContext, carrier: Sms, ids: WorkflowIds): Promise<void> {
  const { platformId, id } = ids;
  const claimed = await inScope(app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const row = await sms.claim(tx, id);
    if (row && !row.asked_at) await tx.updateTable("sms").set({ asked_at: new Date() }).where("id", "=", id).execute();
    return row;
  });
  if (!claimed) return;
  const { recipient: to, template, locale, asked_at: askedBefore } = claimed;
  const { sender, params } = await sms.contentsOf(app, claimed);
  const message = { to, text: renderSms(template, locale as Locale, sender, params) };
  // An attempt that certainly sent nothing restores the time of an earlier attempt that may have sent the message.
  const release = (changes: object = {}) => sms.release(app, ids, { asked_at: askedBefore, ...changes });
  try {
    const found = askedBefore ? await carrier.find(message, askedBefore) : null;
    const { carrierId, state, failure } = found ?? (await carrier.send(message));
    const sent = { sent_at: new Date(), encrypted_params: null, carrier_id: carrierId, state, failure };
    await sms.release(app, ids, sent);
  } catch (error) {
    if (error instanceof SmsRefused) await release({ encrypted_params: null, state: "FAILED", failure: error.failure });
    // When it is unknown whether the carrier accepted the message, the claim expires before the next attempt.
    if (error instanceof SmsNotAccepted || error instanceof CarrierUnavailable) await release();
    throw error;
  }
}

/** A webhook only causes a re-read. DELIVERED and FAILED are final. */
export async function handleCarrierWebhook(
  app: AppContext,
  carrier: Sms,
  { carrierId }: SmsWebhook,
): Promise<"HANDLED" | "NOT_YET"> {
  const tenant = await inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<{ id: string; platform_id: string }>`
      select id, platform_id from app.find_sms(${carrierId})`.execute(tx);
    return rows[0] ?? null;
  });
  if (!tenant) return "NOT_YET";
  const { state, failure } = await carrier.read(carrierId);
  await inScope(app.pool, { platformId: tenant.platform_id, businessId: "whole platform" }, async (tx) => {
    await tx
      .updateTable("sms")
      .set({ state, failure })
      .where("id", "=", tenant.id)
      .where("state", "not in", ["DELIVERED", "FAILED"])
      .execute();
  });
  return "HANDLED";
}
