import type { IssuedProduct, ServicingData } from "@inlay/contracts/issued-product.ts";
import { Card } from "@inlay/ui/card.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useProductWords } from "../products/product-screens.ts";
import { LoanStatusBadge } from "../products/servicing/loan-status.tsx";
import type { PageProps } from "../products/servicing/pages.ts";
import { issuedProductsQuery } from "../shared/api/queries.ts";
import { useWords } from "../shared/language/words.ts";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { SignedDocuments, type SignedDocumentsQuery, useSignedDocuments } from "./signed-documents.tsx";

type ProductCardProps = { product: IssuedProduct; documents: SignedDocumentsQuery };

/** One product: what it is, how large, since when, how it stands, what is to pay next, and what was signed. */
function ProductCard({ product, documents }: ProductCardProps) {
  const { t } = useLingui();
  const { region } = useWords();
  const { name } = useProductWords()(product.servicingData.product);
  const opened = new Intl.DateTimeFormat(region, { dateStyle: "medium" }).format(new Date(product.createdAt));
  return (
    <Card className="grid gap-5" aria-labelledby={`product-${product.id}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={`product-${product.id}`} className="type-subheader wrap-anywhere">
          {name}
        </h2>
        <LoanStatusBadge status={product.loanStatus} />
      </div>
      <FigureList rows={[...useFigures(product.servicingData), { label: t`Opened`, value: opened }]} />
      <SignedDocuments offerId={product.offerId} documents={documents} />
    </Card>
  );
}

/** The page of a product that has no page of its own kind. */
export function ProductCardPage({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const { data } = useSuspenseQuery(issuedProductsQuery(usePortalSession()));
  const productWords = useProductWords();
  const documents = useSignedDocuments();
  const product = data.find(({ id }) => id === issuedProductId);
  if (!product) throw new Error("The home page has a product that is not listed.");
  const { name } = productWords(product.servicingData.product);
  return (
    <div className="grid gap-6">
      <title>{name}</title>
      <Heading takesFocus={takesFocus}>{name}</Heading>
      <div className="max-w-160">
        <ProductCard product={product} documents={documents} />
      </div>
    </div>
  );
}

type Rows = { label: string; value: string }[];

/** The amount, what is left of it, and the next payment. An advance is repaid from sales, so it has no date. */
function useFigures(data: ServicingData): Rows {
  const { t } = useLingui();
  const { dollars, region } = useWords();
  // The long form of a date leaves no room for the label on a phone.
  const shortDate = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeZone: "UTC" });
  const next = (otherwise: string) => {
    const { nextPaymentDate, nextPaymentAmountCents } = data;
    const label = t`Next payment`;
    if (nextPaymentDate === null || nextPaymentAmountCents === null) return { label, value: otherwise };
    const [amount, date] = [dollars(nextPaymentAmountCents), shortDate.format(new Date(nextPaymentDate))];
    return { label, value: t`${amount} on ${date}` };
  };
  switch (data.product) {
    case "TERM_LOAN": {
      const { loanSummary, loanPaymentSchedule } = data.termLoanAmmortizationSchedule;
      // The due dates count from the day on which the money is sent.
      if (loanPaymentSchedule.length === 0)
        return [{ label: t`Loan amount`, value: dollars(data.loanAmountCents) }, next(t`Known once the money is sent`)];
      return [
        { label: t`Loan amount`, value: dollars(data.loanAmountCents) },
        { label: t`Remaining principal`, value: dollars(loanSummary.principalBalanceInCents) },
        next(t`None scheduled`),
      ];
    }
    case "LOC_TERM_LOAN":
      return [
        { label: t`Credit limit`, value: dollars(data.limitAmountCents) },
        { label: t`Remaining limit`, value: dollars(data.availableInCents) },
        next(t`None scheduled`),
      ];
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return [
        { label: t`Monthly credit limit`, value: dollars(data.monthlyLimitAmountCents) },
        { label: t`Remaining limit`, value: dollars(data.availableInCents) },
        next(t`None scheduled`),
      ];
    case "MCA":
    case "INTEGRATED_MCA":
      return [
        { label: t`Advance`, value: dollars(data.advanceAmountCents) },
        ...(data.advanceBalanceCents > 0
          ? [{ label: t`Advance balance remaining`, value: dollars(data.advanceBalanceCents) }]
          : []),
        next(t`A share of your sales`),
      ];
  }
}
