import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../apps/api/src/db/scope.ts";
import { type TestDatabase, testDatabase } from "../apps/api/src/db/test-database.fixture.ts";
import { aBorrower } from "../apps/api/src/ledger/ledger.fixture.ts";
import { post } from "../apps/api/src/ledger/public.ts";
import { dateAt } from "../packages/lending/src/calendar/business-date.ts";
import { collectionOnStatement } from "../packages/lending/src/ledger/entries.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { root } from "./stack.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const borrower = await aBorrower(database.admin);
  await inScope(database.pool(), borrower.scope, (tx) =>
    post(
      tx,
      collectionOnStatement("EQUITY", cents(123_456_789)),
      borrower.posting("today", { occurredOn: dateAt(new Date()) }),
    ),
  );
});
afterAll(() => database.close());

async function books(url = "", env: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [path.join(root, "scripts/books.ts")], {
    env: { ...process.env, DATABASE_URL: url, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said };
}

describe("npm run books", () => {
  it("prints the trial balance of each book and exits with 0 when every applicable invariant holds", async () => {
    const { code, said } = await books(database.admin.options.connectionString);
    expect(said).toMatch(/^1000 CASH +1,234,567\.89 *$/m);
    expect(said).toMatch(/^1060 CLEARING_IN +1,234,567\.89$/m);
    expect(said).toMatch(/The ledger has partitions until \d{4}-\d{2}; 0 lines are outside of them\./);
    expect(said).toContain("12 hold, 0 broken, 0 not yet applicable");
    expect(code).toBe(0);
  });

  it("compares the ledger with the processor's journal and names payments without an order", async () => {
    const entries: object[] = [];
    const sandbox = http.createServer((_, response) => response.end(JSON.stringify({ entries })));
    await once(sandbox.listen(0, "127.0.0.1"), "listening");
    const SANDBOX_URL = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`;
    const ask = () => books(database.admin.options.connectionString, { SANDBOX_URL });
    const empty = await ask();
    expect(empty.said).toContain("✓  Each of the 0 payments that the processor has accepted belongs to one order");
    expect(empty.code).toBe(0);
    entries.push({ id: "po-1", reference: null, direction: "debit", amountCents: 700 });
    const foreign = await ask();
    expect(foreign.said).toContain("po-1 of 700 was accepted, and no order of ours stands behind it");
    expect(foreign.code).toBe(1);
    sandbox.closeAllConnections();
    sandbox.close();
    const unreachable = await ask();
    expect(unreachable.said).toContain(`The processor's journal cannot be read at ${SANDBOX_URL}.`);
    expect(unreachable.code).toBe(1);
  });

  it("refuses to read the ledger with a role that is subject to row security", async () => {
    const { code, said } = await books(database.url("app"));
    expect(said).toContain("bypasses row security");
    expect(code).toBe(1);
  });

  it("names the broken invariants and exits with 1", async () => {
    const client = await database.admin.connect();
    await client.query("set session_replication_role = replica");
    await client.query("update app.ledger_balance set debit_cents = debit_cents + 1 where account = 1000");
    client.release(true);
    const { code, said } = await books(database.admin.options.connectionString);
    expect(said).toContain("EQUITY is off by 1");
    expect(said).toContain("2 broken");
    expect(code).toBe(1);
  });
});
