import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type ChosenOffer,
  type DisclosureFigures,
  disclosureFigures,
} from "@inlay/lending/disclosures/disclosure-figures.ts";
import { disclosureForm } from "@inlay/lending/disclosures/rule-packs.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { AppContext } from "../context.ts";
import type { RenderedDocument } from "../providers/document-renderer/port.ts";
import { formData, type Parties } from "./form-data.ts";
import { isReviewed, templateOf, textOfPack } from "./legal-texts.ts";

export type ToDisclose = ChosenOffer & {
  /** Printed at the foot of the form. */
  documentId: string;
  issuedAt: Date;
  /** Whose law applies. */
  state: string;
  parties: Parties;
};

export type Disclosure = {
  formVersion: string;
  /** The hash of the rule pack and the templates that the form was made with. */
  formSha256: string;
  figures: DisclosureFigures;
  document: RenderedDocument;
};

/** The form that the state requires for an amount, with the hash of its text. Null: it requires none. */
export function formFor(state: string, product: ProductType, amountCents: Cents) {
  const form = disclosureForm(state, product, amountCents);
  if (!form) return null;
  const text = textOfPack(form.pack);
  return { ...form, text, version: `${form.pack.state} ${form.family} ${form.pack.version}` };
}

/** Renders the form that the state requires for an offer at the chosen amount. Null: it requires none. */
export async function renderDisclosure(
  app: Pick<AppContext, "config" | "renderer">,
  { documentId, issuedAt, state, parties, ...offer }: ToDisclose,
): Promise<Disclosure | null> {
  const figures = disclosureFigures(offer);
  const form = formFor(state, figures.productType, figures.amountCents);
  if (!form) return null;
  const { text, version } = form;
  if (app.config.isProduction && !isReviewed(text)) throw new Refusal("DISCLOSURE_NOT_REVIEWED");
  const document = await app.renderer.render({
    template: templateOf[form.family],
    language: "en",
    documentId,
    version,
    issuedAt,
    data: formData(form, figures, parties),
  });
  return { formVersion: version, formSha256: text.sha256, figures, document };
}
