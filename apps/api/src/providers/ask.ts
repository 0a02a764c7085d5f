/** A vendor's response. The body is null where it was not JSON. */
export type Answer = { status: number; body: unknown };

/** The vendor was not reached, so the request cannot have had an effect. */
export class NotReached extends Error {}

/** The vendor may have been reached, but did not respond in time or not readably. */
export class NoAnswer extends Error {}

/** Sends a request to a vendor without a client library. Waits at most `timeoutMs`; rejects with NotReached or NoAnswer only. */
export async function ask(url: string, timeoutMs: number, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    return { status: response.status, body: jsonIn(text) };
  } catch (cause) {
    if (neverConnected(cause)) throw new NotReached("the vendor was not reached", { cause });
    throw new NoAnswer("the vendor did not answer in time", { cause });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const beforeConnecting = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function neverConnected(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return beforeConnecting.has(code ?? "") || (cause instanceof Error && neverConnected(cause));
}
