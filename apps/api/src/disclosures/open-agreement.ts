import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import type { Actor } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { followSigning, prepareOrder, primarySigner, signingsOfOffer } from "../documents/public.ts";
import { listCoOwners, primaryOwnerOf } from "../people/public.ts";
import type { Signer } from "../providers/e-sign/port.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { type AgreementAccount, agreementData } from "./agreement-data.ts";
import {
  attemptOf,
  type Choice,
  type ChosenOffer,
  isOpen,
  otherSignings,
  readChosenOffer,
  type Tenant,
  voidSignings,
} from "./chosen-offer.ts";
import { agreementTemplateOf } from "./legal-texts.ts";
import { askForLetters } from "./payoff-letters.ts";
import { readOfferToDisclose } from "./read-offer.ts";
import { type DocumentToSign, linkOf, type PreparedSigning, present } from "./sign-disclosure.ts";

/** The version of the templates of all agreements. Raised with every change of one. */
const agreementVersion = "2026-11-18.3";

/** Refuses whatever comes before the agreement: the other closing steps, a change of the signers, the payoff letters, and the disclosure. */
function refuseTooEarly({ next, isClosingOpen, awaitsLetters, awaitsSignerChange }: ChosenOffer): void {
  if (isClosingOpen) throw new Refusal("STEP_NOT_CURRENT");
  if (awaitsSignerChange) throw new Refusal("CO_SIGNER_CHANGE_PENDING");
  if (awaitsLetters) throw new Refusal("PAYOFF_LETTER_AWAITED");
  if (next === "DELIVER_DISCLOSURE") throw new Refusal("DISCLOSURE_NOT_DELIVERED");
  if (next === "SIGN_DISCLOSURE") throw new Refusal("DISCLOSURE_NOT_SIGNED");
}

const agreementsOf = ({ signings }: ChosenOffer) => signings.filter(({ kind }) => kind === "AGREEMENT");
const isOfAmount =
  ({ amountCents }: ChosenOffer) =>
  (one: { amountCents: number }): boolean =>
    one.amountCents === amountCents;

/** The account that the owner chose for payments. */
async function readAccount(tx: Tx, businessId: string): Promise<AgreementAccount | null> {
  const account = await tx
    .selectFrom("bank_account")
    .select(["institution_name", "account_name", "account_number_last4"])
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .where("removed_at", "is", null)
    .where("stopped_at", "is", null)
    .where(sql<boolean>`'SERVICING' = any (roles)`)
    .executeTakeFirst();
  if (!account) return null;
  return {
    institutionName: account.institution_name,
    accountName: account.account_name,
    accountNumberLast4: account.account_number_last4,
  };
}

async function readTinLast4(tx: Tx, businessId: string): Promise<string | null> {
  const ein = await tx
    .selectFrom("secret")
    .select("last4")
    .where("owner_id", "=", businessId)
    .where("field", "=", "EIN")
    .executeTakeFirst();
  return ein?.last4 ?? null;
}

/** Who signs: the primary owner first, then every co-owner. */
async function readSigners(tx: Tx, businessId: string): Promise<Signer[]> {
  const owner = await primaryOwnerOf(tx, businessId);
  if (!owner) throw new Error("an offer has a primary owner");
  return [
    { signerId: primarySigner, firstName: owner.firstName, lastName: owner.lastName, email: owner.email, order: 1 },
    ...(await listCoOwners(tx, businessId)).map(({ id, firstName, lastName, email }) => ({
      signerId: id,
      firstName,
      lastName,
      email,
      order: 2,
    })),
  ];
}

const isSame = (signers: readonly Signer[], others: readonly Signer[]): boolean =>
  JSON.stringify(signers) === JSON.stringify(others);

/** Renders and stores the agreement, or finds the link of the one that is open, and voids one of another amount. */
export async function prepareAgreement(app: AppContext, tenant: Tenant, choice: Choice): Promise<PreparedSigning> {
  const { chosen, offer, signers, account, tinLast4 } = await inScope(app.pool, tenant, async (tx) => ({
    chosen: await readChosenOffer(tx, tenant, choice, "not locked"),
    offer: await readOfferToDisclose(tx, { ...tenant, offerId: choice.offerId }),
    signers: await readSigners(tx, tenant.businessId),
    account: await readAccount(tx, tenant.businessId),
    tinLast4: await readTinLast4(tx, tenant.businessId),
  }));
  // A letter may have expired since it was recorded. The task outlives the refusal.
  if (chosen.isSelected && chosen.awaitsLetters)
    await inScope(app.pool, tenant, (tx) => askForLetters(tx, tenant, chosen.paidOff));
  refuseTooEarly(chosen);
  const agreements = agreementsOf(chosen);
  const open = agreements.find(isOpen);
  if (open && isOfAmount(chosen)(open)) return { link: await linkOf(app, tenant, open.id) };
  const { offerId, amountCents } = chosen;
  const issuedAt = new Date();
  const documentId = uuidv7();
  const document = await app.renderer.render({
    template: agreementTemplateOf[offer.terms.productType],
    language: "en",
    documentId,
    version: agreementVersion,
    issuedAt,
    data: agreementData(
      { ...offer, amountCents, documentId, issuedAt },
      signers.map(({ signerId, firstName, lastName }) => ({
        id: signerId,
        name: `${firstName} ${lastName}`,
        isPrimary: signerId === primarySigner,
      })),
      account,
      tinLast4,
    ),
  });
  const order = await prepareOrder(app, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    reference: `agreement/${offerId}/${attemptOf(agreements) + (open ? 1 : 0)}`,
    name: "Financing agreement",
    document,
    signers,
    subject: { kind: "AGREEMENT", offerId, amountCents, disclosureId: null },
  });
  await voidSignings(app, tenant, open ? [open] : [], "Another amount was chosen.");
  return { order };
}

/** Presents the agreement for signature. The database refuses it as well while its disclosure is not delivered and signed. */
export async function openAgreement(
  tx: Tx,
  tenant: Tenant,
  choice: Choice,
  prepared: PreparedSigning,
  by: Actor,
): Promise<DocumentToSign> {
  const chosen = await readChosenOffer(tx, tenant, choice, "locked");
  refuseTooEarly(chosen);
  const open = agreementsOf(chosen).find(isOpen);
  // An agreement of another amount was opened since the preparation.
  if (open && !isOfAmount(chosen)(open)) throw new Refusal("BUSY");
  // The owners were changed since the preparation.
  if ("order" in prepared && !isSame(prepared.order.signers, await readSigners(tx, tenant.businessId)))
    throw new Refusal("BUSY");
  return present(tx, open, prepared, by);
}

/** Asks the vendor about the agreement of an offer that is out for signature, and saves its state. */
export async function followAgreement(app: AppContext, tenant: Tenant, offerId: string): Promise<void> {
  const { platformId, businessId } = tenant;
  const signings = await inScope(app.pool, tenant, (tx) => signingsOfOffer(tx, offerId));
  for (const { id } of signings.filter((one) => one.kind === "AGREEMENT" && isOpen(one)))
    await followSigning(app, { platformId, businessId, id });
}

/** Voids what is out for signature when the offers of an application have ended. */
export async function voidEndedSignings(
  app: AppContext,
  {
    platformId,
    businessId,
    body,
  }: RecordedEvent<"application.declined" | "application.offers_expired" | "application.withdrawn">,
): Promise<(tx: Tx) => Promise<void>> {
  if (businessId) {
    const tenant = { platformId, businessId };
    const signings = await inScope(app.pool, tenant, (tx) => otherSignings(tx, body.applicationId, null));
    await voidSignings(app, tenant, signings, "The offer has ended.");
  }
  return async () => {};
}
