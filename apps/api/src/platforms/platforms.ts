import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type pg from "pg";
import { inNoScope } from "../db/scope.ts";

/** The platform whose users sign in at this host. */
export async function platformAt(pool: pg.Pool, domain: string): Promise<string> {
  const found = await inNoScope(pool, async (tx) => {
    const { rows } = await sql<{
      platform_id: string;
    }>`select platform_id from app.find_platform(${domain.toLowerCase()})`.execute(tx);
    return rows[0]?.platform_id;
  });
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
  return found;
}
