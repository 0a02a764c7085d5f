import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordEvent } from "../../workflows/handle-event.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import {
  invoicesOf,
  aLine as lineOf,
  ownerOf,
  reserved,
  said,
  submitted as submittedTo,
} from "./invoice-life.fixture.ts";
import { parsed } from "./invoices.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const aLine = (accountNumber?: string) => lineOf(ground, { accountNumber });
const submitted = (life: LoanLife, planId?: string, read?: object | "FAIL" | null) =>
  submittedTo(ground, life, { planId, read });

describe("life of an invoice", () => {
  it("is paid out, repaid on its effective date plus the plan's fixed duration days, and closed", async () => {
    const life = await aLine();
    await submitted(life);
    await life.passTo("2026-01-23T15:00:00Z");
    expect(await invoicesOf(life)).toMatchObject([
      {
        state: "WAITING_FOR_REPAYMENT",
        invoiceAdvanceAmountCents: 800_000,
        repaymentDate: "2026-02-21",
        originalFullRepaymentDate: "2026-02-21",
        repaymentSchedule: {
          schedule: [
            {
              repaymentAmountCents: 824_000,
              repaymentFeeAmountCents: 24_000,
              repaymentPrincipalAmountCents: 800_000,
            },
          ],
        },
      },
    ]);
    expect(await reserved(life)).toBe(0);
    await life.passTo("2026-02-27T15:00:00Z");
    expect(await life.debits()).toEqual([
      { item: "installment 1", cents: 824_000, on: "2026-02-23", status: "SUCCESSFUL_PAYMENT", retries: 0 },
    ]);
    expect((await invoicesOf(life))[0]?.state).toBe("CLOSED_INVOICE");
    expect(await life.status()).toBe("CURRENT");
    await life.books("2026-02-27");
  });

  it("in several parts with NET fees pays out less its fee and debits each part on its day", async () => {
    const life = await aLine();
    await submitted(life, "parts");
    await life.passTo("2026-03-06T15:00:00Z");
    const [payout] = await life.rows<{ cents: number }>(
      "select amount_cents::int as cents from app.payment_order where issued_product_id = $1 and direction = 'OUTGOING'",
      life.id,
    );
    expect(payout?.cents).toBe(776_000);
    expect((await life.debits()).map(({ cents, status }) => ({ cents, status }))).toEqual([
      { cents: 400_000, status: "SUCCESSFUL_PAYMENT" },
      { cents: 400_000, status: "SUCCESSFUL_PAYMENT" },
    ]);
    expect((await invoicesOf(life))[0]?.state).toBe("CLOSED_INVOICE");
    await life.books("2026-03-06");
  });

  it("a debit that fails makes it LATE after 5 days with one fee, in default after 60, and its product late", async () => {
    const life = await aLine("1000000002");
    await submitted(life);
    await life.passTo("2026-03-10T15:00:00Z");
    const [late] = await invoicesOf(life);
    expect({ state: late?.state, status: await life.status() }).toEqual({ state: "LATE", status: "LATE" });
    const fees = await life.rows<{ cents: number }>(
      "select owed_fee_cents::int as cents from app.obligation where issued_product_id = $1 and fee_type = 'LATE_PAYMENT'",
      life.id,
    );
    expect(fees).toEqual([{ cents: 16_480 }]);
    await life.passTo("2026-05-08T15:00:00Z");
    expect((await invoicesOf(life))[0]?.state).toBe("DEFAULTED");
    expect((await life.openTasks()).map(({ kind }) => kind)).toContain("DEFAULT_REVIEW");
  });
});

describe("an invoice that waits", () => {
  it("for its file for ten minutes is reviewed, its people are reminded at 24 and 48 hours, and it is rejected after 5 banking days", async () => {
    const life = await aLine();
    const id = await submitted(life, "30-days", null);
    expect(await reserved(life)).toBe(800_000);
    await life.passTo("2026-01-21T15:11:00Z");
    const [one] = await invoicesOf(life);
    if (one?.state === "WAITING_FOR_PARSING") throw new Error("it still waits for its file");
    await life.passTo("2026-01-29T15:00:00Z");
    const kinds = await life.rows<{ kind: string }>(
      "select kind from app.event where business_id = $1 and body->>'invoiceId' = $2 order by sequence",
      life.debtor.businessId,
      id,
    );
    expect(kinds.filter(({ kind }) => kind === "invoice.review_reminded")).toHaveLength(2);
    expect(await invoicesOf(life)).toMatchObject([
      {
        state: "REJECTED",
        rejectionReason: "We could not finish the review of your invoice in time. You can submit it again.",
      },
    ]);
    expect(await reserved(life)).toBe(0);
  });

  it("is paid out once its file was parsed and agrees, and rejected if the scan refuses the file", async () => {
    const life = await aLine();
    const owner = ownerOf(life);
    await submitted(life, "30-days", null);
    await submitted(life, "30-days", null);
    const [second, first] = await invoicesOf(life);
    const [firstFile, secondFile] = [first?.businessDocumentId ?? "", second?.businessDocumentId ?? ""];
    await parsed(ground.server, owner, firstFile, said);
    const tenant = { platformId: owner.platformId, businessId: owner.uuid };
    const about = { documentType: "INVOICE" } as const;
    await recordEvent(ground.server, tenant, {
      kind: "document.parsed",
      body: { documentId: firstFile, ...about, responseStatus: "SUCCESS" },
    });
    await recordEvent(ground.server, tenant, {
      kind: "document.rejected",
      body: { documentId: secondFile, ...about, rejectionReason: "GENERIC_ERROR" },
    });
    await life.act();
    expect((await invoicesOf(life)).map(({ state }) => state)).toEqual(["REJECTED", "PENDING_FUND_DISPERSEMENT"]);
    expect(await reserved(life)).toBe(800_000);
  });

  it("can be cancelled while it is parsed, and not afterwards", async () => {
    const life = await aLine();
    const cancel = (id: string) => life.debtor.person.as({ method: "DELETE", url: `/api/v1/servicing/invoices/${id}` });
    const id = await submitted(life, "30-days", null);
    expect(await cancel(id)).toMatchObject({
      status: 200,
      body: { invoice: { state: "REJECTED", isCancelled: true } },
    });
    expect(await reserved(life)).toBe(0);
    expect(await cancel(await submitted(life))).toMatchObject({
      status: 409,
      body: {
        message:
          "There was a problem cancelling your invoice. Our team has been notified and will be investigating further.",
      },
    });
    expect((await cancel(randomUUID())).status).toBe(404);
  });
});
