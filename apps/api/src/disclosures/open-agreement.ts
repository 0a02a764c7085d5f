import { Refusal } from "@inlay/contracts/errors.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import type { Actor } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareOrder, primarySigner } from "../documents/public.ts";
import { listCoOwners, primaryOwnerOf } from "../people/public.ts";
import type { Signer } from "../providers/e-sign/port.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { agreementData } from "./agreement-data.ts";
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
import { readOfferToDisclose } from "./read-offer.ts";
import { renderInTime } from "./render-disclosure.ts";
import { type DocumentToSign, linkOf, type PreparedSigning, present } from "./sign-disclosure.ts";

/** The version of the agreement's template. Raised with every change of it. */
const agreementVersion = "2026-11-18.1";

/** Refuses whatever comes before the agreement. */
function refuseBeforeDisclosure({ next }: ChosenOffer): void {
  if (next === "DELIVER_DISCLOSURE") throw new Refusal("DISCLOSURE_NOT_DELIVERED");
  if (next === "SIGN_DISCLOSURE") throw new Refusal("DISCLOSURE_NOT_SIGNED");
}

const agreementsOf = ({ signings }: ChosenOffer) => signings.filter(({ kind }) => kind === "AGREEMENT");
const isOfAmount =
  ({ amountCents }: ChosenOffer) =>
  (one: { amountCents: number }): boolean =>
    one.amountCents === amountCents;

/** Renders and stores the agreement, or finds the link of the one that is open, and voids one of another amount. */
export async function prepareAgreement(app: AppContext, tenant: Tenant, choice: Choice): Promise<PreparedSigning> {
  const { chosen, offer, owner, coOwners } = await inScope(app.pool, tenant, async (tx) => ({
    chosen: await readChosenOffer(tx, tenant, choice, "not locked"),
    offer: await readOfferToDisclose(tx, { ...tenant, offerId: choice.offerId }),
    owner: await primaryOwnerOf(tx, tenant.businessId),
    coOwners: await listCoOwners(tx, tenant.businessId),
  }));
  refuseBeforeDisclosure(chosen);
  const agreements = agreementsOf(chosen);
  const open = agreements.find(isOpen);
  if (open && isOfAmount(chosen)(open)) return { link: await linkOf(app, tenant, open.id) };
  if (!owner) throw new Error("an offer has a primary owner");
  const { offerId, amountCents } = chosen;
  const signers: Signer[] = [
    { signerId: primarySigner, firstName: owner.firstName, lastName: owner.lastName, email: owner.email, order: 1 },
    ...coOwners.map(({ id, firstName, lastName, email }) => ({ signerId: id, firstName, lastName, email, order: 2 })),
  ];
  const issuedAt = new Date();
  const documentId = uuidv7();
  const document = await renderInTime(app, {
    template: "agreement",
    language: "en",
    documentId,
    version: agreementVersion,
    issuedAt,
    data: agreementData(
      { ...offer, amountCents, documentId, issuedAt },
      signers.map(({ signerId, firstName, lastName }) => ({
        id: signerId,
        name: `${firstName} ${lastName}`,
        role: `For the business, as ${signerId === primarySigner ? "its primary owner" : "an owner"}`,
      })),
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
  refuseBeforeDisclosure(chosen);
  const open = agreementsOf(chosen).find(isOpen);
  // An agreement of another amount was opened since the preparation.
  if (open && !isOfAmount(chosen)(open)) throw new Refusal("BUSY");
  return present(tx, open, prepared, by);
}

/** Voids what is out for signature when the offers of an application have ended. */
export async function voidEndedSignings(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"application.offers_expired" | "application.withdrawn">,
): Promise<(tx: Tx) => Promise<void>> {
  if (businessId) {
    const tenant = { platformId, businessId };
    const signings = await inScope(app.pool, tenant, (tx) => otherSignings(tx, body.applicationId, null));
    await voidSignings(app, tenant, signings, "The offer has ended.");
  }
  return async () => {};
}
