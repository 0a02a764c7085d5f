import { addDays, type BusinessDate, businessDate, partsOf } from "@inlay/lending/calendar/business-date.ts";
import PDFDocument from "pdfkit";
import { type Doc, type Invoice, layouts, type Party } from "./invoice-layouts.fixture.ts";

/** The true values of an invoice of the corpus. */
export type Truth = {
  date: string;
  dueDate: string;
  amount: string;
  remainingBalance: string;
  payorName: string;
  payeeName: string;
  payorAddress: string;
  payeeAddress: string;
  invoiceNumber: string;
  currency: string;
};
export type Sample = { layout: string; seed: number; truth: Truth; pdf: Buffer };

/** The same seed gives the same invoice. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const names = [
  "Harbor Bakery LLC",
  "Northwind Supply Co.",
  "Ana Núñez Studio",
  "O'Brien & Sons",
  "Tri-County Plumbing, Inc.",
  "Bluebird Logistics",
  "Sunset Grill",
  "Evergreen Dental Group",
  "Kestrel Software Ltd.",
  "Mesa Verde Farms",
  "Larkspur Events",
  "Iron Gate Fitness",
];
const streets = [
  "12 Main Street",
  "4400 Commerce Blvd, Suite 210",
  "78 Harbor Road",
  "P.O. Box 1187",
  "901 W 5th Ave",
  "2217 County Line Rd",
];
const cities = [
  "Portland, OR 97204",
  "Austin, TX 78701",
  "Boise, ID 83702",
  "Dayton, OH 45402",
  "Mesa, AZ 85201",
  "Salem, MA 01970",
];
const goods = [
  "Consulting services",
  "Flour, 50 lb bag",
  "Site inspection",
  "Monthly maintenance",
  "Web hosting 12 mo.",
  "Labor – 2 technicians",
  "Delivery and handling",
  "Printing, 500 copies",
  "Replacement valve 3/4",
  "Catering, 40 guests",
];
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const dateForms: ((date: BusinessDate) => string)[] = [
  (date) => date,
  (date) => both(date, "/"),
  (date) => `${partsOf(date).month}/${partsOf(date).day}/${String(partsOf(date).year).slice(2)}`,
  (date) => `${monthNames[partsOf(date).month - 1]} ${partsOf(date).day}, ${partsOf(date).year}`,
  (date) => `${partsOf(date).day} ${monthNames[partsOf(date).month - 1]} ${partsOf(date).year}`,
  (date) =>
    `${String(partsOf(date).day).padStart(2, "0")}-${monthNames[partsOf(date).month - 1]?.slice(0, 3)}-${partsOf(date).year}`,
  (date) => `${monthNames[partsOf(date).month - 1]?.slice(0, 3)} ${partsOf(date).day} ${partsOf(date).year}`,
  (date) => both(date, "-"),
];
const both = (date: BusinessDate, by: string) => {
  const { year, month, day } = partsOf(date);
  return [String(month).padStart(2, "0"), String(day).padStart(2, "0"), year].join(by);
};

function invoiceOf(seed: number): Invoice {
  const chance = chanceFrom(seed);
  const pick = <T>(options: readonly T[]): T => options[Math.floor(chance() * options.length)] as T;
  const party = (): Party => ({ name: pick(names), lines: [pick(streets), pick(cities)] });
  const payee = party();
  let payor = party();
  while (payor.name === payee.name) payor = party();
  const date = addDays(businessDate("2026-01-02"), Math.floor(chance() * 320));
  const netDays = pick([0, 7, 10, 14, 15, 30, 30, 45, 60, 90]);
  const items = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => ({
    what: pick(goods),
    count: 1 + Math.floor(chance() * 12),
    cents: 100 + Math.floor(chance() * 250_000),
  }));
  const subtotal = items.reduce((sum, { count, cents }) => sum + count * cents, 0);
  const tax = chance() < 0.6 ? Math.round(subtotal * pick([0.05, 0.0625, 0.0825])) : 0;
  const form = pick(dateForms);
  const digits = Math.floor(chance() * 90_000 + 10_000);
  return {
    payee,
    payor,
    date,
    netDays,
    items,
    subtotal,
    tax,
    pick,
    number: pick([`INV-${digits}`, String(digits), `2026/${digits}`, `A${digits}`, `${digits}-${pick([1, 2, 3])}`]),
    due: addDays(date, netDays),
    total: subtotal + tax,
    paid: 0,
    day: (day) => form(day),
  };
}

export const layoutNames = Object.keys(layouts);

async function rendered(draw: (doc: Doc) => void): Promise<Buffer> {
  const doc = new PDFDocument({ size: "LETTER", margin: 0, info: { CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => doc.once("end", resolve));
  draw(doc);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** One invoice in one layout, by its seed. */
export async function sampleOf(layout: string, seed: number): Promise<Sample> {
  const invoice = invoiceOf(seed);
  const draw = layouts[layout];
  if (!draw) throw new Error(`unknown invoice layout ${layout}`);
  const pdf = await rendered((doc) => draw(doc, invoice));
  const { date, due, total, paid, payee, payor, number } = invoice;
  return {
    layout,
    seed,
    pdf,
    truth: {
      date,
      dueDate: due,
      invoiceNumber: number,
      currency: "USD",
      amount: (total / 100).toFixed(2),
      remainingBalance: ((total - paid) / 100).toFixed(2),
      payorName: payor.name,
      payorAddress: payor.lines.join(", "),
      payeeName: payee.name,
      payeeAddress: payee.lines.join(", "),
    },
  };
}
