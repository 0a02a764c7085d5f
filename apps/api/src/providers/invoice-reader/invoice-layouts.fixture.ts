import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type PDFDocument from "pdfkit";

export type Party = { name: string; lines: string[] };
/** The data that a layout prints. A layout may change the paid amount or the number of line items. */
export type Invoice = {
  payee: Party;
  payor: Party;
  number: string;
  date: BusinessDate;
  due: BusinessDate;
  netDays: number;
  items: { what: string; count: number; cents: number }[];
  subtotal: number;
  tax: number;
  total: number;
  paid: number;
  day(date: BusinessDate): string;
  pick<T>(options: readonly T[]): T;
};
export type Doc = InstanceType<typeof PDFDocument>;

const grouped = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollars = (cents: number) => `$${grouped(cents)}`;
const say = (doc: Doc, text: string, x: number, y: number, options: object = {}) =>
  doc.text(text, x, y, { lineBreak: false, ...options });
const right = (doc: Doc, text: string, edge: number, y: number) => say(doc, text, edge - doc.widthOfString(text), y);
const block = (doc: Doc, lines: string[], x: number, y: number, step = 14) => {
  for (const [n, line] of lines.entries()) say(doc, line, x, y + n * step);
};
const part = (total: number, chance: number) => Math.round(total * chance);

function itemTable(doc: Doc, invoice: Invoice, y: number, money = dollars): number {
  const heads = invoice.pick([
    ["Description", "Qty", "Unit price", "Amount"],
    ["Item", "Hours", "Rate", "Total"],
    ["Service", "Quantity", "Each", "Line total"],
  ]);
  for (const [n, x] of [50, 300, 380, 480].entries()) say(doc, heads[n] ?? "", x, y);
  let at = y + 18;
  for (const { what, count, cents } of invoice.items) {
    say(doc, what, 50, at);
    say(doc, String(count), 300, at);
    say(doc, money(cents), 380, at);
    right(doc, money(count * cents), 545, at);
    at += 16;
  }
  return at + 12;
}

function totals(doc: Doc, rows: [string, string][], y: number, labelX = 360): void {
  for (const [n, [label, value]] of rows.entries()) {
    say(doc, label, labelX, y + n * 16);
    right(doc, value, 545, y + n * 16);
  }
}

type Layout = (doc: Doc, invoice: Invoice) => void;

/** Invoices use different labels for the same field; each invoice picks its own. */
const words = {
  number: ["Invoice #", "Invoice No.", "Invoice Number", "Inv #", "Invoice ID", "Bill No."],
  date: ["Date", "Invoice Date", "Date of issue", "Bill date", "Issued on", "DATE"],
  due: ["Due Date", "Due on", "Payment due", "Pay by", "Due", "Payment due date", "DUE BY"],
  total: ["Total", "TOTAL", "Invoice total", "Total amount", "Grand Total", "Total (USD)", "Invoice amount"],
  balance: [
    "Balance Due",
    "Amount due",
    "Total due",
    "Outstanding balance",
    "Balance",
    "Please pay this amount",
    "Amount payable",
  ],
  paid: ["Payments received", "Amount paid", "Less payments", "Paid to date", "Deposit received"],
  payor: ["Bill To", "Billed to:", "Sold to", "Customer", "Invoice to:", "CLIENT"],
} as const;

/** Twelve layouts of an invoice. */
export const layouts: Record<string, Layout> = {
  "facts at the right, totals in a column": (doc, i) => {
    doc.fontSize(18);
    say(doc, i.payee.name, 50, 50);
    doc.fontSize(10);
    block(doc, i.payee.lines, 50, 74);
    doc.fontSize(22);
    say(doc, "INVOICE", 440, 50);
    doc.fontSize(10);
    totals(
      doc,
      [
        [i.pick(words.number), i.number],
        [i.pick(words.date), i.day(i.date)],
        [i.pick(words.due), i.day(i.due)],
      ],
      90,
      400,
    );
    block(doc, [i.pick(words.payor), i.payor.name, ...i.payor.lines], 50, 150);
    const y = itemTable(doc, i, 240);
    totals(
      doc,
      [
        ["Subtotal", dollars(i.subtotal)],
        ["Sales tax", dollars(i.tax)],
        [i.pick(words.total), dollars(i.total)],
        [i.pick(words.balance), dollars(i.total)],
      ],
      y,
    );
  },
  "facts in a row with their values below": (doc, i) => {
    doc.fontSize(14);
    say(doc, i.payee.name, 50, 40);
    doc.fontSize(10);
    block(doc, i.payee.lines, 50, 58);
    say(doc, "Invoice", 480, 40);
    block(doc, [i.pick(words.payor), i.payor.name, ...i.payor.lines], 50, 110);
    const heads = ["Date", "Invoice No.", "Terms", "Due Date"];
    const values = [i.day(i.date), i.number, i.netDays === 0 ? "Due on receipt" : `Net ${i.netDays}`, i.day(i.due)];
    for (const [n, x] of [50, 180, 310, 440].entries()) {
      say(doc, heads[n] ?? "", x, 190);
      say(doc, values[n] ?? "", x, 206);
    }
    const y = itemTable(doc, i, 240, grouped);
    totals(
      doc,
      [
        ["Sub-total", grouped(i.subtotal)],
        ["Tax", grouped(i.tax)],
        ["TOTAL (USD)", grouped(i.total)],
      ],
      y,
    );
  },
  "a letter": (doc, i) => {
    doc.fontSize(11);
    block(doc, [i.payee.name, ...i.payee.lines], 60, 60);
    say(doc, i.day(i.date), 60, 120);
    block(doc, ["To:", i.payor.name, ...i.payor.lines], 60, 145);
    say(doc, `Invoice ${i.number}`, 60, 220);
    let y = 250;
    for (const { what, count, cents } of i.items) {
      say(doc, `${what}, ${count} at ${dollars(cents)}: ${dollars(count * cents)}`, 60, y);
      y += 16;
    }
    if (i.tax > 0) say(doc, `Tax: ${dollars(i.tax)}`, 60, y);
    say(doc, `Total: ${dollars(i.total)}`, 60, y + 18);
    say(doc, `Please pay by ${i.day(i.due)}. Thank you for your business.`, 60, y + 50);
    say(doc, `Invoice date: ${i.day(i.date)}`, 60, y + 66);
  },
  "labels with colons": (doc, i) => {
    doc.fontSize(10);
    block(doc, [`From: ${i.payee.name}`, ...i.payee.lines], 50, 60);
    block(doc, [`Bill to: ${i.payor.name}`, ...i.payor.lines], 320, 60);
    block(
      doc,
      [
        `${i.pick(words.number)}: ${i.number}`,
        `${i.pick(words.date)}: ${i.day(i.date)}`,
        `${i.pick(words.due)}: ${i.day(i.due)}`,
      ],
      50,
      150,
    );
    const y = itemTable(doc, i, 220);
    block(
      doc,
      [
        `Subtotal: ${dollars(i.subtotal)}`,
        `Tax: ${dollars(i.tax)}`,
        `${i.pick(words.total)}: ${dollars(i.total)}`,
        `${i.pick(words.balance)}: ${dollars(i.total)}`,
      ],
      380,
      y,
    );
  },
  "the currency's sign apart": (doc, i) => {
    doc.fontSize(12);
    say(doc, i.payee.name, 50, 50);
    doc.fontSize(9);
    block(doc, i.payee.lines, 50, 66, 12);
    block(doc, ["BILLED TO", i.payor.name, ...i.payor.lines], 50, 120, 12);
    totals(
      doc,
      [
        [i.pick(words.number), i.number],
        ["ISSUED", i.day(i.date)],
        [i.pick(words.due), i.day(i.due)],
      ],
      120,
      380,
    );
    let y = itemTable(doc, i, 200, grouped);
    for (const [first, second, cents] of [
      ["Sub", "total", i.subtotal],
      ["Sales", "tax", i.tax],
      ["Grand", "total", i.total],
      ["Amount", "due", i.total],
    ] as const) {
      say(doc, first, 330, y);
      say(doc, second, 330 + doc.widthOfString(first) + 3, y);
      say(doc, "$", 450, y);
      right(doc, grouped(cents), 545, y);
      y += 15;
    }
  },
  "several pages": (doc, i) => {
    doc.fontSize(10);
    let carried = 0;
    const many = Array.from({ length: 3 }, () => i.items).flat();
    i.items.splice(0, i.items.length, ...many);
    i.subtotal *= 3;
    i.tax *= 3;
    i.total = i.subtotal + i.tax;
    for (let n = 0; n < 3; n++) {
      if (n > 0) doc.addPage();
      say(doc, i.payee.name, 50, 40);
      if (n === 0) {
        block(doc, i.payee.lines, 50, 54);
        block(doc, [i.pick(words.payor), i.payor.name, ...i.payor.lines], 50, 110);
        totals(
          doc,
          [
            [i.pick(words.number), i.number],
            [i.pick(words.date), i.day(i.date)],
            [i.pick(words.due), i.day(i.due)],
          ],
          110,
          380,
        );
      }
      say(doc, `Page ${n + 1} of 3`, 500, 780 - 80);
      let y = 200;
      if (n > 0) totals(doc, [["Balance brought forward", dollars(carried)]], y - 20, 330);
      for (const { what, count, cents } of i.items.slice((n * i.items.length) / 3, ((n + 1) * i.items.length) / 3)) {
        say(doc, what, 50, y);
        right(doc, dollars(count * cents), 545, y);
        carried += count * cents;
        y += 16;
      }
      if (n < 2) totals(doc, [["Page total", dollars(carried)]], y + 10, 380);
      else
        totals(
          doc,
          [
            ["Subtotal", dollars(i.subtotal)],
            ["Tax", dollars(i.tax)],
            [i.pick(words.total), dollars(i.total)],
          ],
          y + 10,
        );
    }
  },
  "partly paid": (doc, i) => {
    i.paid = part(i.total, 0.4);
    doc.fontSize(16);
    say(doc, i.payee.name, 320, 40);
    doc.fontSize(10);
    block(doc, i.payee.lines, 320, 60);
    block(doc, ["Customer", i.payor.name, ...i.payor.lines], 50, 110);
    block(doc, [`Invoice #${i.number}`, `Date: ${i.day(i.date)}`, `Due: ${i.day(i.due)}`], 320, 110);
    const y = itemTable(doc, i, 200);
    totals(
      doc,
      [
        ["Subtotal", dollars(i.subtotal)],
        ["Tax", dollars(i.tax)],
        [i.pick(words.total), dollars(i.total)],
        [i.pick(words.paid), `-${dollars(i.paid)}`],
        [i.pick(words.balance), dollars(i.total - i.paid)],
      ],
      y,
    );
  },
  "with a credit in brackets": (doc, i) => {
    i.paid = part(i.total, 0.15);
    doc.fontSize(10);
    block(doc, ["Remit to:", i.payee.name, ...i.payee.lines], 330, 50);
    doc.fontSize(20);
    say(doc, "Invoice", 50, 50);
    doc.fontSize(10);
    block(doc, ["Invoice to:", i.payor.name, ...i.payor.lines], 50, 100);
    totals(
      doc,
      [
        ["Inv. No.", i.number],
        ["Billing date", i.day(i.date)],
        ["Date due", i.day(i.due)],
      ],
      130,
      380,
    );
    const y = itemTable(doc, i, 220, grouped);
    totals(
      doc,
      [
        ["Subtotal", grouped(i.subtotal)],
        ["Tax", grouped(i.tax)],
        ["Invoice total", grouped(i.total)],
        ["Less credit memo", `(${grouped(i.paid)})`],
        ["Amount due", `$${grouped(i.total - i.paid)}`],
      ],
      y,
    );
  },
  "the currency by its name": (doc, i) => {
    const named = (cents: number) => `USD ${grouped(cents)}`;
    doc.fontSize(11);
    block(doc, [i.payee.name, ...i.payee.lines], 50, 50);
    block(doc, ["Client", i.payor.name, ...i.payor.lines], 330, 50);
    block(doc, [`Invoice no. ${i.number}`, `Issue date ${i.day(i.date)}`, `Payable by ${i.day(i.due)}`], 50, 140);
    const y = itemTable(doc, i, 210, grouped);
    totals(
      doc,
      [
        ["Net", named(i.subtotal)],
        ["Tax", named(i.tax)],
        ["Total amount", named(i.total)],
      ],
      y,
      330,
    );
  },
  "what matters in boxes": (doc, i) => {
    doc.fontSize(13);
    say(doc, i.payee.name, 50, 40);
    doc.fontSize(9);
    block(doc, i.payee.lines, 50, 58, 12);
    const boxes: [string, string][] = [
      ["AMOUNT DUE", dollars(i.total)],
      ["DUE DATE", i.day(i.due)],
      ["INVOICE DATE", i.day(i.date)],
      ["INVOICE NUMBER", i.number],
    ];
    for (const [n, [label, value]] of boxes.entries()) {
      doc.fontSize(8);
      say(doc, label, 50 + n * 130, 110);
      doc.fontSize(13);
      say(doc, value, 50 + n * 130, 122);
    }
    doc.fontSize(9);
    block(doc, ["BILL TO", i.payor.name, ...i.payor.lines], 50, 160, 12);
    const y = itemTable(doc, i, 240);
    totals(
      doc,
      [
        ["Subtotal", dollars(i.subtotal)],
        ["Tax", dollars(i.tax)],
        [i.pick(words.total), dollars(i.total)],
      ],
      y,
    );
  },
  "terms instead of a day": (doc, i) => {
    doc.fontSize(10);
    say(doc, "INVOICE", 50, 40);
    block(doc, ["Vendor", i.payee.name, ...i.payee.lines], 50, 70);
    block(doc, [i.pick(words.payor), i.payor.name, ...i.payor.lines], 300, 70);
    const terms =
      i.netDays === 0
        ? "Due upon receipt"
        : i.pick([`Net ${i.netDays}`, `2% 10, Net ${i.netDays}`, `NET ${i.netDays} days`]);
    totals(
      doc,
      [
        ["Invoice #:", i.number],
        ["Invoice date:", i.day(i.date)],
        ["Terms:", terms],
      ],
      150,
      50,
    );
    const y = itemTable(doc, i, 230);
    totals(
      doc,
      [
        ["Subtotal", dollars(i.subtotal)],
        ["Tax", dollars(i.tax)],
        ["TOTAL DUE", dollars(i.total)],
      ],
      y,
    );
  },
  "a stub to send back, drawn out of order": (doc, i) => {
    i.paid = part(i.total, 0.25);
    doc.fontSize(10);
    totals(
      doc,
      [
        ["Invoice No.", i.number],
        ["Date due", i.day(i.due)],
        ["Total now due", dollars(i.total - i.paid)],
      ],
      640,
      330,
    );
    block(doc, ["Make checks payable to:", i.payee.name, ...i.payee.lines], 50, 640);
    totals(
      doc,
      [
        ["Total charges", dollars(i.total)],
        ["Deposit paid", dollars(i.paid)],
        ["Total now due", dollars(i.total - i.paid)],
      ],
      480,
    );
    itemTable(doc, i, 230);
    block(doc, [i.pick(words.payor), i.payor.name, ...i.payor.lines], 50, 130);
    totals(
      doc,
      [
        [i.pick(words.date), i.day(i.date)],
        [i.pick(words.due), i.day(i.due)],
      ],
      130,
      380,
    );
    doc.fontSize(16);
    say(doc, i.payee.name, 50, 50);
  },
};
