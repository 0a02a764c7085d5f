import { Refusal } from "@inlay/contracts/errors.ts";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents, multiply, sum } from "@inlay/lending/money/cents.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import type { UploadSlot } from "../providers/files/port.ts";
import { type Document, incomingKeyOf, mediaTypeOf } from "./documents.ts";
import { confirmUpload, insertUploads } from "./uploads.ts";

type DemoInvoice = {
  number: string;
  payor: { name: string; address: string[] };
  issuedDaysAgo: number;
  netDays: number;
  lines: { what: string; count: number; each: Cents }[];
};

const invoice = (
  number: string,
  [name, ...address]: [string, ...string[]],
  [issuedDaysAgo, netDays]: [number, number],
  ...lines: [what: string, count: number, dollars: number][]
): DemoInvoice => ({
  number,
  payor: { name, address },
  issuedDaysAgo,
  netDays,
  lines: lines.map(([what, count, dollars]) => ({ what, count, each: cents(dollars * 100) })),
});

/** None of them is due yet, whenever they are made. */
const invoices: readonly DemoInvoice[] = [
  invoice(
    "DEMO-1001",
    ["Copper Kettle Coffee", "410 Alder St", "Portland, OR 97205"],
    [3, 30],
    ["Morning pastry delivery", 20, 185],
    ["Display case rental", 1, 240],
  ),
  invoice(
    "DEMO-1002",
    ["Juniper Hotel Group", "88 Harbor Dr", "Seattle, WA 98101"],
    [8, 45],
    ["Breakfast catering", 12, 960],
    ["Staff, per day", 12, 310],
  ),
  invoice(
    "DEMO-1003",
    ["Fern & Finch Grocers", "2207 Mill Rd", "Eugene, OR 97401"],
    [10, 30],
    ["Wholesale bread, per rack", 36, 74],
  ),
  invoice(
    "DEMO-1004",
    ["Old Mill Events", "15 River Walk", "Bend, OR 97702"],
    [14, 60],
    ["Wedding cake, four tiers", 2, 1_150],
    ["Delivery and setting up", 2, 175],
  ),
  invoice(
    "DEMO-1005",
    ["Salem City Schools", "600 Court St NE", "Salem, OR 97301"],
    [18, 45],
    ["Lunch rolls, per hundred", 140, 52],
  ),
  invoice(
    "DEMO-1006",
    ["Tern Island Ferries", "3 Pier Ave", "Astoria, OR 97103"],
    [21, 60],
    ["On-board snack boxes", 900, 9],
    ["Refrigerated delivery", 6, 130],
  ),
];
const mediaType = mediaTypeOf("pdf");
const timeoutMs = 15_000;
const fileNameOf = ({ number }: DemoInvoice) => `invoice-${number}.pdf`;

export type StoredInvoice = Pick<Document, "id" | "fileName" | "status">;

/**
 * Creates six demo invoices for the business on the ordinary upload path: an upload slot, a stored file, a scan, an extraction. A repeated
 * call continues with those that did not arrive, and creates none twice.
 */
export async function createDemoInvoices(app: AppContext, caller: Person, requestId: string): Promise<StoredInvoice[]> {
  const { platformId, businessId } = caller;
  const scope = { platformId, businessId };
  const { payee, today, existing } = await inScope(app.pool, scope, async (tx) => {
    const business = await lockBusiness(tx, businessId);
    const known = (await demoInvoicesOf(tx, businessId)).map(({ fileName }) => fileName);
    const missing = invoices.map(fileNameOf).filter((fileName) => !known.includes(fileName));
    const uploads = missing.map((fileName) => ({
      documentId: uuidv7(),
      fileName,
      fileKind: "pdf" as const,
      // The file is rendered after this transaction.
      bytes: null,
      sha256: null,
    }));
    if (uploads.length > 0) await insertUploads(tx, caller, { type: "INVOICE", uploads, requestId });
    return { ...business, existing: await demoInvoicesOf(tx, businessId) };
  });
  for (const { id, fileName, status } of existing) {
    const shown = invoices.find((one) => fileNameOf(one) === fileName);
    if (status !== "AWAITING_UPLOAD" || !shown) continue;
    const { pdf } = await app.renderer.render({
      template: "demo-invoice",
      language: "en",
      documentId: shown.number,
      version: "1",
      issuedAt: new Date(addDays(today, -shown.issuedDaysAgo)),
      data: { payee, ...printed(shown, today) },
    });
    const file = { contentType: mediaType, bytes: pdf.length };
    await put(await app.files.presignPut(incomingKeyOf({ ...scope, id }), file), pdf);
    await inScope(app.pool, scope, (tx) => confirmUpload(tx, caller, { id, isThere: true, requestId }));
  }
  return inScope(app.pool, scope, (tx) => demoInvoicesOf(tx, businessId));
}

type Address = { addressLineOne: string; city: string; state: string; zipcode: string };

/** Returns the sender and the date of the invoices. The row lock prevents concurrent requests from creating them twice. */
async function lockBusiness(tx: Tx, businessId: string) {
  const { name, address } = await tx
    .selectFrom("business")
    .select(["name", "address"])
    .where("id", "=", businessId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { addressLineOne, city, state, zipcode } = (address as Address | null) ?? fallbackAddress;
  return {
    payee: { name: name ?? "Your business", address: [addressLineOne, `${city}, ${state} ${zipcode}`] },
    today: dateAt(await businessNow(tx, businessId)),
  };
}
const fallbackAddress: Address = { addressLineOne: "16 Orchard Ln", city: "Hood River", state: "OR", zipcode: "97031" };

/** The demo invoices that were neither rejected nor expired, in the order of the list above. */
async function demoInvoicesOf(tx: Tx, businessId: string): Promise<StoredInvoice[]> {
  const rows = await tx
    .selectFrom("business_document")
    .select(["id", "file_name as fileName", "status"])
    .where("business_id", "=", businessId)
    .where("document_type", "=", "INVOICE")
    .where("file_name", "in", invoices.map(fileNameOf))
    .where("status", "not in", ["REJECTED", "EXPIRED"])
    .orderBy("file_name")
    .execute();
  return rows as StoredInvoice[];
}

function printed({ number, payor, issuedDaysAgo, netDays, lines }: DemoInvoice, today: BusinessDate) {
  const date = addDays(today, -issuedDaysAgo);
  return {
    number,
    payor,
    date,
    due: addDays(date, netDays),
    terms: `Net ${netDays}`,
    lines: lines.map(({ what, count, each }) => ({
      what,
      count: String(count),
      each: dollars(each),
      price: dollars(multiply(each, count)),
    })),
    total: dollars(sum(lines.map(({ count, each }) => multiply(each, count)))),
  };
}
const dollars = (amount: Cents) => (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** Uploads the file to its upload URL. A store that does not answer may answer later, so the refusal is UNAVAILABLE. */
async function put({ url, method, headers }: UploadSlot, pdf: Buffer): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { method, headers, body: new Uint8Array(pdf), signal }).catch(() => null);
  if (!answer?.ok) throw new Refusal("UNAVAILABLE");
}
