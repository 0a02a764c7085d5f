import { Refusal } from "@inlay/contracts/errors.ts";
import { embeddedSessionLifecycle } from "@inlay/lending/servicing/embedded-session.ts";
import { type Actor, record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import { findSession } from "./read-session.ts";

/** Ends a session before its time. */
export async function revokeSession(tx: Tx, id: string, by: { actor: Actor; requestId: string }): Promise<void> {
  const session = await findSession(tx, id, true);
  if (!session) throw new Refusal("NOT_FOUND", { context: { object: "embedded session" } });
  if (!embeddedSessionLifecycle.allows(session.status, "REVOKED"))
    throw new Refusal("WRONG_STATE", {
      context: { status: session.status, allowedFrom: embeddedSessionLifecycle.allowedFrom("REVOKED") },
    });
  const status = embeddedSessionLifecycle.next(session.status, "REVOKED");
  await tx.updateTable("embedded_session").set({ status, revoked_at: new Date() }).where("id", "=", id).execute();
  const { platformId, businessId } = session;
  await record(tx, {
    platformId,
    businessId,
    kind: "embedded_session.revoked",
    body: { embeddedSessionId: id },
    action: "partner.embedded-session.revoke",
    object: { kind: "embedded session", id },
    before: { status: session.status },
    after: { status },
    ...by,
  });
}
