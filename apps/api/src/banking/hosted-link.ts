import { Refusal } from "@inlay/contracts/errors.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { BankUnavailable } from "../providers/bank-linking/port.ts";
import type { RequestedBy } from "./item.ts";
import { finishLink, type Linker, openLink, refreshItem } from "./link.ts";

/** Starts a link on the vendor's hosted page. The page only reports that it has ended; the server reads the outcome from the vendor. */
export async function startHostedLink(
  app: AppContext,
  linker: Linker & { userId: string },
  { itemId, language }: { itemId: string | null; language: Locale },
): Promise<{ hostedLinkId: string; url: string }> {
  const { platformId, businessId, userId } = linker;
  const hostedReturnUrl = new URL("/?bankLinked=yes", app.config.PORTAL_URL).toString();
  const { linkToken, hostedUrl, expiresAt } = await openLink(app, linker, { itemId, language, hostedReturnUrl });
  if (!hostedUrl) throw new Error("the vendor returned no URL for a hosted link");
  const row = await inScope(app.pool, { platformId, businessId }, (tx) =>
    tx
      .insertInto("hosted_link")
      .values({
        platform_id: platformId,
        business_id: businessId,
        user_id: userId,
        link_token: linkToken,
        bank_item_id: itemId,
        expires_at: expiresAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return { hostedLinkId: row.id, url: hostedUrl };
}

/** Reads the outcome of a hosted link and saves the banks that were linked. Idempotent. */
export async function readHostedLink(
  app: AppContext,
  { platformId, businessId }: { platformId: string; businessId: string },
  id: string,
  by: RequestedBy,
): Promise<{ ending: "OPEN" | "LEFT" | "LINKED"; itemIds: string[] }> {
  const link = await inScope(app.pool, { platformId, businessId }, (tx) =>
    tx
      .selectFrom("hosted_link")
      .select(["link_token", "user_id", "bank_item_id"])
      .where("id", "=", id)
      .where("business_id", "=", businessId)
      .executeTakeFirst(),
  );
  if (!link) throw new Refusal("NOT_FOUND", { context: { object: "bank link" } });
  const linker = { platformId, businessId, userId: link.user_id };
  const outcome = await app.bankLinking.hostedOutcome(link.link_token).catch((error: unknown) => {
    if (error instanceof BankUnavailable) throw new Refusal("BANK_UNAVAILABLE");
    throw error;
  });
  if (outcome.ending !== "LINKED") return { ending: outcome.ending, itemIds: [] };
  if (link.bank_item_id) {
    await refreshItem(app, linker, link.bank_item_id, by);
    return { ending: "LINKED", itemIds: [link.bank_item_id] };
  }
  const itemIds: string[] = [];
  for (const publicToken of outcome.publicTokens) itemIds.push(await finishLink(app, linker, publicToken, by));
  return { ending: "LINKED", itemIds };
}
