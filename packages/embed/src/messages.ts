/**
 * A message between the portal's frame and the parent page. It is JSON text, not an object: its size is checked before it
 * is parsed, and web views that pass only strings can use it too.
 */
export type Message = {
  p: 1;
  /** The id of a response is the id of its request. */
  id: string;
  kind: MessageKind;
  name: string;
  body: MessageBody;
};
export type MessageBody = Readonly<Record<string, unknown>>;

const kinds = ["hello", "req", "res", "evt"] as const;
export type MessageKind = (typeof kinds)[number];

const errorTypes = ["session_invalid", "theme_not_found", "component_not_permitted", "network", "api"] as const;

/** A machine-readable error of the embedded portal. */
export type FinancingError = {
  type: (typeof errorTypes)[number];
  code: string;
  message: string;
  requestId: string | null;
  /** Whether a retry may succeed. */
  retriable: boolean;
};

const sections = ["onboarding", "offers", "servicing"] as const;
export type Section = (typeof sections)[number];

/** A person's progress in a section. The name of the step is not exposed, because steps may change. */
export type Progress = { section: Section; position: number; of: number };

export type FocusPlace = { top: number; height: number };

/** The events that the portal sends to the parent page. */
export type PortalEvents = {
  ready: Record<string, never>;
  resize: { height: number };
  /** The heading of a new screen, or an error summary, has taken the focus. Its place is in pixels from the top of the portal. */
  focus: FocusPlace;
  "step.changed": Progress;
  exit: { reason: "closed" };
  /** The session is about to be renewed, or to end if the parent page cannot provide a new connect token. */
  "session.expiring": { secondsLeft: number };
  error: FinancingError;
};

/** The parent page's request to show a component, by its name in capitals, with the related ids. */
export type ShowRequest = {
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

/** Parses a received message; null for anything that is not a valid message. */
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

/** The portal's height in whole pixels. */
export function heightIn(body: MessageBody): number | null {
  const height = own(body, "height");
  return typeof height === "number" && height > 0 && height <= tallestFrame ? Math.ceil(height) : null;
}

/** The place of what has taken the focus, in pixels. */
export function focusIn(body: MessageBody): FocusPlace | null {
  const [top, height] = [own(body, "top"), own(body, "height")];
  const isPlace = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= tallestFrame;
  return isPlace(top) && isPlace(height) ? { top, height } : null;
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

/** The remaining time of the session in seconds. */
export function secondsLeftIn(body: MessageBody): number | null {
  const seconds = own(body, "secondsLeft");
  return typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400 ? seconds : null;
}

export function showRequestIn(body: MessageBody): ShowRequest | null {
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

// The parent page is untrusted: a property added to Object.prototype must not count as a field of a message.
const own = (record: MessageBody, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

function countIn(record: MessageBody, key: string): number | null {
  const value = own(record, key);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null;
}

function textIn(record: MessageBody, key: string, longest: number): string | null {
  const value = own(record, key);
  return typeof value === "string" && value.length > 0 && value.length <= longest ? value : null;
}
