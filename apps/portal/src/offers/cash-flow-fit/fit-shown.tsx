import { Card } from "@inlay/ui/card.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { LinePicture } from "@inlay/ui/figures/line-picture.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { DoneIcon } from "@inlay/ui/icons/done-icon.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useFitFormats } from "./fit-formats.ts";
import { FitColumns } from "./fit-loading.tsx";
import { type Fit, useFitWords } from "./fit-words.ts";

type FitShownProps = {
  fit: Fit;
  /** The figures of another amount are shown until those of this one are there. */
  isOutdated: boolean;
};

/** What is paid, the balances as a chart, and the answer beside it. */
export function FitShown({ fit, isOutdated }: FitShownProps) {
  const { about } = useFitWords(fit);
  return (
    <div aria-busy={isOutdated} className="grid grid-cols-1 gap-6">
      <p className="max-w-[60ch]">{about}</p>
      <FitColumns>
        <Balances fit={fit} />
        <Answer fit={fit} />
      </FitColumns>
    </div>
  );
}

function Balances({ fit }: { fit: Fit }) {
  const { t } = useLingui();
  const { money, whole, axis, day, fullDay, shortDay, month } = useFitFormats();
  const { weeks, worstWeek, from, to } = fit;
  const worst = weeks.findIndex(({ startsOn }) => startsOn === worstWeek.startsOn);
  const [monday, left] = [day(worstWeek.startsOn), whole(worstWeek.lowestWithPaymentsCents)];
  const [first, last] = [fullDay(from), fullDay(to)];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="type-subheader">
          <Trans>Lowest balance of each week</Trans>
        </h2>
        <p className="type-small">
          <Trans>
            {first} to {last}
          </Trans>
        </p>
      </div>
      <LinePicture
        label={t`The lowest balance of each week, as it was and with the payments. Least would have been left in the week of ${monday}: ${left}.`}
        points={weeks.map((week) => ({ before: week.lowestCents, after: week.lowestWithPaymentsCents }))}
        names={{ before: t`As it was`, after: t`With the payments`, between: t`Paid so far` }}
        format={axis}
        times={[0, 1, 2, 3, 4].map((part) => month(weeks[Math.round((part * (weeks.length - 1)) / 4)]?.startsOn ?? to))}
        named={{
          at: worst,
          title: t`Worst week, ${monday}`,
          detail: worstWeek.lowestWithPaymentsCents < 0 ? left : t`${left} left`,
        }}
      />
      <div className="grid grid-cols-1 gap-1">
        <p className="type-small">
          <Taken fit={fit} /> <Trans>We count neither the money itself nor what it would have earned you.</Trans>{" "}
          {fit.isRefinancing && (
            <Trans>Your balances still have the payments on the debts that the offer pays off.</Trans>
          )}
        </p>
        <TableOfChart
          toggle={t`Show as a table`}
          label={t`Lowest balance of each week`}
          columns={[
            { id: "week", label: t`Week of`, cell: ({ startsOn }) => shortDay(startsOn), isRowHeader: true },
            { id: "before", label: t`As it was`, cell: ({ lowestCents }) => money(lowestCents), isFigure: true },
            {
              id: "after",
              label: t`With the payments`,
              cell: (week) => money(week.lowestWithPaymentsCents),
              isFigure: true,
            },
          ]}
          rows={weeks}
          rowKey={({ startsOn }) => startsOn}
        />
      </div>
    </Card>
  );
}

/** What is taken out of the balances. */
function Taken({ fit: { paymentsCount, paidCents, isPaidOff, to } }: { fit: Fit }) {
  const { money, fullDay } = useFitFormats();
  const [total, last] = [money(paidCents), fullDay(to)];
  if (paymentsCount === 0)
    return <Trans>Nothing would have been taken, because we see no such sales in these months.</Trans>;
  return (
    <>
      <Plural
        value={paymentsCount}
        one={`We take the payment of ${total} out on its day and leave it out.`}
        other={`We take each of # payments out on its day and leave it out, ${total} in all.`}
      />{" "}
      {!isPaidOff && <Trans>More follow after {last}.</Trans>}
    </>
  );
}

function Answer({ fit }: { fit: Fit }) {
  const { parts, money, fullDay } = useFitFormats();
  const { leastIn } = useFitWords(fit);
  const { worstWeek, daysBelowZero: before, daysBelowZeroWithPayments: after } = fit;
  const [week, was] = [fullDay(worstWeek.startsOn), money(worstWeek.lowestCents)];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <p className="type-small">
          <Trans>Least you would have had</Trans>
        </p>
        <p>
          <Figure amount={parts(worstWeek.lowestWithPaymentsCents)} />
        </p>
        <p className="type-small">{leastIn(week, was)}</p>
      </div>
      <ul className="grid divide-y divide-line border-t border-line">
        <Finding
          isGood={after === 0}
          title={<Plural value={after} _0="No day below zero" one="# day below zero" other="# days below zero" />}
        >
          {after === 0 ? (
            <Trans>Every payment would have been covered.</Trans>
          ) : before === 0 ? (
            <Trans>Without the payments there was none.</Trans>
          ) : (
            <Plural
              value={before}
              one="Without the payments there was # such day."
              other="Without the payments there were # such days."
            />
          )}
        </Finding>
        <ClashFinding fit={fit} />
      </ul>
    </Card>
  );
}

function ClashFinding({ fit: { clashesCount, worstClash } }: { fit: Fit }) {
  const { money, day } = useFitFormats();
  if (!worstClash)
    return (
      <Finding isGood title={<Trans>No regular expense came up short</Trans>}>
        <Trans>
          After each payment enough would have been left for payroll, rent and other regular expenses around it.
        </Trans>
      </Finding>
    );
  const { outflowOn, outflowCents, paidOn, paymentCents, balanceCents } = worstClash;
  const [expense, expenseDay, payment, paymentDay] = [
    money(outflowCents),
    day(outflowOn),
    money(paymentCents),
    day(paidOn),
  ];
  const left = money(balanceCents);
  return (
    <Finding
      isGood={false}
      title={
        <Plural
          value={clashesCount}
          one="# regular expense close to a payment"
          other="# regular expenses close to a payment"
        />
      }
    >
      {balanceCents < 0 ? (
        <Trans>
          With {expense} on {expenseDay} and our payment of {payment} on {paymentDay} your balance would have been{" "}
          {left}.
        </Trans>
      ) : (
        <Trans>
          With {expense} on {expenseDay} and our payment of {payment} on {paymentDay} only {left} would have been left.
        </Trans>
      )}
    </Finding>
  );
}

/** One thing that was looked at. The mark repeats what the title says. */
function Finding({ isGood, title, children }: { isGood: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-3.5 last:pb-0">
      <span
        aria-hidden="true"
        className={`grid size-6 shrink-0 place-items-center rounded-pill font-bold ${isGood ? "bg-good-tint text-good" : "bg-warn-tint text-warn"}`}
      >
        {isGood ? <DoneIcon /> : "!"}
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="type-small">{children}</p>
      </div>
    </li>
  );
}
