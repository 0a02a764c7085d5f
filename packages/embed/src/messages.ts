/**
 * All that crosses the border of the frame. A message is JSON text, not an object: its size is known before it is read,
 * and a web view that carries nothing but strings can speak it too.
 */
export type Message = {
  p: 1;
  /** Of an answer: the id of the request it belongs to. */
  id: string;
  kind: MessageKind;
  name: string;
  body: MessageBody;
};
export type MessageBody = Readonly<Record<string, unknown>>;

const kinds = ["hello", "req", "res", "evt"] as const;
export type MessageKind = (typeof kinds)[number];

const errorTypes = ["session_invalid", "theme_not_found", "component_not_permitted", "network", "api"] as const;

/** Why the financing in a page does not work, in a form that a program can act on. */
export type FinancingError = {
  type: (typeof errorTypes)[number];
  code: string;
  message: string;
  requestId: string | null;
  /** Whether the same may work a moment later. */
  retriable: boolean;
};

const sections = ["onboarding", "offers", "servicing"] as const;
export type Section = (typeof sections)[number];

/** How far a person is in a section. Which step it is stays inside: steps come and go. */
export type Progress = { section: Section; position: number; of: number };

/** What the portal tells the page around it. */
export type PortalEvents = {
  ready: Record<string, never>;
  resize: { height: number };
  "step.changed": Progress;
  exit: { reason: "closed" };
  /** The session is about to be renewed, or to end if the page around cannot vouch for the person any more. */
  "session.expiring": { secondsLeft: number };
  error: FinancingError;
};

/** What the page around the portal may ask it to show: a component by its name in capitals, and what it is about. */
export type ShowWish = {
  component: string;
  sessionToken: string | null;
  invoiceId: string | null;
  platformInvoiceId: string | null;
};

const longestMessage = 65_536;
const longestName = 64;
const longestText = 1_000;
const tallestFrame = 20_000;

export function writeMessage(kind: MessageKind, name: string, body: MessageBody = {}, id = newId()): string {
  return JSON.stringify({ p: 1, id, kind, name, body } satisfies Message);
}

/** The message in what a window received, or null for anything that is not exactly one of ours. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== "string" || data.length > longestMessage) return null;
  const envelope = parse(data);
  if (!isRecord(envelope) || own(envelope, "p") !== 1) return null;
  const id = textIn(envelope, "id", longestName);
  const name = textIn(envelope, "name", longestName);
  const kind = kinds.find((known) => known === own(envelope, "kind"));
  const body = own(envelope, "body");
  if (!id || !name || !kind || !isRecord(body)) return null;
  return { p: 1, id, kind, name, body };
}

/** How tall the portal says it is, in whole pixels. */
export function heightIn(body: MessageBody): number | null {
  const height = own(body, "height");
  return typeof height === "number" && height > 0 && height <= tallestFrame ? Math.ceil(height) : null;
}

export function clientSecretIn(body: MessageBody): string | null {
  return textIn(body, "clientSecret", 500);
}

export function errorIn(body: MessageBody): FinancingError | null {
  const type = errorTypes.find((known) => known === own(body, "type"));
  const code = textIn(body, "code", longestText);
  const message = textIn(body, "message", longestText);
  if (!type || !code || !message) return null;
  return {
    type,
    code,
    message,
    requestId: textIn(body, "requestId", longestText),
    retriable: own(body, "retriable") === true,
  };
}

export function progressIn(body: MessageBody): Progress | null {
  const section = sections.find((known) => known === own(body, "section"));
  const [position, of] = [countIn(body, "position"), countIn(body, "of")];
  return section && position !== null && of !== null && position <= of ? { section, position, of } : null;
}

/** How long the session still lasts when the portal begins to renew it. */
export function secondsLeftIn(body: MessageBody): number | null {
  const seconds = own(body, "secondsLeft");
  return typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400 ? seconds : null;
}

export function showWishIn(body: MessageBody): ShowWish | null {
  const component = textIn(body, "component", longestName);
  if (!component || !/^[A-Z][A-Z_]*$/.test(component)) return null;
  return {
    component,
    sessionToken: textIn(body, "sessionToken", 2_000),
    invoiceId: textIn(body, "invoiceId", longestName),
    platformInvoiceId: textIn(body, "platformInvoiceId", 300),
  };
}

export const newId = (): string => crypto.randomUUID();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// The page around us is not ours: what somebody hung on Object.prototype must not look like a field of a message.
const own = (record: MessageBody, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

function countIn(record: MessageBody, key: string): number | null {
  const value = own(record, key);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null;
}

function textIn(record: MessageBody, key: string, longest: number): string | null {
  const value = own(record, key);
  return typeof value === "string" && value.length > 0 && value.length <= longest ? value : null;
}
