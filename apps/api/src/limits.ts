import { isIP, isIPv6 } from "node:net";
import { Refusal } from "@inlay/contracts/errors.ts";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/**
 * Rate limits per caller. The counters of anonymous callers and partners are in PostgreSQL, so they survive a restart. The counter of a
 * signed-in person only protects this process from a runaway page, so it is kept in memory.
 */
const classes = {
  /** Requests of one IP address without a session: sign-in codes, guesses, token exchanges. Set by `ANONYMOUS_REQUESTS_PER_MINUTE`. */
  anonymous: { points: 60, seconds: 60, kept: true, byAddress: true },
  /** Webhooks of one IP address that no vendor signed. Signed ones are not counted: a vendor sends as many as it has. */
  forgedWebhook: { points: 60, seconds: 60, kept: true, byAddress: true },
  person: { points: 600, seconds: 60, kept: false, byAddress: false },
  partnerRead: { points: 3_000, seconds: 60, kept: true, byAddress: false },
  partnerWrite: { points: 1_200, seconds: 60, kept: true, byAddress: false },
  partnerBatch: { points: 120, seconds: 60, kept: true, byAddress: false },
} as const;

export type LimitClass = keyof typeof classes;
export type RateLimitState = { class: LimitClass; limit: number; remaining: number; resetSeconds: number };
export type Limits = ReturnType<typeof createLimits>;

/** A process remembers this many callers who are over a limit. One that is forgotten costs a write to the database again. */
const maxRemembered = 10_000;

export function createLimits(pool: pg.Pool, overrides: Partial<Record<LimitClass, number>> = {}) {
  const limiters = Object.fromEntries(
    Object.entries(classes).map(([name, { points, seconds, kept }]) => {
      const shape = { keyPrefix: name, points: overrides[name as LimitClass] ?? points, duration: seconds };
      const limiter = kept
        ? new RateLimiterPostgres({
            ...shape,
            storeClient: pool,
            schemaName: "app",
            tableName: "rate_limit",
            tableCreated: true,
            clearExpiredByTimeout: false,
          })
        : new RateLimiterMemory(shape);
      return [name, limiter];
    }),
  ) as Record<LimitClass, RateLimiterMemory | RateLimiterPostgres>;

  /** The callers without requests left, and when their counters end. */
  const exceeded = new Map<string, number>();
  const remember = (limitClass: LimitClass, key: string, msBeforeNext: number): void => {
    // A map keeps the order of insertion, so its first caller is the oldest.
    const [oldest] = exceeded.keys();
    if (exceeded.size >= maxRemembered && oldest !== undefined) exceeded.delete(oldest);
    exceeded.set(`${limitClass}:${key}`, Date.now() + msBeforeNext);
  };
  const refuse = (limitClass: LimitClass, msBeforeNext: number): never => {
    const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    throw new Refusal("RATE_LIMITED", { context: { class: limitClass, retryAfterSeconds } });
  };
  const refuseExceeded = (limitClass: LimitClass, key: string): void => {
    const name = `${limitClass}:${key}`;
    const msBeforeNext = (exceeded.get(name) ?? 0) - Date.now();
    if (msBeforeNext > 0) refuse(limitClass, msBeforeNext);
    exceeded.delete(name);
  };

  return {
    /** Counts one request, or refuses it. A caller without requests left is refused without a write to the database. */
    async count(limitClass: LimitClass, who: string): Promise<RateLimitState> {
      const key = keyOf(limitClass, who);
      refuseExceeded(limitClass, key);
      const limiter = limiters[limitClass];
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(key);
        if (remainingPoints <= 0) remember(limitClass, key, msBeforeNext);
        return {
          class: limitClass,
          limit: limiter.points,
          remaining: Math.max(0, remainingPoints),
          resetSeconds: Math.ceil(msBeforeNext / 1000),
        };
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        remember(limitClass, key, result.msBeforeNext);
        return refuse(limitClass, result.msBeforeNext);
      }
    },

    /** Refuses a request of a caller who has none left, without counting it. */
    refuseExceeded: (limitClass: LimitClass, who: string): void => refuseExceeded(limitClass, keyOf(limitClass, who)),

    /**
     * Deletes the counters whose time is over. A later request starts a new one either way; without this, every address that ever sent a
     * request would keep a row.
     */
    deleteExpired: async (): Promise<void> => {
      await pool.query("delete from app.rate_limit where expire < $1", [Date.now()]);
    },
  };
}

const keyOf = (limitClass: LimitClass, who: string): string => (classes[limitClass].byAddress ? networkOf(who) : who);

/**
 * The network that is counted as one caller: an IPv4 address, or the /64 of an IPv6 address, because a single customer of a provider has a
 * /64 and can send each request from another address of it.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const inVersion4 = /^::ffff:([\d.]+)$/i.exec(plain)?.[1] ?? plain;
  // What a proxy passes on may be no address at all; everything of that kind shares one counter.
  if (isIP(inVersion4) === 0) return "no address";
  if (!isIPv6(inVersion4)) return inVersion4;
  // The URL parser writes every spelling of an address in the same way, with the longest run of zeros as `::`.
  const canonical = new URL(`http://[${inVersion4}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical.split("::").map((side) => side.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
