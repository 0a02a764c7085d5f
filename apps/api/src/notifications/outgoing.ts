import { type Selectable, sql, type Updateable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import type { DB } from "../db/schema.generated.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { decrypt, encrypt } from "../encryption.ts";
import { settingsOf } from "../partners/public.ts";
import { startWorkflow, type WorkflowIds, type WorkflowKind } from "../workflows/public.ts";
import type { Locale, Sender } from "./templates/email.ts";

export type Order<Name extends string, Params> = {
  platformId: string;
  businessId: string | null;
  /** What it is about. A second order under the same key is the same message. */
  key: string;
  template: Name;
  locale: Locale;
  recipient: string;
  params: Params;
};

/** A message whose parameters are sealed already; it can be queued inside a transaction without asking anybody. */
export type Prepared<Name extends string> = Omit<Order<Name, never>, "params"> & {
  id: string;
  dataKeyId: string;
  encryptedParams: Buffer;
};

/**
 * Longer than one attempt takes at worst, so that nobody who is still sending is overtaken. What is enclosed is rendered under the claim, for
 * up to 5 seconds; then the other side has 4 to be reached, 4 to greet and 10 to answer.
 */
const claimSeconds = 24;

/**
 * What mails and text messages have in common: sealed before the transaction, put down beside their cause, claimed by one sender at a
 * time, and forgotten once they are sent.
 */
export function outgoing<Channel extends "email" | "sms">(channel: Channel, workflow: WorkflowKind) {
  type Row = Selectable<DB[Channel]>;
  // Each table has every column of the other's that is used here, so one's type serves for both.
  const table = channel as "email";
  const aboutParams = (id: string) => `${channel}/${id}`;

  return {
    prepare: async <Name extends string, Params>(
      { vault }: AppContext,
      { params, ...order }: Order<Name, Params>,
    ): Promise<Prepared<Name>> => {
      const id = uuidv7();
      const { platformId, businessId } = order;
      const dataKey = await vault.keyFor({ platformId, businessId });
      const encryptedParams = encrypt(dataKey.key, Buffer.from(JSON.stringify(params)), aboutParams(id));
      return { ...order, id, dataKeyId: dataKey.id, encryptedParams };
    },

    /** Puts the message down beside its cause, and opens the story that delivers it. */
    queue: async (tx: Tx, message: Prepared<string>): Promise<void> => {
      const { id, platformId, businessId, key, template, locale, recipient } = message;
      const queued = await tx
        .insertInto(table)
        .values({
          id,
          platform_id: platformId,
          business_id: businessId,
          key,
          template,
          locale,
          recipient,

          data_key_id: message.dataKeyId,
          encrypted_params: message.encryptedParams,
        })
        .onConflict((conflict) => conflict.columns(["platform_id", "key"]).doNothing())
        .executeTakeFirst();
      if (queued.numInsertedOrUpdatedRows === 1n) await startWorkflow(tx, workflow, { platformId, businessId, id });
    },

    /** Null when there is nothing left to send. Throws while somebody else is sending it, so that the story asks again later. */
    claim: async (tx: Tx, id: string): Promise<Row | null> => {
      const claimed = await tx
        .updateTable(table)
        .set({ claimed_until: sql`now() + make_interval(secs => ${claimSeconds})` })
        .where("id", "=", id)
        .where("encrypted_params", "is not", null)
        .where((where) => where.or([where("claimed_until", "is", null), where("claimed_until", "<", sql<Date>`now()`)]))
        .returningAll()
        .executeTakeFirst();
      if (claimed) return claimed as Row;
      const unsent = tx.selectFrom(table).select("id").where("id", "=", id).where("encrypted_params", "is not", null);
      if (await unsent.executeTakeFirst()) throw new Error("somebody else is sending this message");
      return null;
    },

    /** The next one may try, and what the attempt came to is noted. */
    release: async (
      { pool }: AppContext,
      { platformId, id }: WorkflowIds,
      changes: Updateable<DB[Channel]>,
    ): Promise<void> => {
      await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
        await tx
          .updateTable(table)
          .set({ claimed_until: null, ...changes })
          .where("id", "=", id)
          .execute();
      });
    },

    /** In whose name it speaks, and what it is to say. */
    contentsOf: async (
      { pool, vault }: AppContext,
      { id, platform_id: platformId, business_id: businessId, encrypted_params: encrypted }: Selectable<DB["email"]>,
    ): Promise<{ sender: Sender; params: unknown }> => {
      const settings = await inScope(pool, { platformId, businessId: "whole platform" }, (tx) =>
        settingsOf(tx, platformId),
      );
      const dataKey = await vault.keyFor({ platformId, businessId });
      const params: unknown = JSON.parse(
        decrypt(dataKey.key, encrypted ?? Buffer.alloc(0), aboutParams(id)).toString(),
      );
      return { sender: { programName: settings.platformProgramName, supportEmail: settings.supportEmail }, params };
    },
  };
}
