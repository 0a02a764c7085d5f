import { randomBytes } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import type { ClosingLine } from "@inlay/contracts/staff/calls/closing.ts";
import type { ClosingCheck } from "@inlay/lending/applications/closing-checks.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type pg from "pg";
import { anOwnedBusiness, type OwnedBusiness } from "../banking/account-change.fixture.ts";
import { encryptable, type PartyAccount, preparePartyAccount } from "../banking/public.ts";
import { assignCapital } from "../capital/public.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { TestPlatform, TestServer } from "../http/server.fixture.ts";
import { offered } from "../offers/offered.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";

export const now = "2026-11-18T15:00:00Z";

type Tenant = { platformId: string; businessId: string };
type Wishes = { terms?: OfferTerms; amountCents?: number; state?: string; platform?: TestPlatform };
export type SignedLoan = OwnedBusiness & {
  applicationId: string;
  offerId: string;
  /** The path of its closing in the staff API. */
  path: string;
};

/** An application that everybody has signed, without the steps that led to it. Its checklist is open, and no check was made. */
export async function signedLoan(server: TestServer, wishes: Wishes = {}): Promise<SignedLoan> {
  const { admin } = server.database;
  const business = await anOwnedBusiness(server, now, wishes.platform ?? null);
  const { platformId, businessId } = business;
  const tenant = { platformId, businessId };
  await admin.query(
    `insert into app.business_owner (platform_id, business_id, user_id, is_primary, first_name, last_name, email)
     values ($1, $2, $3, true, 'Ana', 'Ortega', $4)`,
    [platformId, businessId, business.userId, business.primary],
  );
  const signed = await signedApplication(server.app, admin, tenant, business.primary, wishes);
  const { applicationId, offerId, amountCents } = signed;
  await recordEvent(server, tenant, { kind: "offer.accepted", body: { offerId, applicationId, amountCents } });
  await handleEvents(server, businessId);
  return {
    ...business,
    applicationId,
    offerId,
    path: `/businesses/${businessId}/applications/${applicationId}/closing`,
  };
}

/** The rows of an application whose agreement everybody has signed, and the reservation of its capital. It has no checklist. */
export async function signedApplication(
  app: AppContext,
  admin: pg.Pool,
  tenant: Tenant,
  signer: string,
  { terms = sampleOffer("TERM_LOAN", 5_000_000), amountCents = 5_000_000, state = "OH" }: Wishes = {},
): Promise<{ applicationId: string; offerId: string; amountCents: number }> {
  const { platformId, businessId } = tenant;
  const { application, offer } = await offered(admin, tenant, { terms, amountCents, state, isLocked: true });
  await inScope(app.pool, tenant, (tx) =>
    assignCapital(tx, {
      ...tenant,
      applicationId: application,
      product: terms.productType,
      state,
      industry: "44",
      amountCents,
    }),
  );
  await admin.query(
    `insert into app.signing (platform_id, business_id, reference, name, status, vendor_document_id, original_sha256, signed_sha256, places,
       kind, offer_id, amount_cents)
     values ($1, $2, $3, 'Agreement', 'COMPLETED', $3, $4, $5, '[]', 'AGREEMENT', $6, $7)`,
    [platformId, businessId, `agreement/${offer}`, randomBytes(32), randomBytes(32), offer, amountCents],
  );
  await admin.query(
    `insert into app.signing_signer (signing_id, signer_id, platform_id, business_id, first_name, last_name, email, signing_order, completed_at)
     select id, 'primary', platform_id, business_id, 'Ana', 'Ortega', $2, 1, now() from app.signing where offer_id = $1`,
    [offer, signer],
  );
  await admin.query(
    `update app.offer set status = 'ACCEPTED', selected_at = $2, chosen_amount_cents = $3, chosen_terms = terms where id = $1`,
    [offer, now, amountCents],
  );
  await admin.query(
    `update app.loan_application set status = 'CLOSE_LOAN', offer_step = 'OFFER_ACCEPTED',
       capital_provider_id = (select provider_id from app.capital_reservation where application_id = $1) where id = $1`,
    [application],
  );
  await admin.query(
    "update app.offer set capital_provider_id = (select capital_provider_id from app.loan_application where id = $2) where id = $1",
    [offer, application],
  );
  return { applicationId: application, offerId: offer, amountCents };
}

/** The terms of a loan of 50,000.00 that pays 12,500.00 to another lender, for the debt `other`. */
export const payingOffAnother = (): OfferTerms => {
  const terms = sampleOffer("TERM_LOAN", 5_000_000, true);
  if (terms.productType !== "TERM_LOAN") throw new Error("a term loan has its own terms");
  return { ...terms, existingDebts: terms.existingDebts.filter(({ debtType }) => debtType === "EXTERNAL_DEBT") };
};

/** The account of another lender, which is screened, and not verified yet. */
export async function creditorAccount({ app }: TestServer, { platformId, businessId, within }: SignedLoan) {
  const tenant = { platformId, businessId };
  const numbers = await encryptable(app, tenant, {
    accountNumber: new Secret("5544332211"),
    routingNumber: new Secret("021000021"),
  });
  const account: PartyAccount = {
    ...tenant,
    party: "CREDITOR",
    holderName: "Old Lender LLC",
    holder: "BUSINESS",
    name: "Payoffs",
    subtype: "checking",
    createdMethod: "PAYEE",
    enteredBy: null,
    platformBankAccountId: null,
    institutionName: null,
    metadata: {},
  };
  return within(
    await preparePartyAccount(app, account, numbers, { actor: { kind: "SYSTEM", id: null }, requestId: null }),
  );
}

export const reason = "seen the record";

/** Runs the checks and confirms what the data leaves open. */
export async function passChecks(by: TestMember, { path }: Pick<SignedLoan, "path">): Promise<void> {
  const { body } = await by.as("POST", `${path}/checks`);
  for (const { check, result } of body["checks"] as ClosingLine[])
    if (result === "OPEN") await by.as("POST", `${path}/confirmations`, { check, reason });
}

export const linesOf = async (by: TestMember, { path }: SignedLoan): Promise<Partial<Record<ClosingCheck, string>>> => {
  const { body } = await by.as("GET", path);
  return Object.fromEntries((body["checks"] as ClosingLine[]).map(({ check, result }) => [check, result]));
};

export const closers = async (server: TestServer): Promise<[TestMember, TestMember]> => [
  await signedInMember(server, ["UNDERWRITER", "OPERATIONS", "TREASURY"]),
  await signedInMember(server, ["UNDERWRITER", "OPERATIONS", "TREASURY"]),
];

/** Approves a request that somebody else made. */
export async function approve(by: TestMember, requestId: unknown) {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
}

/** Two people fund a loan whose checks they have passed. */
export async function fund([maker, checker]: [TestMember, TestMember], loan: SignedLoan) {
  await passChecks(maker, loan);
  const asked = await maker.as("POST", `${loan.path}/fund`, { reason });
  return approve(checker, asked.body["requestId"]);
}
