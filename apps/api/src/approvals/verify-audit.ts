import type { RegularJob } from "../clock/public.ts";
import { asAuditor } from "../db/audit.ts";
import { type AuditHead, verifyChains } from "../db/audit-chain.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import { type Anchor, readAnchor, saveAnchor } from "./audit-anchor.ts";
import { closeTask, openTask } from "./tasks.ts";

const name = "audit.verify";
const dayMs = 86_400_000;

/**
 * Verifies the audit trail of all tenants every night, against itself and against the anchor of the night before, and then makes a new
 * anchor. A chain that is broken has a staff task until it is intact again, and keeps its earlier anchor.
 */
export const verifyAudit: RegularJob = {
  name,
  everyMs: dayMs,
  run: async (app, now) => {
    const { ENGINE_DATABASE_URL: engineUrl, AUDIT_KEY: key } = app.config;
    if (!engineUrl) throw new Error("The verification of the audit trail needs ENGINE_DATABASE_URL.");
    const anchor = await readAnchor(app, now);
    const anchored = typeof anchor === "string" ? new Map<string, AuditHead>() : anchor;
    const chains = new Map<string, AuditHead>();
    const broken: string[] = [];
    const isAnchorLost = await asAuditor(engineUrl, async (auditor) => {
      for await (const { stream, head, brokenAt } of verifyChains(auditor, key, anchored)) {
        if (brokenAt === null) chains.set(stream, head);
        else {
          const earlier = anchored.get(stream);
          if (earlier) chains.set(stream, earlier);
          broken.push(stream);
          app.log.error(`the audit trail of the stream ${stream} is broken at row ${brokenAt}`, { job: name });
        }
      }
      return isLost(anchor, now, (text, values) => auditor.query(text, values));
    });
    if (isAnchorLost) app.log.error("the anchor of the audit trail is missing or not ours", { job: name });
    await inScope(app.pool, staffScope, (tx) => saveOutcome(tx, broken, isAnchorLost, now));
    await saveAnchor(app, chains, now);
  },
};

type Query = (text: string, values: unknown[]) => Promise<{ rowCount: number | null }>;

/** Only a new installation has no anchor. */
async function isLost(anchor: Anchor, now: Date, query: Query): Promise<boolean> {
  if (anchor !== "MISSING") return anchor === "INVALID";
  const old = await query("select from app.audit where recorded_at < $1 limit 1", [
    new Date(now.getTime() - 2 * dayMs),
  ]);
  return old.rowCount === 1;
}

async function saveOutcome(tx: Tx, broken: readonly string[], isAnchorLost: boolean, now: Date): Promise<void> {
  const { platformId } = staffScope;
  const about = { platformId, businessId: null, dueAt: now };
  const open = await tx
    .selectFrom("task")
    .select("subject_id")
    .where("kind", "=", "AUDIT_CHAIN_BROKEN")
    .where("closed_at", "is", null)
    .execute();
  for (const subjectId of broken) await openTask(tx, { ...about, kind: "AUDIT_CHAIN_BROKEN", subjectId });
  for (const { subject_id: subjectId } of open)
    if (!broken.includes(subjectId)) await closeTask(tx, { kind: "AUDIT_CHAIN_BROKEN", subjectId });
  const anchorTask = { kind: "AUDIT_ANCHOR_INVALID", subjectId: platformId } as const;
  if (isAnchorLost) await openTask(tx, { ...about, ...anchorTask });
  else await closeTask(tx, anchorTask);
}
