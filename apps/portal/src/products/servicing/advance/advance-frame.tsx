import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { issuedProductsQuery, servicingHomeQuery } from "../../../shared/api/queries.ts";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useProductWords } from "../../product-screens.ts";
import { LoanStatusBadge } from "../loan-status.tsx";
import { ProductTitle } from "../product-title.tsx";
import { useServicing } from "../use-servicing.ts";

/** Whether the money of an advance has not been sent yet. Until then it has no sales periods. */
export function useIsUnfunded(issuedProductId: string): boolean {
  const { data } = useSuspenseQuery(servicingHomeQuery(usePortalSession()));
  return data.products.find(({ id }) => id === issuedProductId)?.headline.kind === "ON_ITS_WAY";
}

type UnfundedProps = { issuedProductId: string; takesFocus: boolean; productType: ProductType };

export function UnfundedAdvance({ issuedProductId, takesFocus, productType }: UnfundedProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { name } = useProductWords()(productType);
  const { data: products } = useSuspenseQuery(issuedProductsQuery(usePortalSession()));
  const product = products.find(({ id }) => id === issuedProductId);
  const data = product?.servicingData;
  if (!product || (data?.product !== "MCA" && data?.product !== "INTEGRATED_MCA")) return null;
  return (
    <div className="grid gap-6">
      <ProductTitle name={name} takesFocus={takesFocus}>
        <LoanStatusBadge status={product.loanStatus} />
      </ProductTitle>
      <Card className="max-w-[52ch]">
        <FigureList
          rows={[
            { label: t`Original amount`, value: money(data.advanceAmountCents) },
            { label: t`Fee`, value: money(data.feeAmountCents) },
            { label: t`You receive`, value: money(data.netDisbursementAmountCents) },
            { label: t`Next payment`, value: t`Known once the money is sent` },
          ]}
        />
      </Card>
    </div>
  );
}

type AdvanceFrameProps = {
  advance: CashAdvanceServicing;
  takesFocus: boolean;
  /** What the owner is told first. */
  alerts?: ReactNode;
  main: ReactNode;
  beside: ReactNode;
};

/** The page of an advance: its name and status, what is to be said first, and two columns where there is room. */
export function AdvanceFrame({ advance, takesFocus, alerts, main, beside }: AdvanceFrameProps) {
  const { t } = useLingui();
  const { open } = useServicing();
  const { issuedProductId, productType, loanStatus } = advance;
  const { name } = useProductWords()(productType);
  return (
    <div className="grid gap-6">
      <ProductTitle name={name} takesFocus={takesFocus}>
        <LoanStatusBadge status={loanStatus} />
      </ProductTitle>
      {loanStatus === "DEFAULTED" && (
        <Notice tone="error" title={t`This advance is in default`}>
          <p>
            <Trans>Write to us to agree on how it goes on.</Trans>
          </p>
        </Notice>
      )}
      {alerts}
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
        <div className="grid gap-4">{main}</div>
        <div className="grid gap-4">{beside}</div>
      </div>
      <div>
        <Button variant="secondary" onClick={() => open({ page: "PAYMENT_HISTORY", issuedProductId })}>
          <Trans>Payment history</Trans>
        </Button>
      </div>
    </div>
  );
}
