import { until } from "../scripts/processes.ts";

/** Repeats the work until it succeeds. An unknown outcome is repeated too, and so is work that returns false. */
export async function persist(what: string, work: () => Promise<unknown>, timeoutMs = 120_000): Promise<void> {
  let last: unknown = "not done yet";
  await until(
    what,
    async () => {
      try {
        return (await work()) !== false;
      } catch (error) {
        last = error;
        return false;
      }
    },
    timeoutMs,
  ).catch((cause) => {
    throw new Error(`${what}: ${last}`, { cause });
  });
}
