import type { IssuedProduct } from "@inlay/contracts/issued-product.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useProductWords } from "../products/product-screens.ts";
import { LoanStatusBadge } from "../products/servicing/loan-status.tsx";
import type { PageProps } from "../products/servicing/pages.ts";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { issuedProductsQuery } from "../shared/api/queries.ts";
import { useWords } from "../shared/language/words.ts";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { amountOf } from "./amount-of.ts";

/** Every product that the business has or had: those that run first, and the newest of them first. */
export function PriorLoans({ takesFocus }: PageProps<"PRIOR_LOANS">) {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(issuedProductsQuery(usePortalSession()));
  const products = data.toSorted(
    (a, b) =>
      Number(issuedProductLifecycle.isOver(a.loanStatus)) - Number(issuedProductLifecycle.isOver(b.loanStatus)) ||
      b.createdAt.localeCompare(a.createdAt),
  );
  const title = products.every(({ servicingData }) => isAdvance(servicingData.product))
    ? t`All advances`
    : t`All loans`;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <Heading takesFocus={takesFocus}>{title}</Heading>
      {products.length === 0 ? (
        <EmptyState title={t`No financing yet`}>
          <Trans>Your financing appears here as soon as it is set up.</Trans>
        </EmptyState>
      ) : (
        <ul className="grid items-start gap-4 lg:grid-cols-2 lg:gap-7">
          {products.map((product) => (
            <li key={product.id}>
              <PriorLoan product={product} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PriorLoan({ product }: { product: IssuedProduct }) {
  const { t } = useLingui();
  const { region, dollars } = useWords();
  const { open } = useServicing();
  const { id, servicingData, loanStatus, createdAt, closedAt } = product;
  const { name } = useProductWords()(servicingData.product);
  const day = new Intl.DateTimeFormat(region, { dateStyle: "medium" });
  return (
    <Card className="grid gap-4" aria-labelledby={`prior-${id}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={`prior-${id}`} className="type-subheader wrap-anywhere">
          {name}
        </h2>
        <LoanStatusBadge status={loanStatus} />
      </div>
      <FigureList
        rows={[
          { label: t`Amount`, value: dollars(amountOf(servicingData)) },
          { label: t`Opened`, value: day.format(new Date(createdAt)) },
          { label: t`Closed`, value: closedAt ? day.format(new Date(closedAt)) : "\u2013" },
        ]}
      />
      <div className="-my-2 flex flex-wrap gap-x-6">
        <Button variant="text" onClick={() => open({ page: "STATEMENTS", issuedProductId: id })}>
          <Trans>
            Statements<span className="sr-only"> of {name}</span>
          </Trans>
        </Button>
        <Button variant="text" onClick={() => open({ page: "AGREEMENTS", issuedProductId: id })}>
          <Trans>
            Agreements<span className="sr-only"> of {name}</span>
          </Trans>
        </Button>
      </div>
    </Card>
  );
}
