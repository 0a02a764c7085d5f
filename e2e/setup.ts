import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page, request as requests } from "@playwright/test";
import { stopOnboarding } from "../apps/api/src/additional-inputs/stop.ts";
import { lockItem, loseIfOpen, system } from "../apps/api/src/banking/item.ts";
import { sandboxAuditKey } from "../apps/api/src/config.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { newApiKey, storeApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { stepUp } from "../apps/api/src/people/step-up-session.fixture.ts";
import { settingsOf } from "../apps/api/src/platforms/public.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { seedStaff } from "../apps/api/src/seed/seed-staff.ts";
import { deviceOf } from "../apps/api/src/staff/device.fixture.ts";
import { startWorkflow } from "../apps/api/src/workflows/public.ts";
import { publicId } from "../packages/contracts/src/ids.ts";
import type { PartnerApplication } from "../packages/contracts/src/partner/applications/application.ts";
import { scopes } from "../packages/contracts/src/partner/scopes.ts";
import type { StaffRole } from "../packages/lending/src/access/staff-roles.ts";
import { portalUrl as apiUrl, serverDatabaseUrl } from "./addresses.ts";
import { waitForCode } from "./inbox.ts";
import type { Tenant } from "./rows.ts";
import { isPageOf } from "./step-up.ts";

// Setup that has no page yet: creating a partner's API key and staff accounts.
const pool = createPool(serverDatabaseUrl, { max: 2, name: "inlay-journeys", auditKey: sandboxAuditKey });

/** Creates a secret API key of a partner. */
export async function createSecretKey(platformId: string): Promise<string> {
  const clear = newApiKey("SECRET", "test");
  const key = { kind: "SECRET" as const, name: "Journeys", scopes: [...scopes], clear };
  await inScope(pool, { platformId, businessId: "whole platform" }, (tx) => storeApiKey(tx, platformId, key));
  return clear;
}

/** Steps the session of a test's own requests up. Journeys in the portal pass the dialog instead. */
export const stepUpSession = (token: string) => stepUp(pool, token);

/** Stops an application, as a bureau's refusal does. */
export const stopApplication = (tenant: Tenant) => inScope(pool, tenant, (tx) => stopOnboarding(tx, tenant));

/** Ends the connection to the first bank of a business, as after a password change. */
export const disconnectBank = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const { id } = await tx.selectFrom("bank_item").select("id").orderBy("created_at").executeTakeFirstOrThrow();
    const item = await lockItem(tx, id);
    if (item) await loseIfOpen(tx, item, "LOGIN_REQUIRED", system);
  });

/** Waits until a denial is left to staff. A member of staff confirms it, and the application is decided again. */
export async function confirmDenial(tenant: Tenant): Promise<void> {
  const { platformId, businessId } = tenant;
  const reviews = () =>
    inScope(pool, tenant, (tx) => tx.selectFrom("decision").select(["id", "application_id"]).execute());
  await expect.poll(async () => (await reviews()).length, { message: "a decision is left to staff" }).toBe(1);
  const memberId = randomUUID();
  const member = { id: memberId, email: `${memberId}@inlay.example`, name: "Test", roles: ["UNDERWRITER" as const] };
  await seedStaff(pool, [member], randomUUID());
  await inScope(pool, tenant, async (tx) => {
    for (const { id, application_id } of await reviews())
      await tx
        .insertInto("ruling")
        .values({
          platform_id: platformId,
          business_id: businessId,
          application_id,
          decision_id: id,
          kind: "DENIAL_CONFIRMED",
          ruled_by: memberId,
        })
        .execute();
  });
  await inScope(pool, tenant, (tx) => startWorkflow(tx, "decide-applications", { ...tenant, id: randomUUID() }));
}

/** Creates an object through the partner API. */
export async function createPartnerObject(
  request: APIRequestContext,
  secretKey: string,
  collection: "businesses" | "users" | "bank-accounts",
  data: object,
): Promise<string> {
  const answer = await request.post(`${apiUrl}/api/platform/v1/${collection}`, {
    headers: { authorization: `Bearer ${secretKey}`, "idempotency-key": randomUUID() },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** A platform has known a business for a year and reports what it sold on the platform, one day in each of the last months. */
export async function reportSales({ platformId, businessId }: Tenant, monthlyCents: number): Promise<void> {
  const knownSince = new Date();
  knownSince.setUTCFullYear(knownSince.getUTCFullYear() - 1);
  await inScope(pool, { platformId, businessId }, (tx) =>
    tx.updateTable("business").set({ created_at: knownSince }).where("id", "=", businessId).execute(),
  );
  const day = new Date();
  const rows = Array.from({ length: 6 }, () => {
    // The last day of the month before.
    day.setUTCDate(0);
    const figures = { grossCents: monthlyCents, refundsCents: 0, transactionCount: 900, closed: true };
    return { businessId: publicId("business", businessId), date: day.toISOString().slice(0, 10), ...figures };
  });
  const headers = { authorization: `Bearer ${await createSecretKey(platformId)}`, "idempotency-key": randomUUID() };
  const request = await requests.newContext();
  const answer = await request.post(`${apiUrl}/api/platform/v1/sales-days/batch`, { headers, data: { rows } });
  expect(await answer.json()).toMatchObject({ results: rows.map(() => ({ ok: true })) });
  await request.dispose();
}

/** A platform tells the sales of the days from one to another, all of them on the last. */
export async function reportDays({ platformId, businessId }: Tenant, from: string, to: string, salesCents: number) {
  const rows: object[] = [];
  for (const day = new Date(from); day.toISOString().slice(0, 10) <= to; day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10);
    const grossCents = date === to ? salesCents : 0;
    const figures = { grossCents, refundsCents: 0, transactionCount: 1, closed: true };
    rows.push({ businessId: publicId("business", businessId), date, ...figures });
  }
  const headers = { authorization: `Bearer ${await createSecretKey(platformId)}`, "idempotency-key": randomUUID() };
  const request = await requests.newContext();
  const answer = await request.post(`${apiUrl}/api/platform/v1/sales-days/batch`, { headers, data: { rows } });
  expect(await answer.json()).toMatchObject({ results: rows.map(() => ({ ok: true })) });
  await request.dispose();
}

/** A platform posts what it withheld of a card sale, or gave back with its refund. */
export async function postReceivable(
  { platformId }: Tenant,
  issuedProductId: string,
  sale: { transactionId: string; transactionTime: string; chargeAmountCents: number; reversalOf?: string },
): Promise<{ repaymentAmountCents: number; remainingAfterCents: number }> {
  const request = await requests.newContext();
  const url = `${apiUrl}/api/platform/v1/issued-products/${publicId("issuedProduct", issuedProductId)}/receivables`;
  const authorization = `Bearer ${await createSecretKey(platformId)}`;
  const headers = () => ({ authorization, "idempotency-key": randomUUID() });
  const tried = await request.post(`${url}?dryRun=true`, { headers: headers(), data: sale });
  const { repaymentAmountCents } = ((await tried.json()) as { result: { repaymentAmountCents: number } }).result;
  const answer = await request.post(url, { headers: headers(), data: { ...sale, repaymentAmountCents } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { remainingAfterCents } = (await answer.json()) as { remainingAfterCents: number };
  await request.dispose();
  return { repaymentAmountCents, remainingAfterCents };
}

/**
 * Lets the open offers of a business pay off a product that it has with us, a fifth of each offer. No product can be issued yet, so the
 * terms are written as sizing would write them.
 */
export const refinanceOwnProduct = (tenant: Tenant) =>
  inScope(pool, tenant, async (tx) => {
    const own = { refinancedIssuedProductId: randomUUID(), book: "CONCAR_SPV_1" };
    for (const offer of await tx.selectFrom("offer").select(["id", "terms", "amount_cents"]).execute()) {
      const terms = offer.terms as Record<string, unknown>;
      const principalCents = Math.floor(offer.amount_cents / 5);
      const owed = Math.floor(offer.amount_cents / 50);
      const refinancing =
        terms["productType"] === "TERM_LOAN"
          ? { existingDebts: [{ debtType: "KANMON_DEBT", ...own, principalCents, interestCents: owed }] }
          : { refinanced: { ...own, principalCents, feeCents: owed } };
      await tx
        .updateTable("offer")
        .set({ terms: JSON.stringify({ ...terms, ...refinancing }) })
        .where("id", "=", offer.id)
        .execute();
    }
  });

/** Lets a platform add its mark-up to offers. */
export const enableMarkup = (platformId: string) =>
  inScope(pool, { platformId, businessId: "whole platform" }, async (tx) =>
    saveSettings(tx, platformId, { ...(await settingsOf(tx, platformId)), markupEnabled: true }),
  );

/** Adds the same mark-up to all plans of the one application of a business, as its platform. Returns the fees with it. */
export async function submitMarkup(secretKey: string, businessId: string, feeMarkupPercentage: string) {
  const request = await requests.newContext({ extraHTTPHeaders: { authorization: `Bearer ${secretKey}` } });
  const url = `${apiUrl}/api/platform/v1/applications`;
  const read = async () => {
    const listed = await request.get(`${url}?businessId=${businessId}`);
    return ((await listed.json()) as { data: PartnerApplication[] }).data[0];
  };
  await expect.poll(async () => (await read())?.status, { timeout: 180_000 }).toBe("AWAITING_MARKUP");
  const application = await read();
  const plans = (application?.markup?.plans ?? []).map(({ planId }) => ({ planId, feeMarkupPercentage }));
  const headers = { "idempotency-key": randomUUID() };
  const answer = await request.put(`${url}/${application?.id}/markup`, { headers, data: { plans } });
  expect(answer.status(), await answer.text()).toBe(200);
  const marked = (await answer.json()) as PartnerApplication;
  await request.dispose();
  return (marked.markup?.plans ?? []).map(({ feePercentage }) => feePercentage);
}

/** Advances the clock of a business by whole days, and waits until everything that falls due in them is done. */
export async function advanceClock(request: APIRequestContext, { platformId, businessId }: Tenant, days: number) {
  const headers = { authorization: `Bearer ${await createSecretKey(platformId)}`, "idempotency-key": randomUUID() };
  const url = `${apiUrl}/api/platform/v1/sandbox/businesses/${publicId("business", businessId)}/clock`;
  const started = await request.post(`${url}/advance`, { headers, data: { days } });
  expect(started.status(), await started.text()).toBe(202);
  const isAdvancing = async () =>
    ((await (await request.get(url, { headers })).json()) as { advancingTo: string | null }).advancingTo !== null;
  await expect.poll(isAdvancing, { timeout: 180_000 }).toBe(false);
}

/** Signs in on our page with the emailed code. `address` is the page that is opened first. */
export async function signIn(page: Page, email: string, query = "", address = `${apiUrl}/${query}`): Promise<void> {
  isPageOf(page, email);
  await page.goto(address);
  const code = await waitForCode(page.request, email);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("6-digit code").fill(await code());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

export type Member = (
  method: "GET" | "POST",
  path: string,
  data?: object,
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** A staff member who has set up a TOTP device and signed in. */
export async function signInStaffMember(...roles: StaffRole[]): Promise<Member> {
  const request = await requests.newContext();
  const email = `${randomUUID()}@inlay.example`;
  const invitation = randomUUID();
  await seedStaff(pool, [{ id: randomUUID(), email, name: "Test", roles }], invitation);
  const ask: Member = async (method, path, data) => {
    const headers = { origin: consoleOrigin, ...(cookie && { cookie }) };
    const url = `${apiUrl}/api/staff/v1${path}`;
    const answer = await request.fetch(url, { method, headers, ...(data && { data }) });
    cookie ||= answer.headers()["set-cookie"]?.split(";")[0] ?? "";
    return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> };
  };
  let cookie = "";
  const askForCode = async () => {
    const code = await waitForCode(request, email);
    const { body } = await ask("POST", "/sign-in/code", { email });
    return { signInId: body["signInId"], code: await code() };
  };
  const { body: device } = await ask("POST", "/sign-in/enroll", { ...(await askForCode()), invitation });
  const totp = deviceOf(device["totpUri"]).generate();
  expect(await ask("POST", "/sign-in", { ...(await askForCode()), totp })).toMatchObject({ status: 200 });
  return ask;
}

const api = new URL(apiUrl);
const consoleOrigin = `${api.protocol}//${api.hostname}:${Number(api.port) + 4}`;
