import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { type TestServer, testServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer({}, {}, "1s");
});
afterAll(() => server.close());

/** The start time of each transaction that waits for a lock. */
async function waiters(): Promise<string[]> {
  const { rows } = await server.database.admin.query(
    "select xact_start::text as began from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.map(({ began }) => began as string);
}

/** Holds the row lock of a business until the waiting request has timed out and started again. */
async function whileHeld<T>(businessId: string, work: () => Promise<T>): Promise<T> {
  const holder = await server.database.admin.connect();
  try {
    await holder.query("begin");
    await holder.query("select from app.business where id = $1 for update", [businessId]);
    const answer = work();
    const seen = new Set<string>();
    await until("the request has timed out and waits again", async () => {
      for (const began of await waiters()) seen.add(began);
      return seen.size > 1;
    });
    await holder.query("commit");
    return await answer;
  } finally {
    holder.release();
  }
}

it("portal request: is retried after a lock timeout and succeeds", async () => {
  const applicant = await applicantAtConsent(server);
  expect(await whileHeld(applicant.id, () => agree(applicant))).toMatchObject({ status: 200 });
});

it("staff request: is retried after a lock timeout and succeeds", async () => {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  const member = await signedInMember(server, ["UNDERWRITER"]);
  const ask = { subStep: "RECOLLECT_PLAID", reason: "The figures are old." };
  const raise = () => member.as("POST", `/businesses/${applicant.id}/additional-inputs`, ask);
  expect(await whileHeld(applicant.id, raise)).toMatchObject({ status: 200 });
});
