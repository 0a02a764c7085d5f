import { randomUUID } from "node:crypto";
import { publicId } from "../packages/contracts/src/ids.ts";
import { until } from "../scripts/processes.ts";
import { persist } from "./persist.ts";
import type { World } from "./world.ts";

const mostMs = 1_200_000;

/** Advances the clock through the partner API and waits until it has arrived. */
export async function advance(world: World, { businessId }: { businessId: string }, toDate: string): Promise<void> {
  const url = `${world.apiUrl}/api/platform/v1/sandbox/businesses/${publicId("business", businessId)}/clock`;
  const headers = { authorization: `Bearer ${world.secretKey}`, "content-type": "application/json" };
  const idempotencyKey = randomUUID();
  const ask = async () => {
    const response = await fetch(`${url}/advance`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": idempotencyKey },
      body: JSON.stringify({ toDate }),
    });
    if (response.ok) return;
    const refusal = await response.text();
    // The first request was accepted and its response was lost.
    if (/CLOCK_RUNNING|CLOCK_BACKWARDS/.test(refusal)) return;
    throw new Error(`${response.status} ${refusal}`);
  };
  // An API that was killed takes minutes to come back on a machine that does much else.
  await persist(`${businessId} is asked to advance to ${toDate}`, ask, mostMs);
  await until(
    `${businessId} is at ${toDate}`,
    async () => {
      const { rows } = await world.admin.query(
        "select advancing_to_at is null and now_at >= $2::date as there from app.business_clock where business_id = $1",
        [businessId, toDate],
      );
      return rows[0].there;
    },
    mostMs,
  );
}
