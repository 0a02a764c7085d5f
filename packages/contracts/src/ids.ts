import { z } from "zod/mini";

/** The kinds of objects with a public id, each with its id prefix. */
export const idPrefixes = {
  platform: "plt",
  apiKey: "key",
  theme: "thm",
  business: "biz",
  user: "usr",
  prequalification: "pre",
  connectToken: "ctk",
  embeddedSession: "ses",
  pilotInvoice: "pin",
  hostedLink: "lnk",
  document: "doc",
  application: "app",
  declineNotice: "dec",
  offer: "off",
  issuedProduct: "prd",
  planItem: "pli",
  payment: "pay",
  invoice: "inv",
  drawRequest: "drw",
  payoffQuote: "pqt",
  payoff: "pof",
  bankAccount: "bnk",
  receivable: "rcv",
  receivableSettlement: "rst",
  salesDay: "sal",
  advancePeriod: "per",
  trueUp: "tru",
  statement: "stm",
  agreement: "agr",
  revenueShareStatement: "rss",
  revenueShareLine: "rsl",
  report: "rep",
  event: "evt",
  webhookEndpoint: "whk",
  delivery: "dlv",
  clockRun: "run",
  recording: "rec",
  replay: "rpl",
  request: "req",
} as const;
export type IdKind = keyof typeof idPrefixes;
export type PublicId<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}_${string}`;

// Crockford's alphabet leaves out i, l, o and u. It is in ASCII order, so the ids sort as their uuids do.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 26;
// 26 characters hold 130 bits and a uuid has 128, so the first character never passes 7.
const coded = `[0-7][0-9a-hjkmnp-tv-z]{${length - 1}}`;

/** The public id of an object: the prefix of its kind and the row's uuid in 26 characters. */
export function publicId<Kind extends IdKind>(kind: Kind, uuidText: string): PublicId<Kind> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuidText)) throw new Error(`not a uuid: ${uuidText}`);
  let rest = BigInt(`0x${uuidText.replaceAll("-", "")}`);
  let code = "";
  for (let i = 0; i < length; i++) {
    code = alphabet.charAt(Number(rest & 31n)) + code;
    rest >>= 5n;
  }
  return `${idPrefixes[kind]}_${code}`;
}

/** The uuid inside a public id, or null if the text is not an id of that kind. */
export function uuidOf(kind: IdKind, id: string): string | null {
  if (!idPattern(kind).test(id)) return null;
  let value = 0n;
  for (const character of id.slice(idPrefixes[kind].length + 1)) {
    value = (value << 5n) | BigInt(alphabet.indexOf(character));
  }
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const idPattern = (kind: IdKind): RegExp => new RegExp(`^${idPrefixes[kind]}_${coded}$`);
const referencePattern = (kind: IdKind): RegExp =>
  new RegExp(`^(${idPrefixes[kind]}_${coded}|platform:[^\\p{Cc}]{1,128})$`, "u");

/** The uuid or the platform's own id that a reference holds; null if it is neither. */
export function readReference(kind: IdKind, reference: string): { uuid: string } | { platformId: string } | null {
  if (!referencePattern(kind).test(reference)) return null;
  if (reference.startsWith("platform:")) return { platformId: reference.slice("platform:".length) };
  const uuidText = uuidOf(kind, reference);
  return uuidText === null ? null : { uuid: uuidText };
}

export const uuid = z.uuid();
export const uuidV4 = z.uuidv4();

/** Our own id of that kind. */
export const idOf = (kind: IdKind) =>
  z.stringFormat("id", idPattern(kind), { error: `send an id that begins with ${idPrefixes[kind]}_` });

/** Our own id, or `platform:` and the platform's id. */
export const referenceTo = (kind: IdKind) =>
  z.stringFormat("reference", referencePattern(kind), {
    error: `send an id that begins with ${idPrefixes[kind]}_, or platform: and your own id`,
  });

/** An id that the platform chose: any printable text, stored unchanged. */
export const platformId = z
  .string()
  .check(z.minLength(1), z.maxLength(128), z.regex(/^[^\p{Cc}]*$/u, "must not contain control characters"));
