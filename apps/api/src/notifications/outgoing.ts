import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import { themeOf } from "@inlay/contracts/theme/theme-of.ts";
import { type Selectable, sql, type Updateable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import type { DB } from "../db/schema.generated.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { decrypt, encrypt } from "../encryption.ts";
import { settingsOf, styleConfigurationsOf } from "../platforms/public.ts";
import { startWorkflow, type WorkflowIds, type WorkflowKind } from "../workflows/public.ts";
import type { Locale, Sender } from "./templates/email.ts";

export type Order<Name extends string, Params> = {
  platformId: string;
  businessId: string | null;
  /** The idempotency key. A second order with the same key is the same message. */
  key: string;
  template: Name;
  locale: Locale;
  recipient: string;
  params: Params;
};

/** A message whose parameters are already encrypted, so it can be queued inside a transaction without external calls. */
export type Prepared<Name extends string> = Omit<Order<Name, never>, "params"> & {
  id: string;
  dataKeyId: string;
  encryptedParams: Buffer;
};

/**
 * Longer than the slowest attempt, so that no second worker overtakes one that is still sending. Attachments are rendered under the claim,
 * for up to 5 seconds; then the server has 4 seconds to connect, 4 to greet and 10 to answer.
 */
const claimSeconds = 24;

/**
 * What emails and SMS share: they are encrypted before the transaction, inserted in the transaction of their cause, claimed by one worker
 * at a time, and their parameters are deleted once they are sent.
 */
export function outgoing<Channel extends "email" | "sms">(channel: Channel, workflow: WorkflowKind) {
  type Row = Selectable<DB[Channel]>;
  // Both tables have every column that is used here, so the type of one serves for both.
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
      const encryptedParams = encrypt(dataKey, Buffer.from(JSON.stringify(params)), aboutParams(id));
      return { ...order, id, dataKeyId: dataKey.id, encryptedParams };
    },

    /** Inserts the message in the caller's transaction and starts the workflow that delivers it. */
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

    /** Null when there is nothing left to send. Throws while another worker is sending it, so that the workflow retries later. */
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
      if (await unsent.executeTakeFirst()) throw new Error("another worker is sending this message");
      return null;
    },

    /** Ends the claim and saves the outcome of the attempt, and what else is to be written with it. */
    release: async (
      { pool }: AppContext,
      { platformId, id }: WorkflowIds,
      changes: Updateable<DB[Channel]>,
      alsoWrite: (tx: Tx) => Promise<void> = async () => {},
    ): Promise<void> => {
      await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
        await tx
          .updateTable(table)
          .set({ claimed_until: null, ...changes })
          .where("id", "=", id)
          .execute();
        await alsoWrite(tx);
      });
    },

    /** The sender's identity and the decrypted parameters. */
    contentsOf: async (
      { pool, vault }: AppContext,
      { id, platform_id: platformId, business_id: businessId, encrypted_params: encrypted }: Selectable<DB["email"]>,
    ): Promise<{ sender: Sender; params: unknown }> => {
      const sender = await inScope(pool, { platformId, businessId: "whole platform" }, (tx) =>
        senderOf(tx, platformId),
      );
      const dataKey = await vault.keyFor({ platformId, businessId });
      const params: unknown = JSON.parse(decrypt(dataKey, encrypted ?? Buffer.alloc(0), aboutParams(id)).toString());
      return { sender, params };
    },
  };
}

async function senderOf(tx: Tx, platformId: string): Promise<Sender> {
  const settings = await settingsOf(tx, platformId);
  const theme = themeOf(await styleConfigurationsOf(tx, platformId), null);
  const { name } = await tx
    .selectFrom("platform")
    .select("name")
    .where("id", "=", platformId)
    .executeTakeFirstOrThrow();
  const { platformProgramName, supportEmail, supportPhone, licenseLine, postalAddress } = settings;
  const logoUrl = theme?.signInPage.logoUrl;
  return {
    programName: platformProgramName,
    platformName: name,
    lenderName: lenderName(settings.referenceKanmonInCopy, platformProgramName),
    supportEmail,
    supportPhone,
    licenseLine,
    postalAddress,
    logoUrl: isHttps(logoUrl) ? logoUrl : null,
    styles: theme?.styles ?? null,
  };
}

const isHttps = (url: string | null | undefined): url is `https://${string}` => url?.startsWith("https://") ?? false;
