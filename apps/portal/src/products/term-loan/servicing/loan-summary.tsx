import type { LoanScheduleRow, TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ColumnPicture } from "@inlay/ui/figures/column-picture.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { issuedProductsQuery } from "../../../shared/api/queries.ts";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { useWords } from "../../../shared/language/words.ts";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useMonths, useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useProductWords } from "../../product-screens.ts";
import { ChartKey } from "../../servicing/chart-key.tsx";
import { LoanStatusBadge } from "../../servicing/loan-status.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { PayFromAccount } from "../../servicing/pay-from-account.tsx";
import { PayNow, PendingPayNow } from "../../servicing/pay-now.tsx";
import { PaymentDay } from "../../servicing/payment-day.tsx";
import { ProductTitle } from "../../servicing/product-title.tsx";
import { useServicing } from "../../servicing/use-servicing.ts";
import { explanationsIn, useAccountWords, useDays } from "../../servicing/use-servicing-words.ts";
import { LoanFigure, useDueLines } from "./loan-figure.tsx";
import { OverdueLoan } from "./overdue-loan.tsx";
import { RowStatus } from "./row-status.tsx";
import { ScheduledPayoff } from "./scheduled-payoff.tsx";
import { SplitPayment } from "./split-payment.tsx";
import { useDueWords, useReadAgain, useTermLoan } from "./use-term-loan.ts";

/** What the owner does on the page of a loan. */
type View = "SUMMARY" | "PAY_NOW" | "OTHER_ACCOUNT" | "SPLIT" | "RETRY_DAY" | "MOVE";

/** The page of a term loan. */
export function LoanSummary({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const { data: products } = useSuspenseQuery(issuedProductsQuery(usePortalSession()));
  const data = products.find(({ id }) => id === issuedProductId)?.servicingData;
  const isFunded = data?.product === "TERM_LOAN" && data.termLoanAmmortizationSchedule.loanPaymentSchedule.length > 0;
  const props = { issuedProductId, takesFocus };
  return isFunded ? <FundedLoan {...props} /> : <UnfundedLoan {...props} />;
}

/** A loan whose money has not been sent. Its due days count from the day on which it is. */
function UnfundedLoan({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { name } = useProductWords()("TERM_LOAN");
  const { data: products } = useSuspenseQuery(issuedProductsQuery(usePortalSession()));
  const product = products.find(({ id }) => id === issuedProductId);
  if (product?.servicingData.product !== "TERM_LOAN") return null;
  const { loanAmountCents, netDisbursementAmountCents } = product.servicingData;
  return (
    <div className="grid gap-6">
      <ProductTitle name={name} takesFocus={takesFocus}>
        <LoanStatusBadge status={product.loanStatus} />
      </ProductTitle>
      <Card className="max-w-[52ch]">
        <FigureList
          rows={[
            { label: t`Original amount`, value: money(loanAmountCents) },
            { label: t`You receive`, value: money(netDisbursementAmountCents) },
            { label: t`Next payment`, value: t`Known once the money is sent` },
          ]}
        />
      </Card>
    </div>
  );
}

function FundedLoan({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const [{ view, hasReturned }, setView] = useState<{ view: View; hasReturned: boolean }>({
    view: "SUMMARY",
    hasReturned: false,
  });
  const loan = useTermLoan(issuedProductId);
  const readAgain = useReadAgain(issuedProductId);
  const dueLines = useDueLines(loan);
  const { name } = useProductWords()("TERM_LOAN");
  const back = () => setView({ view: "SUMMARY", hasReturned: true });
  const open = (next: View) => () => setView({ view: next, hasReturned: true });
  if (view === "PAY_NOW") {
    const due = loan.overdue && dueLines(loan.overdue);
    return <PayNow product={loan} overdue={due} readAgain={readAgain} onBack={back} />;
  }
  if (view === "OTHER_ACCOUNT") return <PayFromAccount product={loan} readAgain={readAgain} onBack={back} />;
  if (view === "SPLIT") return <SplitPayment loan={loan} onBack={back} />;
  if (view === "RETRY_DAY" || view === "MOVE")
    return <PaymentDay product={loan} kind={view} readAgain={readAgain} onBack={back} />;
  return (
    <div className="grid gap-6">
      <ProductTitle name={name} takesFocus={takesFocus || hasReturned}>
        <LoanStatusBadge status={loan.loanStatus} />
      </ProductTitle>
      {loan.loanStatus === "DEFAULTED" && <Defaulted />}
      {loan.payNowPending && <PendingPayNow product={loan} pending={loan.payNowPending} readAgain={readAgain} />}
      {loan.overdue && (
        <OverdueLoan
          loan={loan}
          overdue={loan.overdue}
          onPayNow={open("PAY_NOW")}
          onChooseRetryDay={open("RETRY_DAY")}
          onSplit={open("SPLIT")}
          onUseOtherAccount={open("OTHER_ACCOUNT")}
        />
      )}
      {loan.payoff.scheduled && <ScheduledPayoff loan={loan} scheduled={loan.payoff.scheduled} />}
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
        <div className="grid gap-4">
          <Principal loan={loan} />
          <NextPayment loan={loan} onMove={open("MOVE")} />
        </div>
        <div className="grid gap-4">
          <Details loan={loan} />
          <RecentPayments loan={loan} />
        </div>
      </div>
      <Actions loan={loan} />
    </div>
  );
}

/** A loan in default. What is due can still be paid here. */
function Defaulted() {
  const { t } = useLingui();
  return (
    <Notice tone="error" title={t`This loan is in default`}>
      <p>
        <Trans>Your payments are more than 90 days late. You can still pay what is due here, or talk to us.</Trans>
      </p>
    </Notice>
  );
}

/** What is left of the loan, and each payment with its parts. Paid ones are faded. */
function Principal({ loan }: { loan: TermLoanServicing }) {
  const { t } = useLingui();
  const { shortDate, money } = useOfferFormats();
  const { month } = useDays(loan.today);
  const { schedule, explanations } = loan;
  const [paid, all] = [schedule.filter(({ status }) => status === "PAID").length, schedule.length];
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <p className="type-small">
            <Trans>Remaining principal</Trans>
          </p>
          <LoanFigure
            figure="remainingPrincipalCents"
            cents={loan.remainingPrincipalCents}
            explanations={explanations}
            size="figure"
            words={t`The original amount less the principal that your payments have repaid.`}
          />
        </div>
        <div className="sm:text-right">
          <p className="type-small">
            <Trans>Repaid so far</Trans>
          </p>
          <p className="text-subheader">
            <LoanFigure
              figure="repaidPrincipalCents"
              cents={loan.repaidPrincipalCents}
              explanations={explanations}
              words={t`The principal part of each payment that you have made.`}
            />
          </p>
        </div>
      </div>
      <div className="grid gap-2.5">
        <ColumnPicture
          label={t`Principal and interest of each payment. ${paid} of ${all} are paid.`}
          columns={schedule.map((row) => ({
            id: row.obligationId,
            label: month(row.originalDueOn),
            // The third color of the chart is that of a cost.
            values: [row.principalCents, 0, row.interestCents],
            isPast: row.status === "PAID",
          }))}
          hasAxis
        />
        <ul aria-hidden="true" className="type-small flex flex-wrap gap-x-4 gap-y-1">
          <ChartKey className="bg-chart-1">{t`Principal`}</ChartKey>
          <ChartKey className="bg-chart-2">{t`Interest`}</ChartKey>
          {paid > 0 && <ChartKey className="bg-chart-1 opacity-30">{t`Already paid`}</ChartKey>}
        </ul>
      </div>
      <div className="min-w-0 max-sm:text-tiny">
        <TableOfChart
          toggle={t`Show as a table`}
          label={t`All payments`}
          columns={[
            { id: "date", label: t`Date`, cell: ({ dueOn }: LoanScheduleRow) => shortDate(dueOn), isRowHeader: true },
            { id: "payment", label: t`Payment`, cell: ({ amountCents }) => money(amountCents), isFigure: true },
            {
              id: "principal",
              label: t`Principal`,
              cell: ({ principalCents }) => money(principalCents),
              isFigure: true,
            },
            { id: "interest", label: t`Interest`, cell: ({ interestCents }) => money(interestCents), isFigure: true },
          ]}
          rows={schedule}
          rowKey={({ obligationId }) => obligationId}
        />
      </div>
    </Card>
  );
}

/** The next payment: when it is due, when and from where it is taken. */
function NextPayment({ loan, onMove }: { loan: TermLoanServicing; onMove: () => void }) {
  const { t } = useLingui();
  const { day } = useDays(loan.today);
  const { business } = useBusiness();
  const { nextPayment, isAutoPaymentOn, explanations } = loan;
  const { feeWords } = useDueWords(loan.today);
  const { money } = useOfferFormats();
  const account = useAccountWords()(loan.account);
  const whenTaken = () => {
    if (!nextPayment) return null;
    const [dueDay, takenDay] = [day(nextPayment.dueOn), nextPayment.takenOn && day(nextPayment.takenOn)];
    if (nextPayment.isOnItsWay) return t`Due ${dueDay}, being processed`;
    if (!takenDay || !account) return t`Due ${dueDay}`;
    return takenDay === dueDay
      ? t`Due and taken ${dueDay} from ${account}`
      : t`Due ${dueDay}, taken ${takenDay} from ${account}`;
  };
  const movedFrom = () => {
    if (!nextPayment || nextPayment.originalDueOn === nextPayment.dueOn) return null;
    const signedDay = day(nextPayment.originalDueOn);
    return t`Moved from ${signedDay}.`;
  };
  const feeLines = loan.fees.flatMap(({ feeType, takenOn, unpaidCents }) => {
    if (takenOn === null) return [];
    const [fee, amount, takenDay] = [feeWords(feeType), money(unpaidCents), day(takenOn)];
    return t`${fee}: ${amount}, taken ${takenDay}`;
  });
  return (
    <Card className="grid gap-3">
      <h2 className="type-small">
        <Trans>Next payment</Trans>
      </h2>
      {nextPayment ? (
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-lead">
            <LoanFigure
              figure="nextPaymentCents"
              cents={nextPayment.amountCents}
              explanations={explanations}
              words={t`What is unpaid of this payment.`}
            />
          </span>
          <p className="type-small">
            {whenTaken()} {movedFrom()}
          </p>
        </div>
      ) : (
        <p>
          <Trans>No payment is to come.</Trans>
        </p>
      )}
      {feeLines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fees of a day may be alike, and lines do not move.
        <p key={at} className="type-small">
          {line}
        </p>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={isAutoPaymentOn ? "info" : "neutral"}>
          {isAutoPaymentOn ? t`Auto payment on` : t`Auto payment off`}
        </Badge>
        {loan.loanStatus === "CURRENT" && nextPayment && business.roles.includes("PRIMARY_OWNER") && (
          <Button variant="text" onClick={onMove}>
            <Trans>Move this payment</Trans>
          </Button>
        )}
      </div>
    </Card>
  );
}

function Details({ loan }: { loan: TermLoanServicing }) {
  const { t } = useLingui();
  const { money, percentage, share } = useOfferFormats();
  const months = useMonths();
  const { day } = useDays(loan.today);
  const { explanations, monthlyPaymentCents, monthlyRatePercentage } = loan;
  const [yearly, monthly] = [share(loan.interestRatePercentage), `${monthlyRatePercentage}%`];
  return (
    <Card className="grid gap-4">
      <h2 className="type-subheader">
        <Trans>Details</Trans>
      </h2>
      <FigureList
        rows={[
          { label: t`Original amount`, value: money(loan.loanAmountCents) },
          { label: t`Term`, value: months(loan.termMonths) },
          { label: t`Remaining term`, value: loan.remainingMonths === 0 ? "-" : months(loan.remainingMonths) },
          {
            label: t`Monthly payment`,
            value:
              monthlyPaymentCents === null ? (
                "-"
              ) : (
                <LoanFigure
                  figure="monthlyPaymentCents"
                  cents={monthlyPaymentCents}
                  explanations={explanations}
                  words={undefined}
                />
              ),
          },
          {
            label: t`Interest`,
            value: monthlyRatePercentage === null ? t`${yearly} / yr` : t`${monthly} / mo · ${yearly} / yr`,
          },
          {
            label: t`APR`,
            value: (
              <ExplainedFigure
                text={percentage(loan.aprPercentage)}
                figure="aprPercentage"
                explain={explanationsIn(explanations)}
              />
            ),
          },
          { label: t`Last payment`, value: day(loan.lastPaymentOn) },
        ]}
      />
    </Card>
  );
}

const mostRecent = 3;

function RecentPayments({ loan }: { loan: TermLoanServicing }) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const { open } = useServicing();
  const { issuedProductId } = loan;
  const recent = loan.schedule.filter(({ status }) => status === "PAID").toReversed();
  return (
    <Card className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="type-subheader">
          <Trans>Recent payments</Trans>
        </h2>
        <Button variant="text" onClick={() => open({ page: "PAYMENT_HISTORY", issuedProductId })}>
          <Trans>All</Trans>
        </Button>
      </div>
      <DataTable
        label={t`Recent payments`}
        columns={[
          {
            id: "date",
            label: t`Date`,
            cell: ({ takenOn, dueOn }: LoanScheduleRow) => shortDate(takenOn ?? dueOn),
            isRowHeader: true,
          },
          { id: "status", label: t`Status`, cell: ({ status }) => <RowStatus status={status} /> },
          { id: "payment", label: t`Payment`, cell: ({ paid }) => money(paid.amountCents), isFigure: true },
        ]}
        rows={recent.slice(0, mostRecent)}
        rowKey={({ obligationId }) => obligationId}
        empty={
          <p className="text-ink-soft">
            <Trans>There are no payments yet.</Trans>
          </p>
        }
      />
    </Card>
  );
}

/** The ways on. No button is filled, because nothing is asked of the owner here. */
function Actions({ loan }: { loan: TermLoanServicing }) {
  const { t } = useLingui();
  const { dollars } = useWords();
  const { open } = useServicing();
  const { business } = useBusiness();
  const { day } = useDays(loan.today);
  const { issuedProductId, payoff, loanStatus } = loan;
  const canPayOff =
    business.roles.includes("PRIMARY_OWNER") &&
    (loanStatus === "CURRENT" || loanStatus === "LATE") &&
    payoff.scheduled === null;
  const { first } = payoff;
  const [firstDay, saved] = [first && day(first.effectiveDate), first && dollars(first.savedCents)];
  return (
    <div className="flex flex-wrap items-center gap-3">
      {canPayOff && (
        <Button variant="secondary" onClick={() => open({ page: "PAYOFF", issuedProductId })}>
          <Trans>Pay off loan</Trans>
        </Button>
      )}
      <Button variant="secondary" onClick={() => open({ page: "PAYMENT_HISTORY", issuedProductId })}>
        <Trans>Payment history</Trans>
      </Button>
      {canPayOff && first && first.savedCents > 0 && (
        <p className="type-small sm:ml-auto">{t`Paying off on ${firstDay} saves ${saved} of interest`}</p>
      )}
    </div>
  );
}
