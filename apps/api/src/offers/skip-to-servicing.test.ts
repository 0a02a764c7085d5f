import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { chosenOffer, standingOf } from "../closing/closing.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { completedApplicant, decide } from "./decided.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" });
  await signedInMember(server, ["UNDERWRITER"]);
  await signedInMember(server, ["TREASURY"]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

async function offeredTo(wishes: Parameters<typeof completedApplicant>[2] = {}) {
  const applicant = await completedApplicant(server, sandbox, wishes);
  await decide(server, applicant);
  await handleEvents(server, applicant.id);
  return applicant;
}
type Applicant = Awaited<ReturnType<typeof offeredTo>>;
const skip = ({ as }: Pick<Applicant, "as">) => as({ url: "/api/v1/sandbox/skip-to-servicing" });
const rows = async (sql: string, id: string) => (await server.database.admin.query(sql, [id])).rows;

describe("skip to servicing", () => {
  it("selects the first offer, completes every closing step, and funds it by the ordinary events", async () => {
    const applicant = await offeredTo();
    expect(await skip(applicant)).toMatchObject({ status: 200, body: { done: true } });
    const step = await applicant.as({ url: "/api/v1/workflow/servicing" });
    expect(step.body).toEqual({ currentStep: "INIT_SERVICING_FLOW" });
    const kinds = await rows("select kind from app.event where business_id = $1 order by sequence", applicant.id);
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        ...["offer.selected", "user.phone_verified", "closing.step_completed", "signing.completed", "offer.accepted"],
        ...["closing.checked", "staff_request.made", "staff_request.approved", "product.issued", "application.funded"],
      ]),
    );
    const [product] = await rows(
      `select p.loan_status, o.status as offer, a.status as application, a.offer_step from app.issued_product p
       join app.offer o on o.id = p.offer_id join app.loan_application a on a.id = o.application_id where p.business_id = $1`,
      applicant.id,
    );
    expect(product).toEqual({
      loan_status: "CURRENT",
      offer: "ACCEPTED",
      application: "OPERATIONAL_LOAN",
      offer_step: "ISSUED_PRODUCT_CREATED",
    });
    const documents = await applicant.as({ url: "/api/v1/loan-application-documents" });
    expect(documents.body["documents"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ documentType: "AGREEMENT" })]),
    );
    // Once more, it has nothing to do.
    expect((await skip(applicant)).status).toBe(200);
    expect(await rows("select id from app.issued_product where business_id = $1", applicant.id)).toHaveLength(1);
  });

  it("is answered 503 at most, and continues when it is repeated, while the worker prepares the same documents", async () => {
    const applicant = await offeredTo();
    const { eSign } = server.app;
    const prepare = eSign.prepare.bind(eSign);
    const prepared = vi.spyOn(eSign, "prepare").mockImplementation(async (document) => {
      const [ofSkip] = await Promise.allSettled([prepare(document), prepare(document)]);
      if (ofSkip.status === "rejected") throw ofSkip.reason;
      return ofSkip.value;
    });
    const refused: unknown[] = [];
    const isDone = async () => {
      const { status, headers } = await skip(applicant);
      if (status !== 200) refused.push([status, typeof headers["retry-after"]]);
      return status === 200;
    };
    await until("the offer is closed", isDone).finally(() => prepared.mockRestore());
    expect(refused).toEqual(refused.map(() => [503, "string"]));
    expect(
      await rows("select status, count(*)::int from app.signing where business_id = $1 group by 1", applicant.id),
    ).toEqual([{ status: "COMPLETED", count: expect.any(Number) }]);
  });
});

describe("skip of a closing step", () => {
  it("records the payoff letter of a loan that pays another lender off, and goes on to the funding", async () => {
    const closing = await chosenOffer({ server, sandbox }, { payoffCents: 500_000 });
    expect(await skip(closing)).toMatchObject({ status: 200, body: { done: true } });
    expect(
      await rows("select amount_cents::int as cents from app.payoff_letter where business_id = $1", closing.id),
    ).toEqual([{ cents: 500_000 }]);
    expect((await standingOf({ server, sandbox }, closing)).status).toBe("OPERATIONAL_LOAN");
  });

  it("completes one step a call: those of the primary owner, then the signatures of the co-owners, then the funding", async () => {
    const closing = await chosenOffer({ server, sandbox }, { coOwners: 2 });
    const reached: object[] = [];
    const skipStep = () => closing.as({ method: "POST", url: "/api/v1/sandbox/skip-closing-step" });
    for (let n = 0; n < 7; n++) {
      expect((await skipStep()).body).toEqual({ done: true });
      const { step, status } = await standingOf({ server, sandbox }, closing);
      const signed = await rows(
        `select count(*)::int as signers, count(p.completed_at)::int as signed from app.signing_signer p
         join app.signing s on s.id = p.signing_id where s.business_id = $1 and s.kind = 'AGREEMENT'`,
        closing.id,
      );
      reached.push([step, status, signed[0].signed, signed[0].signers]);
    }
    const waiting = "WAITING_FOR_ACCEPTANCE";
    expect(reached).toEqual([
      ["COLLECT_PERSONAL_PHONE_NUMBER", waiting, 0, 0],
      ["COLLECT_PERSONA", waiting, 0, 0],
      ["SELECT_PRIMARY_BANK_ACCOUNT", waiting, 0, 0],
      ["COLLECT_LEGAL_AGREEMENTS", waiting, 0, 0],
      ["OFFER_ACCEPTED", waiting, 1, 3],
      ["OFFER_ACCEPTED", "CLOSE_LOAN", 3, 3],
      ["ISSUED_PRODUCT_CREATED", "OPERATIONAL_LOAN", 3, 3],
    ]);
    expect((await skipStep()).body).toMatchObject({ code: "STEP_NOT_CURRENT_EXCEPTION" });
  });
});
