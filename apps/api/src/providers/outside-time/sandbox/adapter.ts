import { z } from "zod/mini";
import type { OutsideTime } from "../port.ts";

const timeoutMs = 10_000;
const answer = z.object({ nextAt: z.nullable(z.iso.datetime()), undeliveredWebhooks: z.int() });

/** A business is a world in the sandbox. */
export const sandboxTime = (baseUrl: string): OutsideTime => ({
  moveTo: async (businessId, now) => {
    const response = await fetch(`${baseUrl}/clock`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ world: businessId, now: now.toISOString() }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} when its clock was set`);
    const { nextAt, undeliveredWebhooks } = z.parse(answer, await response.json());
    return { nextAt: nextAt === null ? null : new Date(nextAt), isQuiet: undeliveredWebhooks === 0 };
  },
});
