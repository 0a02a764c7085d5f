import { Refusal } from "@inlay/contracts/errors.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { inNoScope, inScope } from "../../db/scope.ts";
import type { House } from "../../house.ts";
import { serveNews } from "../../http/public.ts";
import type { AccountingNews } from "../../providers/accounting/port.ts";
import type { Whose } from "../reports.ts";
import { askAboutConnections, keepConnections } from "./connections.ts";
import { askForBooks } from "./read-books.ts";

export const serveAccountingNews = (app: FastifyInstance, house: House): Promise<void> =>
  serveNews(app, house, {
    job: "accounting",
    read: (posted) => house.accounting.readNews(posted, new Date()),
    hear: (news) => hearAccounting(house, news),
  });

/** A message about books only makes us ask. One about a business that we do not know, or while nobody answers us, comes again. */
export async function hearAccounting(house: House, { what }: AccountingNews): Promise<"HEARD" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HEARD";
  const whose = await findBusiness(house, what.businessId);
  if (!whose) return "NOT_YET";
  try {
    const found = await askAboutConnections(house, whose.businessId);
    await inScope(house.pool, whose, async (tx) => {
      await keepConnections(tx, whose, found, { actor: { kind: "SYSTEM", id: null }, requestId: null });
      if (what.kind === "BOOKS_ARRIVED") await askForBooks(tx, whose);
    });
    return "HEARD";
  } catch (error) {
    if (error instanceof Refusal && error.code === "ACCOUNTING_UNAVAILABLE") return "NOT_YET";
    throw error;
  }
}

/** The vendor's name for a business is our id of it; others may stand there, too. */
async function findBusiness(house: House, businessId: string): Promise<Whose | undefined> {
  if (!z.uuid().safeParse(businessId).success) return undefined;
  return inNoScope(house.pool, async (tx) => {
    const { rows } = await sql<Whose>`
      select platform_id as "platformId", business_id as "businessId" from app.find_business(${businessId}::uuid)`.execute(
      tx,
    );
    return rows[0];
  });
}
