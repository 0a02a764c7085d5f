const everyMs = 2_500;
const mostPolls = 10;

/** The document did not get ready, or its signature did not arrive, in the time that a person waits for it. */
export class PollsExceeded extends Error {}

/** Asks until the answer is there, every 2.5 seconds and ten times at most. */
export async function poll<Found>(ask: () => Promise<Found | null>): Promise<Found> {
  for (let asked = 1; ; asked++) {
    const found = await ask();
    if (found !== null) return found;
    if (asked === mostPolls) throw new PollsExceeded();
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
