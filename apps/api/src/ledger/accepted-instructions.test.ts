import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { type AcceptedInstruction, compareWithProcessor } from "./accepted-instructions.ts";
import { aBorrower, aKeptDebit, type Borrower } from "./ledger.fixture.ts";

let database: TestDatabase;
let borrower: Borrower;
beforeEach(async () => {
  database = await testDatabase();
  borrower = await aBorrower(database.admin);
});
afterEach(() => database.close());

const since = businessDate("2026-01-01");
const compare = (before: AcceptedInstruction[], after = before) =>
  compareWithProcessor(database.admin, { before, after, since });

/** Creates a debit of 100 and the processor's instruction for it. */
async function aDebit(change: Record<string, unknown> = {}): Promise<AcceptedInstruction & { reference: string }> {
  const id = randomUUID();
  const columns = { status: "SUBMITTED", processor_order_id: randomUUID(), claimed_at: new Date(), ...change };
  await aKeptDebit(database.admin, borrower, id, columns);
  return { id: String(columns.processor_order_id), reference: id, direction: "INCOMING", amountCents: 100 };
}

describe("processor instruction", () => {
  it("matches exactly one payment order, and every sent order one instruction", async () => {
    const accepted = [await aDebit(), await aDebit({ status: "FAILED_PAYMENT" })];
    expect(await compare(accepted)).toEqual([]);
  });

  it.each([null, "a foreign id"])("without an order of ours is reported (%s)", async (reference) => {
    const foreign: AcceptedInstruction = { id: "po-1", reference, direction: "OUTGOING", amountCents: 7 };
    expect(await compare([foreign])).toEqual(["po-1 of 7 was accepted, and no order of ours stands behind it"]);
  });

  it("accepted twice or with other contents is reported", async () => {
    const [twice, dearer] = [await aDebit(), await aDebit()];
    const differences = await compare([twice, { ...twice, id: "po-2" }, { ...dearer, amountCents: 101 }]);
    expect(differences).toEqual([
      `payment order ${twice.reference} was accepted 2 times`,
      `payment order ${dearer.reference} is INCOMING of 100, and was accepted as INCOMING of 101`,
      `payment order ${twice.reference} is kept as ${twice.id}, and was accepted as po-2`,
    ]);
  });

  it("of a cancelled order is reported, and not while the order is being sent", async () => {
    const called = { ...(await aDebit({ status: "CANCELLED", processor_order_id: null })), id: "po-1" };
    const sending = { ...(await aDebit({ status: "SCHEDULED", processor_order_id: null })), id: "po-2" };
    expect(await compare([called, sending])).toEqual([
      `payment order ${called.reference} was accepted, and is CANCELLED`,
    ]);
  });

  it("of a successful payment without a journal is reported", async () => {
    const good = await aDebit({ status: "SUCCESSFUL_PAYMENT" });
    expect(await compare([good])).toEqual([
      `payment order ${good.reference} is SUCCESSFUL_PAYMENT and not in the books`,
    ]);
  });

  it("is reported as missing when the processor does not list a sent order afterwards", async () => {
    const sent = await aDebit();
    expect(await compare([], [sent])).toEqual([]);
    expect(await compare([sent], [])).toEqual([
      `payment order ${sent.reference} was sent as ${sent.id}, of which the processor knows nothing`,
    ]);
  });
});
