import { randomUUID } from "node:crypto";
import type { TestServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import type { TestSandbox } from "../providers/sandbox.fixture.ts";
import { applied, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { decideApplications } from "./decide-applications.ts";

export type Wishes = NonNullable<Parameters<typeof applied>[2]>;

/** An owner whose applications have all their data, before they are decided. */
export async function completedApplicant(
  server: TestServer,
  sandbox: TestSandbox,
  wishes: Wishes = {},
): Promise<Applicant> {
  const applicant = await applied(server, sandbox, { products: ["TERM_LOAN"], ...wishes });
  await handleEvents(server, applicant.id);
  const open = "select from app.loan_application where business_id = $1 and completed_at is null";
  const { rows } = await server.database.admin.query(open, [applicant.id]);
  if (rows.length > 0) throw new Error("an application lacks data");
  return applicant;
}

export const decide = (server: TestServer, applicant: Applicant): Promise<void> =>
  decideApplications(server.app, { ...tenantOf(applicant), id: randomUUID() });

/** Staff confirm that the last denial of an application is right. */
export async function confirmLastDenial({ database }: TestServer, { id, platform }: Applicant): Promise<void> {
  const memberId = randomUUID();
  await database.admin.query(
    "insert into app.staff_member (id, email, name, roles) values ($1, $2, 'Ada', '{UNDERWRITER}')",
    [memberId, `${memberId}@inlay.test`],
  );
  await database.admin.query(
    `insert into app.ruling (platform_id, business_id, application_id, decision_id, kind, ruled_by)
     select $1, $2, application_id, id, 'DENIAL_CONFIRMED', $3 from app.decision where business_id = $2 order by number desc limit 1`,
    [platform.id, id, memberId],
  );
}
