import type { HomeProduct, ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../products/offers/use-offer-formats.ts";
import { useProductWords } from "../products/product-screens.ts";
import { LoanStatusBadge } from "../products/servicing/loan-status.tsx";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { HomeFigure } from "./home-figure.tsx";
import { PaymentAmount } from "./payment-amount.tsx";
import { ProductAlert } from "./product-alert.tsx";
import { useNearDay } from "./use-near-day.ts";

type HomeCardProps = { product: HomeProduct } & Pick<ServicingHome, "today" | "explanations">;

/** One product: one figure, one bar, one next payment. */
export function HomeCard({ product, today, explanations }: HomeCardProps) {
  const { t } = useLingui();
  const { open } = useServicing();
  const near = useNearDay(today);
  const { name } = useProductWords()(product.productType);
  const { id, headline, progress, loanStatus, createdAt } = product;
  const headlineWords = {
    REMAINING_PRINCIPAL: t`Remaining principal`,
    REMAINING_LIMIT: t`Remaining limit`,
    ADVANCE_BALANCE: t`Advance balance remaining`,
    ON_ITS_WAY: t`On its way to you`,
  };
  const headlineDerivation = {
    REMAINING_PRINCIPAL: {
      words: t`The amount of the loan, less what you have repaid of it.`,
      from: t`Original amount`,
    },
    REMAINING_LIMIT: { words: t`Your limit, less what is in use.`, from: t`Credit limit` },
    ADVANCE_BALANCE: { words: t`The advance with its fee, less what has been delivered.`, from: t`Total` },
    ON_ITS_WAY: { words: null, from: null },
  }[headline.kind];
  const opened = near.day(createdAt.slice(0, 10));
  return (
    <Card className="flex flex-col gap-4" aria-labelledby={`product-${id}`}>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={`product-${id}`} className="type-subheader wrap-anywhere">
            {name}
          </h2>
          <LoanStatusBadge status={loanStatus} />
        </div>
        <p className="type-small">
          <Trans>Opened {opened}</Trans>
        </p>
      </div>
      <div className="grid gap-2">
        <p className="type-small">{headlineWords[headline.kind]}</p>
        <HomeFigure
          figure={`headline/${id}`}
          cents={headline.amountCents}
          explanations={explanations}
          size="default"
          words={headlineDerivation.words}
          names={{ fromCents: headlineDerivation.from }}
        />
        {progress && (
          <>
            <Meter share={progress.wholeCents > 0 ? progress.doneCents / progress.wholeCents : 0} />
            <p className="text-tiny text-ink-soft">
              <Progress {...progress} />
            </p>
          </>
        )}
      </div>
      <ProductAlert product={product} />
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 border-t border-line pt-4">
        <div className="grid">
          <p className="text-tiny text-ink-soft">
            <Trans>Next payment</Trans>
          </p>
          <p className="font-semibold tabular-nums">
            <NextPayment product={product} explanations={explanations} day={near.day} />
          </p>
        </div>
        <Button
          variant="text"
          aria-label={t`Open ${name}`}
          onClick={() => open({ page: "PRODUCT", issuedProductId: id })}
        >
          <Trans>Open</Trans>
        </Button>
      </div>
    </Card>
  );
}

function Progress({ kind, doneCents, wholeCents }: NonNullable<HomeProduct["progress"]>) {
  const { money } = useOfferFormats();
  const [done, whole] = [money(doneCents), money(wholeCents)];
  switch (kind) {
    case "REPAID":
      return (
        <Trans>
          {done} of {whole} repaid
        </Trans>
      );
    case "IN_USE":
      return (
        <Trans>
          {done} of {whole} in use
        </Trans>
      );
    case "DELIVERED":
      return (
        <Trans>
          {done} of {whole} delivered
        </Trans>
      );
  }
}

type NextPaymentProps = {
  product: HomeProduct;
  explanations: ServicingHome["explanations"];
  day: (day: string) => string;
};

function NextPayment({ product: { id, nextPayment, headline, productType }, explanations, day }: NextPaymentProps) {
  if (productType === "INTEGRATED_MCA") return <Trans>A share of each card sale</Trans>;
  if (!nextPayment) {
    if (headline.kind === "ON_ITS_WAY") return <Trans>Known once the money is sent</Trans>;
    return productType === "MCA" ? <Trans>A share of your sales</Trans> : <Trans>None scheduled</Trans>;
  }
  const when = day(nextPayment.dueDate);
  if (nextPayment.amountCents === null) return <Trans>A share of your sales · {when}</Trans>;
  const amount = <PaymentAmount payment={nextPayment} figure={`next/${id}`} explanations={explanations} />;
  return nextPayment.isEstimated ? (
    <Trans>
      Est. {amount} · {when}
    </Trans>
  ) : (
    <>
      {amount} · {when}
    </>
  );
}
