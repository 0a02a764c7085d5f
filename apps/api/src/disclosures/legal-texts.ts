import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type FormFamily, type RulePack, rulePacks } from "@inlay/lending/disclosures/rule-packs.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { type CounselReview, counselReviews } from "./counsel-reviews.ts";

/** A text that counsel must review before production uses it: the disclosures of a state, or the agreement of a product. */
export type LegalText = { name: string; sha256: string };

export const templateOf: Record<FormFamily, string> = {
  CLOSED_END: "disclosure-closed-end",
  OPEN_END: "disclosure-open-end",
  SALES_BASED: "disclosure-sales-based",
  COST_SUMMARY: "disclosure-cost-summary",
  SALES_BASED_SUMMARY: "disclosure-sales-based-summary",
};

/** The agreement set of each product. */
export const agreementTemplateOf: Record<ProductType, string> = {
  TERM_LOAN: "agreement-term-loan",
  LOC_TERM_LOAN: "agreement-line-of-credit",
  FAST_PAY: "agreement-invoice-financing",
  EXTEND_PAY_PURCHASE_ORDER: "agreement-payables-financing",
  MCA: "agreement-cash-advance",
  INTEGRATED_MCA: "agreement-integrated-cash-advance",
};

const templates = path.resolve(import.meta.dirname, "../documents/templates");

/** The letterhead is not part of the hash, because it has no words of its own. */
function hashOf(data: unknown, files: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(data));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(templates, `${file}.typ`)));
  return hash.digest("hex");
}

/** The hash of a state's rule pack and of the templates of all its forms. */
export const textOfPack = (pack: RulePack): LegalText => ({
  name: `disclosures of ${pack.state}`,
  sha256: hashOf(pack, ["disclosure", ...pack.forms.map(({ family }) => templateOf[family])]),
});

const agreementParts = ["agreement", "agreement-guaranty", "agreement-authorization", "agreement-terms"];
const filesOf = (product: ProductType): string[] => [
  ...agreementParts,
  ...(isAdvance(product) ? ["agreement-sales-share"] : []),
  agreementTemplateOf[product],
];

export const legalTexts = (): LegalText[] => [
  ...rulePacks.map(textOfPack),
  ...productTypes.map((product) => ({ name: `agreement of ${product}`, sha256: hashOf(null, filesOf(product)) })),
];

export const isReviewed = (text: LegalText, reviews: readonly CounselReview[] = counselReviews): boolean =>
  reviews.some((review) => review.text === text.name && review.sha256 === text.sha256);

/** Throws in production if counsel has not reviewed a text exactly as it is. The error names each with its hash. */
export function refuseUnreviewed(
  { isProduction }: { isProduction: boolean },
  reviews: readonly CounselReview[] = counselReviews,
): void {
  if (!isProduction) return;
  const unreviewed = legalTexts().filter((text) => !isReviewed(text, reviews));
  if (unreviewed.length === 0) return;
  const listed = unreviewed.map(({ name, sha256 }) => `  ${name}: ${sha256}`);
  throw new Error(["Production needs a review by counsel of these texts:", ...listed].join("\n"));
}
