/** What a vendor answered. The body is null where it was no JSON. */
export type Answer = { status: number; body: unknown };

/** Nobody was reached, so nothing can have been done. */
export class NotReached extends Error {}

/** Somebody may have been reached, and gave no answer in time or none that could be read. */
export class NoAnswer extends Error {}

/** Asks a vendor that has no library of its own. Waits no longer than `timeoutMs`; rejects with NotReached or NoAnswer only. */
export async function ask(url: string, timeoutMs: number, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    return { status: response.status, body: jsonIn(text) };
  } catch (cause) {
    if (neverConnected(cause)) throw new NotReached("nobody was reached", { cause });
    throw new NoAnswer("no answer", { cause });
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
