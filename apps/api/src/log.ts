import { pino } from "pino";

/** Everything a log line may carry. What is not in this list cannot be logged, so nothing private can slip in beside it. */
export type LogFields = {
  requestId?: string;
  method?: string;
  /** The template of the address, never the address: ids and queries stay out. */
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
  ...(["workflow", "workflowId", "attempt", "eventId", "due", "count", "port", "address"] as const),
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

/** Lines leave in blocks, a quarter of a second apart at most: one write a request would cost more than the request's own work. */
function buffered() {
  const destination = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 250 });
  process.once("exit", () => destination.flushSync());
  return destination;
}

/**
 * An error without its data. Messages of the database quote rows, so they stay out; other messages lose whatever looks like a
 * number of somebody or an e-mail address; of the stack only the places are kept.
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
