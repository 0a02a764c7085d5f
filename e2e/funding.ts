import { type APIRequestContext, expect } from "@playwright/test";
import { publicId, uuidOf } from "../packages/contracts/src/ids.ts";
import type { AdditionalInput } from "../packages/lending/src/onboarding/steps.ts";
import { sandboxUrl } from "./addresses.ts";
import { chosenApplication, heldOrders, type Tenant } from "./rows.ts";
import { advanceClock, createPartnerObject, createSecretKey, type Member, signInStaffMember } from "./setup.ts";

type Line = { check: string; result: "PASSED" | "FAILED" | "OPEN" };

const reason = "seen the record";

const closerRoles = ["UNDERWRITER", "OPERATIONS", "TREASURY"] as const;

/** Two members of staff: whoever closes and funds a loan has one of these roles for each part of it. */
export const closers = (): Promise<[Member, Member]> =>
  Promise.all([signInStaffMember(...closerRoles), signInStaffMember(...closerRoles)]);

/** One person runs the checklist and confirms what the data leaves open, and requests the funding; another approves it. */
export async function fundLoan(
  [maker, checker]: [Member, Member],
  { businessId }: Tenant,
  applicationId: string,
): Promise<void> {
  const closing = `/businesses/${businessId}/applications/${applicationId}/closing`;
  const { body } = await maker("POST", `${closing}/checks`);
  for (const { check, result } of body["checks"] as Line[]) {
    expect(result, check).not.toBe("FAILED");
    if (result === "OPEN")
      expect(await maker("POST", `${closing}/confirmations`, { check, reason })).toMatchObject({ status: 200 });
  }
  const requested = await maker("POST", `${closing}/fund`, { reason });
  expect(requested, JSON.stringify(requested.body)).toMatchObject({ status: 202 });
  await approve(checker, requested.body["requestId"]);
}

/** One person requests more input from the owner while the offer is closed; another approves it. */
export async function requestInput(
  [maker, checker]: [Member, Member],
  { businessId }: Tenant,
  applicationId: string,
  subStep: AdditionalInput,
): Promise<void> {
  const path = `/businesses/${businessId}/applications/${applicationId}/closing/fail`;
  const requested = await maker("POST", path, { outcome: "REQUEST_INPUT", subStep, reason });
  expect(requested, JSON.stringify(requested.body)).toMatchObject({ status: 202 });
  await approve(checker, requested.body["requestId"]);
}

/** One person confirms that the owners who sign are changed; another approves it. */
export async function confirmSignerChange([maker, checker]: [Member, Member], { businessId }: Tenant, ownerId: string) {
  const path = `/businesses/${businessId}/owners/${ownerId}/signer-change`;
  const requested = await maker("POST", path, { outcome: "CONFIRM", reason });
  expect(requested, JSON.stringify(requested.body)).toMatchObject({ status: 202 });
  await approve(checker, requested.body["requestId"]);
}

async function approve(checker: Member, requestId: unknown): Promise<void> {
  const { payloadHash } = (await checker("GET", `/requests/${requestId}`)).body;
  const approved = await checker("POST", `/requests/${requestId}/approve`, { payloadHash, reason });
  expect(approved, JSON.stringify(approved.body)).toMatchObject({ status: 200 });
}

/** A first large payout to a new account is held. Two people release it. */
export async function releasePayout([maker, checker]: [Member, Member], tenant: Tenant): Promise<void> {
  await expect.poll(async () => (await heldOrders(tenant)).length, { message: "the payout is held" }).toBe(1);
  const [id] = await heldOrders(tenant);
  const path = `/businesses/${tenant.businessId}/payment-orders/${id}/release-unusual`;
  const { status, body } = await maker("POST", path, { reason });
  expect([200, 202], JSON.stringify(body)).toContain(status);
  if (body["requestId"]) await approve(checker, body["requestId"]);
}

/** Lets the days pass until a payout has left: the hold of a new account, and the hold of its first large payout. */
export async function sendPayout(request: APIRequestContext, staff: [Member, Member], tenant: Tenant): Promise<void> {
  await advanceClock(request, tenant, 7);
  await releasePayout(staff, tenant);
  await advanceClock(request, tenant, 3);
}

/** Requests that a product whose payout came back is funded again; another person approves it. */
export async function fundAgain([maker, checker]: [Member, Member], { businessId }: Tenant, issuedProductId: string) {
  const path = `/businesses/${businessId}/issued-products/${issuedProductId}/fund`;
  const requested = await maker("POST", path, { reason });
  expect(requested, JSON.stringify(requested.body)).toMatchObject({ status: 202 });
  await approve(checker, requested.body["requestId"]);
}

/**
 * Requests that a product enters default, with the check for military service; another person approves it. False while it is not past due for
 * long enough.
 */
export async function putInDefault(
  [maker, checker]: [Member, Member],
  { businessId }: Tenant,
  issuedProductId: string,
  scraCheckedOn: string,
): Promise<boolean> {
  const path = `/businesses/${businessId}/issued-products/${issuedProductId}/default`;
  const requested = await maker("POST", path, { scraCheckedOn, scraCertificate: "SCRA-1", reason });
  if (requested.body["code"] === "NOT_LONG_ENOUGH_PAST_DUE") return false;
  expect(requested, JSON.stringify(requested.body)).toMatchObject({ status: 200, body: { state: "PENDING" } });
  await approve(checker, requested.body["requestId"]);
  return true;
}

/** A lender whose debt the loan pays off: the account that its platform names is verified, and its letter is recorded. Returns the payoff. */
export async function recordPayoffLetter(
  request: APIRequestContext,
  maker: Member,
  tenant: Tenant,
  account: { holderName: string; accountNumber: string },
): Promise<number> {
  const { platformId, businessId } = tenant;
  const secretKey = await createSecretKey(platformId);
  const created = await createPartnerObject(request, secretKey, "bank-accounts", {
    businessId: publicId("business", businessId),
    party: "CREDITOR",
    name: "Payoffs",
    accountType: "CHECKING",
    routingNumber: "021000021",
    ...account,
  });
  const bankAccountId = uuidOf("bankAccount", created);
  const verify = `/businesses/${businessId}/bank-accounts/${bankAccountId}/verify`;
  expect(await maker("POST", verify, { outcome: "VERIFIED", reason })).toMatchObject({ status: 200 });
  const letters = `/businesses/${businessId}/applications/${await chosenApplication(tenant)}/closing/payoff-letters`;
  const { body } = await maker("GET", letters);
  const [debt, ...more] = body["payoffLetters"] as { existingDebtId: string; payoffCents: number }[];
  expect(more).toEqual([]);
  const { existingDebtId, payoffCents = 0 } = debt ?? {};
  const goodThrough = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const letter = { existingDebtId, amountCents: payoffCents, perDiemCents: 200, goodThrough, bankAccountId, reason };
  const recorded = await maker("POST", letters, letter);
  expect(recorded, JSON.stringify(recorded.body)).toMatchObject({ status: 200 });
  return payoffCents;
}

type Credit = { amountCents: number; last4: string };

/** The credits that the bank of the sandbox has accepted for a business, oldest first. */
export async function creditsOf(request: APIRequestContext, { businessId }: Tenant): Promise<Credit[]> {
  const answer = await request.get(`${sandboxUrl}/journal.json?${new URLSearchParams({ world: businessId })}`);
  const { entries } = (await answer.json()) as { entries: (Credit & { direction: string; account: string })[] };
  return entries
    .filter(({ direction }) => direction === "credit")
    .map(({ amountCents, account }) => ({ amountCents, last4: account.slice(-4) }));
}

export const payoutsOf = async (request: APIRequestContext, tenant: Tenant): Promise<number[]> =>
  (await creditsOf(request, tenant)).map(({ amountCents }) => amountCents);
