// Invites one of the first two administrators, or invites one again: npm run staff -- EMAIL "NAME"
// Uses the database of `npm run dev`, or the one in DATABASE_URL with the key in AUDIT_KEY, with the role inlay_app.

import { sandboxAuditKey } from "../apps/api/src/config.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { inviteAdmin } from "../apps/api/src/seed/seed-staff.ts";
import { portsFrom } from "./services.ts";

const [email, name] = process.argv.slice(2);
if (!email?.includes("@") || !name) {
  console.error('Usage: npm run staff -- EMAIL "NAME"');
  process.exit(1);
}
const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
const url = process.env["DATABASE_URL"] ?? `postgres://inlay_app:inlay@127.0.0.1:${ports.postgres}/inlay`;
const auditKey = process.env["AUDIT_KEY"] ?? (process.env["DATABASE_URL"] ? undefined : sandboxAuditKey);
if (!auditKey) {
  // Rows that are hashed with another key than the servers' would count as forged.
  console.error("DATABASE_URL is set, so AUDIT_KEY has to be the key of its servers.");
  process.exit(1);
}
const pool = createPool(url, { max: 1, name: "inlay-staff", auditKey });
try {
  const { invitation } = await inviteAdmin(pool, { email: email.toLowerCase(), name });
  console.log(`Invitation for ${email}, valid for three days and shown only once:\n\n  ${invitation}\n`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await pool.end();
}
