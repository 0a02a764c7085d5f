import { pino } from "pino";

/** The allowed fields of a log line. Other fields are dropped, so private data cannot be logged by accident. */
export type LogFields = {
  requestId?: string;
  method?: string;
  /** The route template instead of the URL, so that ids and queries are not logged. */
  route?: string;
  status?: number;
  durationMs?: number;
  caller?: string;
  platformId?: string;
  businessId?: string;
  refusal?: string;
  workflow?: string;
  workflowId?: string;
  attempt?: number;
  eventId?: string;
  due?: string;
  job?: string;
  count?: number;
  port?: number;
  address?: string;
  error?: unknown;
};

export type Log = Record<"info" | "warn" | "error", (message: string, fields?: LogFields) => void>;

const known = new Set<keyof LogFields>([
  ...([
    "requestId",
    "method",
    "route",
    "status",
    "durationMs",
    "caller",
    "platformId",
    "businessId",
    "refusal",
  ] as const),
  ...(["workflow", "workflowId", "attempt", "eventId", "due", "job", "count", "port", "address"] as const),
]);

export function createLog(name: string, level: string, stream?: { write(line: string): void }): Log {
  const options = { name, level, base: { name }, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = pino(options, stream ?? buffered());
  const at =
    (kind: "info" | "warn" | "error") =>
    (message: string, fields: LogFields = {}) => {
      if (!logger.isLevelEnabled(kind)) return;
      const allowed: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(fields)) if (known.has(key as keyof LogFields)) allowed[key] = value;
      if (fields.error !== undefined) allowed["error"] = describe(fields.error);
      logger[kind](allowed, message);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

/** Buffers lines for up to 250 ms, because one write per request would cost more than the request's own work. */
function buffered() {
  const destination = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 250 });
  process.once("exit", () => destination.flushSync());
  return destination;
}

/**
 * An error without data. Messages of the database quote rows, so they are left out. Numbers and email addresses are removed from other
 * messages. Only the locations of the stack are kept.
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = "", cause } = error;
  const { code, constraint, severity } = error as { code?: unknown; constraint?: unknown; severity?: unknown };
  return {
    name,
    ...(typeof code === "string" && { code }),
    ...(typeof constraint === "string" && { constraint }),
    ...(severity === undefined && { message: scrub(message) }),
    at: stack
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 12),
    ...(cause instanceof Error && { cause: describe(cause) }),
  };
}

const scrub = (text: string) =>
  text
    .replace(/\S+@\S+/g, "[e-mail]")
    .replace(/\d[\d\s-]{2,}\d/g, "[number]")
    .slice(0, 500);
