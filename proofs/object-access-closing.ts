import { randomUUID } from "node:crypto";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import { issuedTerms } from "@inlay/lending/offers/issued-terms.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { openOffer, sendSignings, signOpen } from "../apps/api/src/disclosures/signing.fixture.ts";
import { orderPayout } from "../apps/api/src/funding/fund-loan.ts";
import { openFiling } from "../apps/api/src/funding/lien-filings.ts";
import { readLoan } from "../apps/api/src/funding/loan-to-close.ts";
import { payingOffAnother, signedApplication } from "../apps/api/src/funding/signed.fixture.ts";
import { issueProduct } from "../apps/api/src/products/public.ts";
import type { Maker } from "./object-access-objects.ts";

const dayMs = 86_400_000;

/**
 * What belongs to the closing of offers. The applications of the main business have ended and are revived by the requests about them, because
 * an offer that is being closed is shown before anything else.
 */
export async function closingObjects(maker: Maker) {
  const account = await loanAccount(maker);
  return {
    chosenApplication: await chosenApplication(maker),
    refinancing: await refinancingApplication(maker),
    creditorAccount: await creditorAccount(maker),
    // A business has one running application for a product, so the payout comes first.
    unpaidProduct: await unpaidProduct(maker, account),
    advanceToClose: await advanceToClose(maker),
    failedInquiry: await failedInquiry(maker),
  };
}

const end = ({ server }: Maker, applicationId: string) =>
  server.admin.query(
    `update app.loan_application set status = 'LOAN_APPLICATION_INCOMPLETE', offer_step = 'LOAN_APPLICATION_INCOMPLETE'
     where id = $1`,
    [applicationId],
  );

/** An application whose offer is chosen. Its agreement is signed by the primary owner and waits for the co-owners. */
async function chosenApplication(maker: Maker): Promise<string> {
  const { server, scope, asOwner } = maker;
  const { app, admin } = server;
  const { application, offer } = await openOffer(admin, scope, { state: "OH" });
  await asOwner(`/offers/${offer}/agreement`, { amountCents: null });
  await sendSignings(app, admin, scope, offer);
  await signOpen(app, admin, scope, offer, "AGREEMENT");
  await admin.query(
    `update app.offer set status = 'SELECTED', selected_at = now(), chosen_amount_cents = amount_cents, chosen_terms = terms
     where id = $1`,
    [offer],
  );
  await end(maker, application);
  return application;
}

/** The account that the advances of the other business are paid to and repaid from. */
async function loanAccount({ insert, other, word }: Maker): Promise<string> {
  const account = await insert("bank_account", {
    business_id: other,
    account_name: `${word} loan account`,
    account_number_last4: "4321",
    account_subtype: "checking",
    holder: "BUSINESS",
    created_method: "MANUAL",
    verification: "VERIFIED",
    roles: ["SERVICING", "DISBURSEMENT"],
    added_on: "2026-01-02",
    sanctions_clear_on: "2026-01-02",
  });
  await insert("ach_authorization", {
    business_id: other,
    bank_account_id: account,
    text_hash: Buffer.from("x"),
    text_version: "1",
  });
  return account;
}

const signerOf = ({ word }: Maker) => `signer@${word.toLowerCase()}.test`;

/** An application for a loan that pays off another lender, signed by everybody. */
async function refinancingApplication(maker: Maker): Promise<string> {
  const { server, scope } = maker;
  const terms = payingOffAnother();
  const { applicationId } = await signedApplication(server.app, server.admin, scope, signerOf(maker), { terms });
  await end(maker, applicationId);
  return applicationId;
}

const creditorAccount = ({ insert, word }: Maker): Promise<string> =>
  insert("bank_account", {
    party: "CREDITOR",
    holder_name: `${word} Old Lender LLC`,
    account_name: `${word} payoffs`,
    account_number_last4: "2211",
    account_subtype: "checking",
    holder: "BUSINESS",
    created_method: "PAYEE",
    verification: "VERIFIED",
    added_on: "2026-01-02",
  });

const signedAdvance = (maker: Maker) => {
  const { server, platformId, other } = maker;
  const terms = sampleOffer("INTEGRATED_MCA", 5_000_000);
  return signedApplication(server.app, server.admin, { platformId, businessId: other }, signerOf(maker), { terms });
};

/** An application of the other business that everybody has signed, with its checklist. */
async function advanceToClose(maker: Maker): Promise<string> {
  const { applicationId } = await signedAdvance(maker);
  const begunAt = new Date();
  await maker.insert("closing_checklist", {
    business_id: maker.other,
    application_id: applicationId,
    begun_at: begunAt,
    close_by: new Date(begunAt.getTime() + 14 * dayMs),
  });
  return applicationId;
}

/** A product of the other business whose payout came back, with its financing statement. */
async function unpaidProduct(maker: Maker, bankAccountId: string): Promise<string> {
  const { server, insert, platformId, other, memberId } = maker;
  const { app, admin } = server;
  const tenant = { platformId, businessId: other };
  const { applicationId } = await signedAdvance(maker);
  const now = new Date();
  const today = dateAt(now);
  const { issuedProductId, paymentOrderId } = await inScope(app.pool, tenant, async (tx) => {
    const loan = await readLoan(tx, tenant, applicationId);
    const issued = loan && issuedTerms(loan.terms, loan.amountCents, today);
    if (!loan || !issued || issued.kind === "LINE") throw new Error("a signed advance has a payout");
    const by = { actor: { kind: "STAFF", id: memberId } as const, requestId: randomUUID() };
    const issuedProductId = await issueProduct(tx, { ...loan, productType: loan.terms.productType, issued }, by);
    await openFiling(tx, loan, issuedProductId, today);
    const payout = { issuedProductId, attempt: 1, on: today, approvedBy: memberId };
    const { payoutCents } = issued;
    return { issuedProductId, paymentOrderId: await orderPayout(tx, loan, payout, { payoutCents, bankAccountId }, by) };
  });
  await admin.query(
    "update app.payment_order set status = 'FAILED_PAYMENT', return_code = 'R03', next_action_at = null where id = $1",
    [paymentOrderId],
  );
  await admin.query(
    "update app.loan_application set status = 'OPERATIONAL_LOAN', offer_step = 'ISSUED_PRODUCT_CREATED' where id = $1",
    [applicationId],
  );
  await insert("funding_return", {
    business_id: other,
    issued_product_id: issuedProductId,
    payment_order_id: paymentOrderId,
    returned_at: now,
    fund_by: new Date(now.getTime() + 14 * dayMs),
  });
  return issuedProductId;
}

/** The task about a co-owner of the other business whose identity verification failed. */
async function failedInquiry({ insert, other, word }: Maker): Promise<string> {
  const owner = await insert("business_owner", {
    business_id: other,
    first_name: word,
    last_name: "Unverified",
    email: `unverified@${word.toLowerCase()}.test`,
    is_primary: false,
    current_step: "START_FLOW",
    ownership_basis_points: 2_000,
  });
  const inquiry = await insert("identity_inquiry", {
    business_id: other,
    owner_id: owner,
    attempt: 1,
    vendor_inquiry_id: `inq_${word}`,
    status: "FAILED",
  });
  return insert("task", {
    business_id: other,
    kind: "IDENTITY_UNVERIFIED",
    subject_id: inquiry,
    due_at: new Date(),
  });
}
