import { sql } from "kysely";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import {
  CarrierUnavailable,
  type TextMessages,
  type TextNews,
  TextNotTaken,
  TextRefused,
} from "../providers/text-messages/port.ts";
import type { StoryIds } from "../workflows/public.ts";
import { type Order, outgoing, type Prepared } from "./outgoing.ts";
import type { Locale } from "./templates/letter.ts";
import { renderText, type TextParamsOf, type TextTemplateName } from "./templates/texts.ts";

const texts = outgoing("text_message", "deliver-text");

export const prepareText = <T extends TextTemplateName>(
  house: House,
  order: Order<T, TextParamsOf<T>>,
): Promise<Prepared<T>> => texts.prepare(house, order);

export const queueText = (tx: Tx, text: Prepared<TextTemplateName>): Promise<void> => texts.queue(tx, text);

/**
 * Sends a text message that was not sent yet, then forgets what it said. Once an attempt may have reached the carrier, the carrier is asked
 * what it has first, so a phone does not ring twice for one message.
 */
export async function deliverText(house: House, carrier: TextMessages, ids: StoryIds): Promise<void> {
  const { platformId, id } = ids;
  const claimed = await inScope(house.pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const row = await texts.claim(tx, id);
    if (row && !row.asked_at)
      await tx.updateTable("text_message").set({ asked_at: new Date() }).where("id", "=", id).execute();
    return row;
  });
  if (!claimed) return;
  const { recipient: to, template, locale, asked_at: askedBefore } = claimed;
  const { sender, params } = await texts.contentsOf(house, claimed);
  const message = { to, text: renderText(template, locale as Locale, sender, params) };
  // What this attempt has certainly not done leaves open only what an earlier one may have.
  const release = (changes: object = {}) => texts.release(house, ids, { asked_at: askedBefore, ...changes });
  try {
    const found = askedBefore ? await carrier.find(message, askedBefore) : null;
    const { carrierId, state, failure } = found ?? (await carrier.send(message));
    const sent = { sent_at: new Date(), sealed_params: null, carrier_id: carrierId, state, failure };
    await texts.release(house, ids, sent);
  } catch (error) {
    if (error instanceof TextRefused) await release({ sealed_params: null, state: "FAILED", failure: error.failure });
    // When it is unknown whether the message was taken, the claim runs out by itself before anybody tries again.
    if (error instanceof TextNotTaken || error instanceof CarrierUnavailable) await release();
    throw error;
  }
}

/** What the carrier tells only makes us ask. Its last word stands: a message that has arrived or failed is not on its way again. */
export async function hearCarrier(
  house: House,
  carrier: TextMessages,
  { carrierId }: TextNews,
): Promise<"HEARD" | "NOT_YET"> {
  const whose = await inNoScope(house.pool, async (tx) => {
    const { rows } = await sql<{ id: string; platform_id: string }>`
      select id, platform_id from app.find_text_message(${carrierId})`.execute(tx);
    return rows[0] ?? null;
  });
  if (!whose) return "NOT_YET";
  const { state, failure } = await carrier.read(carrierId);
  await inScope(house.pool, { platformId: whose.platform_id, businessId: "whole platform" }, async (tx) => {
    await tx
      .updateTable("text_message")
      .set({ state, failure })
      .where("id", "=", whose.id)
      .where("state", "not in", ["DELIVERED", "FAILED"])
      .execute();
  });
  return "HEARD";
}
