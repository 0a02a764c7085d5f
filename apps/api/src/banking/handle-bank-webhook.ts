import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { inNoScope, inScope } from "../db/scope.ts";
import type { WebhookHandler } from "../http/public.ts";
import type { BankWebhook } from "../providers/bank-linking/port.ts";
import { readHostedLink } from "./hosted-link.ts";
import { system } from "./item.ts";
import { refreshItem } from "./link.ts";
import { askForTransactions } from "./read-transactions.ts";

/**
 * A webhook about a linked bank only makes the server re-read the vendor's state, so repeated, late and reordered webhooks are harmless.
 * For an unknown link, or while the bank does not answer, the result is NOT_YET, so that the vendor retries.
 */
export async function handleBankWebhook(app: AppContext, { what }: BankWebhook): Promise<"HANDLED" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HANDLED";
  const tenant = await findLink(app, what);
  if (!tenant) return "NOT_YET";
  const { id, platformId, businessId } = tenant;
  try {
    if (what.kind === "HOSTED_LINK_ENDED") await readHostedLink(app, tenant, id, system);
    else if (what.kind === "TRANSACTIONS_ARRIVED") {
      await inScope(app.pool, { platformId, businessId }, (tx) => askForTransactions(tx, tenant));
    } else await refreshItem(app, { platformId, businessId, userId: null }, id, system);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Other refusals, such as a bank that is already linked, are final: a retry does not change them.
    if (error.code === "BANK_UNAVAILABLE") return "NOT_YET";
  }
  return "HANDLED";
}

type Tenant = { id: string; platformId: string; businessId: string };

const findLink = (app: AppContext, what: Exclude<BankWebhook["what"], { kind: "OTHER" }>): Promise<Tenant | null> =>
  inNoScope(app.pool, async (tx) => {
    const names = "linkToken" in what ? [null, what.linkToken] : [what.itemId, null];
    const { rows } = await sql<Tenant>`
      select id, platform_id as "platformId", business_id as "businessId" from app.find_bank_link(${names[0]}, ${names[1]})`.execute(
      tx,
    );
    return rows[0] ?? null;
  });

export const bankWebhook = (app: AppContext): WebhookHandler<BankWebhook> => ({
  job: "bank-linking",
  read: (request) => app.bankLinking.readWebhook(request, new Date()),
  handle: (webhook) => handleBankWebhook(app, webhook),
});
