import type { InvoiceText } from "../port.ts";
import { dateIn, daysAfter, daysOfTerms, moneyIn, termsIn } from "./values.ts";

/** A text and its position: x to the right, y upwards, as in PDF. */
export type Placed = { text: string; x: number; y: number; width: number; height: number };
export type Page = { texts: Placed[] };

type Cell = { text: string; left: number; right: number; y: number; height: number };
type Line = { cells: Cell[]; y: number; height: number };

/**
 * Finds the invoice's fields in texts with positions. A value is found by its label: after it, to its right or under it; specific labels
 * come before general ones. Null when the text does not look like an invoice.
 */
export function invoiceFrom(pages: readonly Page[]): InvoiceText | null {
  const lines = pages.map(linesOf);
  const all = lines.flat();
  const first = lines[0] ?? [];
  const prose = all.map((line) => line.cells.map(({ text }) => text).join(" ")).join(" ");
  const ask = <T>(labels: RegExp[], read: (text: string) => T | null, options: { isLast?: boolean } = {}) =>
    firstOf(labels, (label) => valueBeside(lines, label, read, options.isLast ?? false));

  const date = ask(labels.date, dateIn) ?? proseValue(prose, /\b(?:dated|issued(?: on)?)\s+(.{6,24})/i, dateIn);
  const terms = ask(labels.terms, termsIn) ?? termsIn(prose);
  const due = ask(labels.due, dateIn) ?? proseValue(prose, /\b(?:by|before|no later than)\s+(.{6,24})/i, dateIn);
  const days = terms === null ? null : daysOfTerms(terms);
  const total = ask(labels.total, moneyIn, { isLast: true });
  const balance =
    ask(labels.balance, moneyIn, { isLast: true }) ?? proseValue(prose, /\b(?:remit|pay)\s+(.{3,24})/i, moneyIn);
  const paid = ask(labels.paid, moneyIn, { isLast: true });
  const amount = total ?? (balance !== null && paid !== null ? balance + Math.abs(paid) : balance);
  if (amount === null && date === null) return null;
  const remaining = balance ?? (amount !== null && paid !== null ? amount - Math.abs(paid) : amount);

  const payor = blockAfter(first, labels.payor);
  const payee = blockAfter(first, labels.payee) ?? letterhead(first);
  return {
    date,
    dueDate: due ?? (date !== null && days !== null ? daysAfter(date, days) : null),
    amount: asText(amount),
    remainingBalance: asText(remaining),
    terms,
    payorName: payor?.name ?? null,
    payeeName: payee?.name ?? null,
    payorAddress: payor?.address ?? null,
    payeeAddress: payee?.address ?? null,
    invoiceNumber: ask(labels.number, numberIn) ?? proseValue(prose, /\binvoice\s+(\S+)/i, numberIn),
    currency: currencyIn(prose),
  };
}

/** Labels from the most specific to the most general. A label ends where its value begins. */
const labels = {
  number: [
    /invoice\s*(?:no\.?|number|num\.?|#|id)/i,
    /inv\.?\s*(?:no\.?|#)/i,
    /(?:bill|document|reference)\s*(?:no\.?|number|#)/i,
    /^#/,
  ],
  date: [
    /(?:invoice|issue|billing|bill)\s*date/i,
    /date\s*(?:of\s*(?:issue|invoice)|issued)/i,
    /^issued(?:\s*on)?/i,
    /^(?:invoiced?\s*on|dated)/i,
    /^date/i,
  ],
  due: [
    /(?:payment\s*)?due\s*date/i,
    /date\s*due/i,
    /(?:payment|pay(?:able)?|due)\s*(?:is\s*)?(?:due\s*)?(?:by|on|before)/i,
    /payment\s*due/i,
    /^due/i,
  ],
  terms: [/(?:payment\s*)?terms/i],
  balance: [
    /(?:balance|amount|total|total\s*amount|total\s*now|net\s*amount)\s*(?:due|payable|owing|outstanding)(?!\s*(?:date|by|on))/i,
    /(?:outstanding|remaining|open)\s*(?:balance|amount)/i,
    /(?:new\s*)?balance(?!\s*(?:brought|forward|carried))/i,
    /please\s*pay(?:\s*(?:this|the)\s*amount)?/i,
  ],
  total: [
    /(?:grand|invoice)\s*total/i,
    /total\s*(?:invoice|charges|of\s*this\s*invoice|incl\S*(?:\s*tax)?)/i,
    /(?:invoice|total)\s*amount(?!\s*(?:due|payable|owing|outstanding))/i,
    /(?<!sub[\s-]?|page\s|tax\s|new\s)total(?!\s*(?:due|now|tax|paid|payments|hours|qty|credits?|amount|payable))/i,
  ],
  paid: [
    /\b(?:payments?|deposits?|amount)\s*(?:received|paid|applied|made)/i,
    /\bless\s*(?:payments?|deposits?|credits?)/i,
    /\b(?:already\s*)?paid(?:\s*to\s*date)?/i,
    /^(?:payments?|deposits?|credits?)(?:\s*(?:memo|note))?\s*:?$/i,
  ],
  payor: [
    /^(?:bill(?:ed)?|invoiced?|sold|charge)\s*to\b/i,
    /^(?:customer|client|buyer|payor|payer|attention)\b/i,
    /^(?:to|for)\s*:?$/i,
  ],
  payee: [
    /^(?:from|remit\s*(?:payment\s*)?to|make\s*(?:checks?\s*)?payable\s*to|pay\s*to|vendor|seller|supplier|payee)\b/i,
  ],
};
/** Labels that do not begin a name or an address. */
const otherLabel =
  /^(?!p\.?o\.?\s*box)(?:invoice|date|due|terms|bill(?:ed)?\s*to|ship\s*to|sold\s*to|remit|from|description|item|qty|quantity|total|subtotal|amount|balance|page|p\.?o\.?|customer|client|phone|tel|e-?mail|www|fax|tax\s*id|ein)\b/i;

function firstOf<T>(options: readonly RegExp[], ask: (label: RegExp) => T | null): T | null {
  for (const option of options) {
    const found = ask(option);
    if (found !== null) return found;
  }
  return null;
}

/** The value beside a label. Totals are at the end, so they are searched from there. */
function valueBeside<T>(pages: Line[][], label: RegExp, read: (text: string) => T | null, isLast: boolean): T | null {
  const places = pages.flatMap((lines) => lines.map((_, at) => ({ lines, at })));
  if (isLast) places.reverse();
  for (const { lines, at } of places) {
    const line = lines[at] as Line;
    for (const [n, cell] of line.cells.entries()) {
      // Separately set words can be one label: "Amount" "Due".
      const joined = n > 0 ? `${line.cells[n - 1]?.text} ${cell.text}` : cell.text;
      const match = label.exec(cell.text) ?? (joined.length < 40 ? label.exec(joined) : null);
      if (!match) continue;
      const text = match.input;
      const after = text
        .slice(match.index + match[0].length)
        .replace(/^\s*\((?:USD|US\$|\$|CAD|EUR|GBP)\)/i, "")
        .replace(/^[\s:.#]+(?=\S)/, "");
      const found =
        read(after) ?? rightOf(line, n, read) ?? under(lines, at, cell, read, isLast ? depthUnder(line) : 2);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The next value to the right, skipping a lone currency sign. Another label ends the search. */
function rightOf<T>(line: Line, n: number, read: (text: string) => T | null): T | null {
  const rest = line.cells.slice(n + 1, n + 4);
  const found = read(rest[0]?.text ?? "");
  if (found !== null) return found;
  const sign = rest[0]?.text.trim() ?? "";
  return /^(?:[$€£:]|USD|US\$|US|CAD|EUR|GBP)$/i.test(sign) ? read(rest[1]?.text ?? "") : null;
}

/** The value under a label, in one of the next lines with text at that position. */
function under<T>(lines: Line[], at: number, label: Cell, read: (text: string) => T | null, depth: number): T | null {
  let seen = 0;
  for (const line of lines.slice(at + 1, at + 6)) {
    if (seen >= depth || label.y - line.y > label.height * 6) return null;
    const cells = line.cells.filter(({ left, right }) => left < label.right + 12 && right > label.left - 12);
    if (cells.length === 0) continue;
    for (const cell of cells) {
      const found = read(cell.text);
      if (found !== null) return found;
    }
    const signs = cells.find(({ text }) => /^[$€£]$/.test(text.trim()));
    const beside = signs && line.cells[line.cells.indexOf(signs) + 1];
    const found = beside ? read(beside.text) : null;
    if (found !== null) return found;
    seen++;
  }
  return null;
}

/** The heading of the line items. The numbers under it are not the invoice's totals. */
const isHeading = (line: Line) =>
  line.cells.filter(({ text }) =>
    /^(?:description|item|service|qty|quantity|hours|rate|unit|price|unit\s*price|each|details|product)\b/i.test(text),
  ).length > 0;
/** A row of invoice fields, with their values in the next row. */
const isInfoRow = (line: Line) =>
  line.cells.filter(({ text }) => /(?:date|invoice|number|terms|due)/i.test(text)).length >= 2;
/** How many lines under a total's label its amount may be. */
const depthUnder = (line: Line) => (isHeading(line) ? 0 : isInfoRow(line) ? 2 : 1);

type Party = { name: string; address: string | null };

/** A party's name and address under its label. */
function blockAfter(lines: Line[], options: readonly RegExp[]): Party | null {
  return firstOf(options, (label) => {
    for (const [at, line] of lines.entries()) {
      for (const cell of line.cells) {
        const match = label.exec(cell.text);
        if (!match) continue;
        const same = cell.text.slice(match[0].length).replace(/^[\s:]+/, "");
        const beneath = blockUnder(lines, at, cell);
        const right = line.cells[line.cells.indexOf(cell) + 1]?.text ?? "";
        const party = same.length > 1 ? [same, ...beneath] : beneath.length > 0 ? beneath : right ? [right] : [];
        if (party.length > 0) return partyOf(party);
      }
    }
    return null;
  });
}

function blockUnder(lines: Line[], at: number, head: Cell): string[] {
  const block: string[] = [];
  let y = head.y;
  for (const line of lines.slice(at + 1)) {
    const cell = line.cells.find(({ left }) => Math.abs(left - head.left) < 14);
    if (!cell) continue;
    if (y - cell.y > Math.max(head.height, cell.height) * 2.6) break;
    if (block.length > 0 && otherLabel.test(cell.text)) break;
    block.push(cell.text);
    y = cell.y;
    if (block.length === 5) break;
  }
  return block;
}

/** Without a label, the party at the top of the page is the sender. */
function letterhead(lines: Line[]): Party | null {
  const cells = lines.slice(0, 6).flatMap(({ cells }) => cells);
  const head = cells.find(
    ({ text }) =>
      /[a-z]{3}/i.test(text) && !otherLabel.test(text) && dateIn(text) === null && !/statement|receipt/i.test(text),
  );
  if (!head) return null;
  const at = lines.findIndex(({ cells: own }) => own.includes(head));
  return partyOf([head.text, ...blockUnder(lines, at, head)]);
}

function partyOf([name = "", ...rest]: string[]): Party {
  const address = rest.filter((text) => !/@|^(?:phone|tel|fax|attn|ein|tax)/i.test(text)).join(", ");
  return { name: name.trim(), address: address === "" ? null : address };
}

const numberIn = (text: string): string | null => {
  const found = /^[\s:#]*((?=\S*\d)[A-Za-z0-9][A-Za-z0-9/_-]{0,29})(?=$|[\s,.;])/.exec(text)?.[1];
  return found && dateIn(found) === null ? found : null;
};

function currencyIn(text: string): string | null {
  const named = /\b(USD|CAD|EUR|GBP|MXN)\b/.exec(text)?.[1];
  if (named) return named;
  const sign = /[$€£]/.exec(text)?.[0];
  return sign ? ({ $: "USD", "€": "EUR", "£": "GBP" }[sign] ?? null) : null;
}

const proseValue = <T>(prose: string, words: RegExp, read: (text: string) => T | null): T | null =>
  [...prose.matchAll(new RegExp(words.source, `${words.flags}g`))]
    .map(([, rest = ""]) => read(rest))
    .find((value) => value !== null) ?? null;

const asText = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

/** Texts at one height form a line; those that nearly touch form one cell of it. */
function linesOf({ texts }: Page): Line[] {
  const lines: { y: number; height: number; texts: Placed[] }[] = [];
  for (const placed of [...texts].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const height = placed.height || 10;
    const line = lines.at(-1);
    if (line && Math.abs(line.y - placed.y) < Math.min(line.height, height) * 0.5) line.texts.push(placed);
    else lines.push({ y: placed.y, height, texts: [placed] });
  }
  return lines.map(({ y, height, texts: own }) => ({ y, height, cells: cellsOf(own) }));
}

function cellsOf(texts: Placed[]): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, y, width, height } of texts.sort((a, b) => a.x - b.x)) {
    const last = cells.at(-1);
    const gap = last ? x - last.right : Number.POSITIVE_INFINITY;
    const size = height || 10;
    if (last && gap < size * 0.9) {
      last.text += gap > size * 0.15 && !last.text.endsWith(" ") ? ` ${text}` : text;
      last.right = Math.max(last.right, x + width);
    } else cells.push({ text, left: x, right: x + width, y, height: size });
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.trim() }));
}
