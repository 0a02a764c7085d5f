import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { ClockAdvance, PartnerClock } from "@inlay/contracts/partner/clock/clock.ts";
import { sql } from "kysely";
import { type Fact, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

const dayMs = 86_400_000;
const mostDaysARun = 731;
/** How far a business clock may be ahead of real time. */
const mostDaysAhead = 5 * 366;

export async function readClock(tx: Tx, businessId: string): Promise<PartnerClock> {
  const clock = await tx
    .selectFrom("business as b")
    .leftJoin("business_clock as c", "c.business_id", "b.id")
    .select(["b.platform_business_id", "c.now_at", "c.advancing_from_at", "c.advancing_to_at"])
    .where("b.id", "=", businessId)
    .executeTakeFirstOrThrow();
  const { now_at, advancing_from_at: from, advancing_to_at: to } = clock;
  return {
    object: "clock",
    businessId: publicId("business", businessId),
    platformBusinessId: clock.platform_business_id ?? businessId,
    now: (now_at ?? new Date()).toISOString(),
    frozen: now_at !== null,
    advancingTo: to?.toISOString() ?? null,
    progress:
      now_at && from && to
        ? {
            daysDone: Math.floor((now_at.getTime() - from.getTime()) / dayMs),
            daysTotal: Math.ceil((to.getTime() - from.getTime()) / dayMs),
          }
        : null,
  };
}

type AdvanceRequest = Pick<Fact, "platformId" | "actor" | "action" | "requestId"> & { businessId: string };

/**
 * Requests an advance, which the worker performs. The first advance gives the business its own clock. Of several concurrent requests one
 * wins: the others wait for its row and find it advancing.
 */
export async function askToAdvance(
  tx: Tx,
  { platformId, businessId, actor, action, requestId }: AdvanceRequest,
  body: ClockAdvance,
): Promise<PartnerClock> {
  await tx
    .insertInto("business_clock")
    .values({
      business_id: businessId,
      platform_id: platformId,
      now_at: sql<Date>`date_trunc('milliseconds', now())`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const clock = await tx
    .selectFrom("business_clock")
    .select(["now_at", "advancing_to_at", sql<Date>`now()`.as("realNow")])
    .where("business_id", "=", businessId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const now = clock.now_at.toISOString();
  if (clock.advancing_to_at) {
    const advancingTo = clock.advancing_to_at.toISOString();
    throw new Refusal("CLOCK_RUNNING", { context: { why: `it is on its way to ${advancingTo}`, now, advancingTo } });
  }
  const target = targetOf(clock.now_at, body);
  if (target <= clock.now_at) {
    throw new Refusal("CLOCK_BACKWARDS", { context: { why: `it only goes forward, and it is already ${now}`, now } });
  }
  const latest = new Date(
    Math.min(clock.now_at.getTime() + mostDaysARun * dayMs, clock.realNow.getTime() + mostDaysAhead * dayMs),
  );
  if (target > latest) {
    const why = `it goes ${mostDaysARun} days at a time, and no more than five years ahead`;
    throw new Refusal("CLOCK_TOO_FAR", { context: { why, now, latest: latest.toISOString() } });
  }
  await tx
    .updateTable("business_clock")
    .set({ advancing_from_at: sql<Date>`now_at`, advancing_to_at: target })
    .where("business_id", "=", businessId)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "clock.advance_started",
    action,
    body: { from: now, to: target.toISOString() },
    object: { kind: "clock", id: businessId },
    actor,
    requestId,
  });
  return readClock(tx, businessId);
}

/** A target date means noon of that day. */
const targetOf = (now: Date, { days, toDate }: ClockAdvance): Date =>
  toDate === undefined ? new Date(now.getTime() + (days ?? 0) * dayMs) : new Date(`${toDate}T12:00:00.000Z`);
