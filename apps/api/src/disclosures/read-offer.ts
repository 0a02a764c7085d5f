import { Refusal } from "@inlay/contracts/errors.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type { Tx } from "../db/scope.ts";
import { primaryOwnerOf } from "../people/public.ts";
import { settingsOf } from "../platforms/public.ts";
import type { ToDisclose } from "./render-disclosure.ts";

export type Address = Partial<Record<"addressLineOne" | "addressLineTwo" | "city" | "state" | "zipcode", string>>;

/** An address on one line. */
export const addressInOneLine = ({ addressLineOne, addressLineTwo, city, state, zipcode }: Address): string =>
  [addressLineOne, addressLineTwo, city, [state, zipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** What the form of an offer is made from, at the largest amount that is offered. */
export async function readOfferToDisclose(
  tx: Tx,
  { platformId, businessId, offerId }: { platformId: string; businessId: string; offerId: string },
): Promise<Omit<ToDisclose, "issuedAt">> {
  const row = await tx
    .selectFrom("offer as o")
    .innerJoin("business as b", "b.id", "o.business_id")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["o.terms", "o.amount_cents", "o.markup_percentage", "o.state", "s.taken_at", "b.name", "b.address"])
    .where("o.id", "=", offerId)
    .where("o.business_id", "=", businessId)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "offer" } });
  const terms = row.terms as OfferTerms;
  const settings = await settingsOf(tx, platformId);
  const owner = await primaryOwnerOf(tx, businessId);
  return {
    documentId: offerId,
    // An offer that is older than the column has no state, and no form applies to it.
    state: row.state ?? "",
    terms,
    amountCents: cents(Number(row.amount_cents)),
    markupPercentage: row.markup_percentage,
    // The figures are those of the day on which the facts were read, as the stored APR is.
    pricedOn: dateAt(row.taken_at),
    parties: {
      // A form names the lender of record, as the notices do, whatever name the platform's pages use.
      lender: {
        name: settings.lenderOfRecord.name,
        address: settings.lenderOfRecord.address,
        // The license is to make loans, which an advance is not.
        license: isAdvance(terms.productType) ? "" : settings.licenseLine,
        contact: settings.supportEmail,
      },
      business: { name: row.name ?? "", address: addressInOneLine((row.address ?? {}) as Address) },
      platform: settings.platformProgramName,
      signer: { id: "primary", name: [owner?.firstName, owner?.lastName].filter(Boolean).join(" ") },
    },
  };
}
