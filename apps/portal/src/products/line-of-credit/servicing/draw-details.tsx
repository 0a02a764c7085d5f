import type { ServicedDrawPayment } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { useLingui } from "@lingui/react/macro";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { ProductTitle } from "../../servicing/product-title.tsx";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { DrawPaymentStatus, DrawStatus } from "./draw-status.tsx";
import { LineFigure } from "./line-figure.tsx";
import { RowPages, useRowPages } from "./row-pages.tsx";
import { useDrawNames, useLine } from "./use-line.ts";

/** One draw: what is left of it, its price, and its payments. */
export function DrawDetails({ issuedProductId, partId, takesFocus }: PageProps<"DRAW">) {
  const { t } = useLingui();
  const { money, shortDate, percentage } = useOfferFormats();
  const line = useLine(issuedProductId);
  const { business } = useBusiness();
  const { open } = useServicing();
  const nameOf = useDrawNames(line.today);
  const { day } = useDays(line.today);
  const draw = line.draws.find(({ id, opensDetails }) => id === partId && opensDetails);
  const pages = useRowPages(draw?.payments ?? []);
  if (!draw)
    return (
      <div className="grid gap-6">
        <title>{t`Draw details`}</title>
        <Heading takesFocus={takesFocus}>{t`Draw details`}</Heading>
        <EmptyState title={t`This draw has no payments to show.`} />
      </div>
    );
  const { payments, amountCents, openPrincipalCents, aprPercentage, earlyPayoff } = draw;
  const paid = payments.filter(({ isPaid }) => isPaid).length;
  const next = payments.find(({ isPaid }) => !isPaid);
  const [made, all, drawn] = [paid, payments.length, money(amountCents)];
  const [nextAmount, nextDay] = next ? [money(next.unpaidCents), day(next.dueOn)] : ["", ""];
  const [payoffAmount, payoffDay] = earlyPayoff
    ? [money(earlyPayoff.amountCents), day(earlyPayoff.effectiveDate)]
    : ["", ""];
  const isFlatCharge = line.monthlyRatePercentage === null;
  return (
    <div className="grid gap-6">
      <ProductTitle name={nameOf(draw)} takesFocus={takesFocus}>
        <DrawStatus status={draw.detailsStatus} />
      </ProductTitle>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] min-[56.25rem]:gap-7">
        <Card className="grid gap-4">
          <div className="grid gap-2">
            <div>
              <p className="type-small">{t`Principal left`}</p>
              <LineFigure
                figure={`openPrincipalCents ${draw.id}`}
                cents={openPrincipalCents}
                explanations={line.explanations}
                size="figure"
                words={t`The amount of the draw less the principal that your payments have repaid.`}
              />
            </div>
            <Meter share={amountCents > 0 ? (amountCents - openPrincipalCents) / amountCents : 0} />
            <p className="text-tiny text-ink-soft">{t`${made} of ${all} payments made`}</p>
          </div>
          <FigureList
            rows={[
              { label: t`Draw amount`, value: drawn },
              { label: t`Draw fee`, value: money(draw.feeCents) },
              { label: t`You received`, value: money(draw.receivedCents) },
              { label: t`APR`, value: aprPercentage === null ? "-" : percentage(aprPercentage) },
              { label: t`Requested on`, value: day(draw.requestedOn) },
              ...(earlyPayoff ? [{ label: t`Payoff scheduled`, value: t`${payoffAmount} on ${payoffDay}` }] : []),
              { label: t`Next payment`, value: next ? t`${nextAmount} on ${nextDay}` : "-" },
            ]}
          />
        </Card>
        <Card className="grid gap-4">
          <h2 className="type-subheader">{t`Payments`}</h2>
          <div className="min-w-0">
            <DataTable
              isListOnPhone
              label={t`Payments of the draw`}
              columns={[
                {
                  id: "date",
                  label: t`Date`,
                  cell: ({ dueOn }: ServicedDrawPayment) => shortDate(dueOn),
                  isRowHeader: true,
                },
                {
                  id: "principal",
                  label: t`Principal`,
                  cell: ({ principalCents }) => money(principalCents),
                  isFigure: true,
                },
                {
                  id: "interest",
                  label: isFlatCharge ? t`Flat charge` : t`Interest`,
                  cell: ({ interestCents }) => money(interestCents),
                  isFigure: true,
                },
                { id: "payment", label: t`Payment`, cell: (row) => money(row.amountCents), isFigure: true },
                { id: "status", label: t`Status`, cell: ({ drawStatus }) => <DrawPaymentStatus status={drawStatus} /> },
              ]}
              rows={pages.rows}
              rowKey={({ obligationId }) => obligationId}
            />
          </div>
          <RowPages {...pages} label={t`Pages of payments`} />
        </Card>
      </div>
      {next && business.roles.includes("PRIMARY_OWNER") && (
        <div>
          <Button variant="secondary" onClick={() => open({ page: "DRAW_PAYOFF", issuedProductId, partId: draw.id })}>
            {t`Pay off draw`}
          </Button>
        </div>
      )}
    </div>
  );
}
