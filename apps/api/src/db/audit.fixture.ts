import { sandboxAuditKey } from "../config.ts";
import { verifyChains } from "./audit-chain.ts";
import type { TestDatabase } from "./test-database.fixture.ts";

/** The sequence of the first audit row of a stream that does not follow from its predecessor; null if the chain is intact. */
export async function auditBreak(
  { admin }: TestDatabase,
  stream: string,
  anchored: Parameters<typeof verifyChains>[2] = new Map(),
): Promise<number | null> {
  const client = await admin.connect();
  try {
    for await (const verified of verifyChains(client, sandboxAuditKey, anchored))
      if (verified.stream === stream) return verified.brokenAt;
    throw new Error("there is no such stream");
  } finally {
    client.release();
  }
}
