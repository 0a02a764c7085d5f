import { Refusal } from "@inlay/contracts/errors.ts";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/**
 * How often one caller may knock. Counts for strangers and for partners are kept in PostgreSQL, so a restart forgives nothing;
 * a signed-in person's count only shields this process from a runaway page and may start anew with it.
 */
const classes = {
  /** One address asking for sign-in codes, guessing them, or exchanging tokens. `ANONYMOUS_REQUESTS_PER_MINUTE` says how often. */
  anonymous: { points: 60, seconds: 60, kept: true },
  person: { points: 600, seconds: 60, kept: false },
  partnerRead: { points: 3_000, seconds: 60, kept: true },
  partnerWrite: { points: 1_200, seconds: 60, kept: true },
  partnerBatch: { points: 120, seconds: 60, kept: true },
} as const;

export type LimitClass = keyof typeof classes;
export type RateLimitState = { class: LimitClass; limit: number; remaining: number; resetSeconds: number };
export type Limits = ReturnType<typeof createLimits>;

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

  return {
    /** Counts one knock, or refuses it. */
    async count(limitClass: LimitClass, who: string): Promise<RateLimitState> {
      const limiter = limiters[limitClass];
      const state = (result: RateLimiterRes): RateLimitState => ({
        class: limitClass,
        limit: limiter.points,
        remaining: Math.max(0, result.remainingPoints),
        resetSeconds: Math.ceil(result.msBeforeNext / 1000),
      });
      try {
        return state(await limiter.consume(who));
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        const { resetSeconds } = state(result);
        throw new Refusal("RATE_LIMITED", {
          context: { class: limitClass, retryAfterSeconds: Math.max(1, resetSeconds) },
        });
      }
    },

    /** Forgets counters that are over. Called now and then by the worker. */
    forgetOld: () => pool.query("delete from app.rate_limit where expire < $1", [Date.now()]),
  };
}
