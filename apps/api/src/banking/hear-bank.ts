import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import { inNoScope, inScope } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { BankNews } from "../providers/bank-linking/port.ts";
import { readHostedLink } from "./hosted-link.ts";
import { system } from "./item.ts";
import { refreshItem } from "./link.ts";
import { askForTransactions } from "./read-transactions.ts";

/**
 * A message about a linked bank only makes us ask, so it does not matter how often, how late or in which order messages come. One about a
 * link that we do not know yet, or whose bank does not answer now, is refused and comes again.
 */
export async function hearBank(house: House, { what }: BankNews): Promise<"HEARD" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HEARD";
  const whose = await findLink(house, what);
  if (!whose) return "NOT_YET";
  const { id, platformId, businessId } = whose;
  try {
    if (what.kind === "HOSTED_LINK_ENDED") await readHostedLink(house, whose, id, system);
    else if (what.kind === "TRANSACTIONS_ARRIVED") {
      await inScope(house.pool, { platformId, businessId }, (tx) => askForTransactions(tx, whose));
    } else await refreshItem(house, { platformId, businessId, userId: null }, id, system);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Whatever else we refuse, such as a bank that is linked already, stays refused however often it is told.
    if (error.code === "BANK_UNAVAILABLE") return "NOT_YET";
  }
  return "HEARD";
}

type Whose = { id: string; platformId: string; businessId: string };

const findLink = (house: House, what: Exclude<BankNews["what"], { kind: "OTHER" }>): Promise<Whose | null> =>
  inNoScope(house.pool, async (tx) => {
    const names = "linkToken" in what ? [null, what.linkToken] : [what.itemId, null];
    const { rows } = await sql<Whose>`
      select id, platform_id as "platformId", business_id as "businessId" from app.find_bank_link(${names[0]}, ${names[1]})`.execute(
      tx,
    );
    return rows[0] ?? null;
  });
