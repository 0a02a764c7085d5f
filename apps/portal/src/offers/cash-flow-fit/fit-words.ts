import type { CashFlowFitAnswer } from "@inlay/contracts/calls/cash-flow-fit.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { useLingui } from "@lingui/react/macro";
import { useFitFormats } from "./fit-formats.ts";

export type Fit = Extract<CashFlowFitAnswer, { outcome: "FIT" }>;

/** The question that the page answers. */
export function useFitTitle(productType: ProductType): string {
  const { t } = useLingui();
  if (productType === "TERM_LOAN") return t`Would this loan have fit your cash flow?`;
  if (productType === "LOC_TERM_LOAN") return t`Would this draw have fit your cash flow?`;
  return t`Would this advance have fit your cash flow?`;
}

type FitWords = {
  /** What is paid. */
  about: string;
  /** The week in which least would have been left, and what it was. */
  leastIn: (week: string, was: string) => string;
};

/** The words of each product. Only an advance on sales has no payment that is known before. */
export function useFitWords({ productType, amountCents, aprPercentage, paymentCents }: Fit): FitWords {
  const { t } = useLingui();
  const { money, rate } = useFitFormats();
  const [amount, apr, payment] = [money(amountCents), rate(aprPercentage), money(paymentCents ?? 0)];
  const leastWithoutAdvance = (week: string, was: string) =>
    t`In the week of ${week}. It was ${was} without the advance.`;
  switch (productType) {
    case "TERM_LOAN":
      return {
        about: t`A loan of ${amount} with payments of ${payment} a month (APR ${apr}).`,
        leastIn: (week, was) => t`In the week of ${week}. It was ${was} without the loan.`,
      };
    case "LOC_TERM_LOAN":
      return {
        about: t`A draw of ${amount} with payments of ${payment} a month, the maintenance fee included (APR ${apr}).`,
        leastIn: (week, was) => t`In the week of ${week}. It was ${was} without the draw.`,
      };
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return {
        about: t`One advance of ${amount}, for which ${payment} is repaid (APR ${apr}).`,
        leastIn: leastWithoutAdvance,
      };
    case "MCA":
      return {
        about: t`An advance of ${amount} for a share of the card sales that you had (est. APR ${apr}).`,
        leastIn: leastWithoutAdvance,
      };
    case "INTEGRATED_MCA":
      return {
        about: t`An advance of ${amount} for a share of the sales that you had on the platform (est. APR ${apr}).`,
        leastIn: leastWithoutAdvance,
      };
  }
}
