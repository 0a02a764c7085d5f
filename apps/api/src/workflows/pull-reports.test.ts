import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestEngine, testEngine } from "./engine.fixture.ts";

let server: TestServer;
let engine: TestEngine;
let receiver: Receiver;
beforeAll(async () => {
  server = await testServer();
  receiver = await openReceiver((posted) => server.postWebhook("business-verification", posted));
  engine = await testEngine({ ...server.environment, MIDDESK_WEBHOOK_URL: receiver.url });
  await Promise.all([engine.sandbox.start(), engine.worker.start()]);
});
afterAll(async () => {
  await engine.close();
  await server.close();
  receiver.close();
});

const ask = async <T>(path: string): Promise<T> => {
  const headers = { authorization: "Bearer test" };
  return (await (await fetch(`${engine.sandboxUrl}${path}`, { headers })).json()) as T;
};
const setFaults = async (vendor: string, faults: object[]) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ faults });
  const answer = await fetch(`${engine.sandboxUrl}/faults/${vendor}`, { method: "PUT", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
};
const reports = async (applicants: Applicant[]) => {
  const { rows } = await server.database.admin.query(
    "select id, business_id, source, outcome from app.report where business_id = any($1::uuid[])",
    [applicants.map(({ id }) => id)],
  );
  return rows as { id: string; business_id: string; source: string; outcome: string | null }[];
};
const areSettled = (rows: { outcome: string | null }[]) =>
  rows.every(({ outcome }) => outcome !== null && outcome !== "PENDING");
const openWorkflows = async () =>
  (await server.database.admin.query("select from app.workflow_run where state = 'OPEN'")).rowCount;

/** Each applicant's reports were pulled once, however often the request was repeated. */
async function expectOnePullEach(applicants: Applicant[]): Promise<{ repeated: number }> {
  const rows = await reports(applicants);
  const { pulls } = await ask<{ pulls: { reference: string; asked: number }[] }>("/experian/pulls.json");
  const references = rows.filter(({ source }) => source !== "BUSINESS_VERIFICATION").map(({ id }) => id);
  const ours = pulls.filter(({ reference }) => references.includes(reference));
  expect(ours.map(({ reference }) => reference).sort()).toEqual(references.sort());
  for (const { id } of applicants) {
    const { data } = await ask<{ data: unknown[] }>(`/middesk/v1/businesses?external_id=${id}`);
    expect({ id, verifications: data.length }).toEqual({ id, verifications: 1 });
  }
  return { repeated: ours.filter(({ asked }) => asked > 1).length };
}

describe("pull-reports workflow", () => {
  it("pulls every report exactly once when worker and engine are killed with kill -9 during a request", async () => {
    const applicants = await Promise.all(Array.from({ length: 8 }, () => applicantAtConsent(server)));
    await setFaults("experian", [{ kind: "latency", ms: 3_000 }]);
    await Promise.all(applicants.map((applicant) => agree(applicant)));
    await until("the bureau was asked", async () => {
      const { pulls } = await ask<{ pulls: unknown[] }>("/experian/pulls.json");
      return pulls.length >= 4;
    });
    await Promise.all([engine.worker.kill(), engine.restartRestate(false)]);
    await setFaults("experian", []);
    await engine.worker.start();
    await until("all reports have come", async () => areSettled(await reports(applicants)));
    await until("every workflow has ended", async () => (await openWorkflows()) === 0);
    const rows = await reports(applicants);
    expect(rows).toHaveLength(8 * 3);
    expect(new Set(rows.map(({ source, outcome }) => `${source} ${outcome}`))).toEqual(
      new Set(["BUSINESS_OWNER_CREDIT REPORT", "BUSINESS_CREDIT REPORT", "BUSINESS_VERIFICATION FOUND"]),
    );
    // The kill interrupted answers in transit, so some requests were repeated.
    expect((await expectOnePullEach(applicants)).repeated).toBeGreaterThan(0);
  });

  it("reads the other vendors while a bureau is unavailable, and continues when it is back", async () => {
    const applicant = await applicantAtConsent(server);
    await setFaults("experian", [{ kind: "outage" }]);
    await agree(applicant);
    const outcomeOf = async (source: string) =>
      (await reports([applicant])).find((report) => report.source === source)?.outcome ?? null;
    await until(
      "the registers have answered",
      async () => (await outcomeOf("BUSINESS_VERIFICATION")) === "FOUND",
      30_000,
    );
    expect(await outcomeOf("BUSINESS_OWNER_CREDIT")).toBeNull();
    const status = await applicant.as({ method: "GET", url: "/api/v1/businesses/credit-reports-status" });
    expect(status.body).toEqual({ complete: false, success: false });
    await setFaults("experian", []);
    await until("all reports have come", async () => areSettled(await reports([applicant])));
    await expectOnePullEach([applicant]);
  });
});
