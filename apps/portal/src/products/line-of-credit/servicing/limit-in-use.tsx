import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { StackedBar } from "@inlay/ui/figures/stacked-bar.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { LineFigure } from "./line-figure.tsx";
import { useDrawNames } from "./use-line.ts";

/** Draws that are a part of the bar of their own. The others are one part, because a bar has at most five. */
const mostParts = 3;

/** The remaining limit, and the limit by draw with the part that the next payment frees. */
export function LimitInUse({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { plain } = useDays(line.today);
  const nameOf = useDrawNames(line.today);
  const { limitCents, availableCents, reservedPrincipalCents, openPrincipalCents, nextPayment, explanations } = line;
  const limit = money(limitCents);
  const freedOn = (drawId: string) => (nextPayment?.drawId === drawId ? nextPayment.principalCents : 0);
  const open = line.draws.filter((draw) => draw.openPrincipalCents > 0);
  const shown = open.slice(0, open.length > mostParts ? mostParts - 1 : mostParts);
  const others = open.slice(shown.length);
  const nextDay = nextPayment && plain(nextPayment.dueOn);
  const restOf = (draws: typeof open) =>
    draws.reduce((sum, { id, openPrincipalCents: cents }) => sum + cents - freedOn(id), 0);
  const parts = [
    ...shown.map((draw) => ({ label: nameOf(draw), value: restOf([draw]) })),
    { label: t`Other draws`, value: restOf(others) },
    { label: nextDay ? t`Freed by the payment of ${nextDay}` : "", value: nextPayment?.principalCents ?? 0 },
    { label: t`On its way to you`, value: reservedPrincipalCents },
  ]
    .filter(({ value }) => value > 0)
    .map((part) => ({ ...part, text: money(part.value) }));
  const free = { label: t`Free`, value: availableCents, text: money(availableCents) };
  const used = money(openPrincipalCents + reservedPrincipalCents);
  const rows = [
    ...open.map((draw) => ({
      id: draw.id,
      label: nameOf(draw),
      cents: draw.openPrincipalCents,
      next: freedOn(draw.id) > 0 && nextDay ? nextDay : "-",
    })),
    ...(reservedPrincipalCents > 0
      ? [{ id: "RESERVED", label: t`On its way to you`, cents: reservedPrincipalCents, next: "-" }]
      : []),
    { id: "FREE", label: t`Free`, cents: availableCents, next: "-" },
  ];
  return (
    <section className="grid gap-3">
      <div>
        <h2 className="type-small">
          <Trans>Remaining limit</Trans>
        </h2>
        <LineFigure
          figure="availableCents"
          cents={availableCents}
          explanations={explanations}
          size="figure"
          words={t`Your limit less what is drawn and not repaid, and less draws on their way to you.`}
        />
        <p className="type-small">{t`of a credit limit of ${limit}`}</p>
      </div>
      <StackedBar label={t`${used} of ${limit} in use`} parts={parts} rest={free} />
      <div className="min-w-0 max-sm:text-tiny">
        <TableOfChart
          toggle={t`Show as a table`}
          label={t`The limit by draw`}
          columns={[
            { id: "draw", label: t`Draw`, cell: ({ label }) => label, isRowHeader: true },
            { id: "next", label: t`Next payment`, cell: ({ next }) => next },
            { id: "amount", label: t`Amount`, cell: ({ cents }) => money(cents), isFigure: true },
          ]}
          rows={rows}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  );
}
