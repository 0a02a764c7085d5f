import { beforePeriod } from "@inlay/contracts/before-period.ts";
import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useProductWords } from "../../product-screens.ts";
import { LoanStatusBadge } from "../../servicing/loan-status.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { PayFromAccount } from "../../servicing/pay-from-account.tsx";
import { PayNow, PendingPayNow } from "../../servicing/pay-now.tsx";
import { ProductTitle } from "../../servicing/product-title.tsx";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useAccountWords, useDays, useMayPay } from "../../servicing/use-servicing-words.ts";
import { DrawStatus } from "./draw-status.tsx";
import { LimitInUse } from "./limit-in-use.tsx";
import { LineDetails } from "./line-details.tsx";
import { LineFigure, useDueLines, useFeeWords } from "./line-figure.tsx";
import { LineHealth } from "./line-health.tsx";
import { OverdueDraws } from "./overdue-draws.tsx";
import { useDrawNames, useLine, useReadAgain, useWhyNotDraw } from "./use-line.ts";

/** What the owner does on the page of a line. */
type View = "SUMMARY" | "PAY_NOW" | "OTHER_ACCOUNT";

/** The page of a line of credit. Its alert stands above it. */
export function LinePage({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const [{ view, hasReturned }, setView] = useState<{ view: View; hasReturned: boolean }>({
    view: "SUMMARY",
    hasReturned: false,
  });
  const line = useLine(issuedProductId);
  const readAgain = useReadAgain(issuedProductId);
  const dueLines = useDueLines(line);
  const { name } = useProductWords()("LOC_TERM_LOAN");
  const back = () => setView({ view: "SUMMARY", hasReturned: true });
  const open = (next: View) => () => setView({ view: next, hasReturned: true });
  const due = line.overdue && dueLines(line.overdue);
  if (view === "PAY_NOW") return <PayNow product={line} overdue={due} readAgain={readAgain} onBack={back} />;
  if (view === "OTHER_ACCOUNT") return <PayFromAccount product={line} readAgain={readAgain} onBack={back} />;
  return (
    <div className="grid gap-6">
      <ProductTitle name={name} takesFocus={takesFocus || hasReturned}>
        <LoanStatusBadge status={line.loanStatus} />
      </ProductTitle>
      {line.loanStatus === "CLOSED" && <Closed />}
      <ScheduledPayoffs line={line} />
      {line.payNowPending && <PendingPayNow product={line} pending={line.payNowPending} readAgain={readAgain} />}
      {line.overdue && due && (
        <OverdueDraws
          line={line}
          overdue={line.overdue}
          due={due}
          onPayNow={open("PAY_NOW")}
          onUseOtherAccount={open("OTHER_ACCOUNT")}
        />
      )}
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
        <div className="grid gap-6">
          <LimitInUse line={line} />
          <NextPayment line={line} />
          <ComingFees line={line} />
          <Draws line={line} />
        </div>
        <div className="grid gap-4">
          <LineDetails line={line} />
          <LineHealth line={line} />
        </div>
      </div>
      <DrawButton line={line} />
    </div>
  );
}

/** The payoffs of draws that have no outcome yet. */
function ScheduledPayoffs({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const nameOf = useDrawNames(line.today);
  const scheduled = line.draws.flatMap((draw) => {
    if (!draw.earlyPayoff) return [];
    const [name, amount, on] = [nameOf(draw), money(draw.earlyPayoff.amountCents), day(draw.earlyPayoff.effectiveDate)];
    return { id: draw.id, words: t`${name}: ${amount} is taken on ${on}.` };
  });
  if (scheduled.length === 0) return null;
  return (
    <Notice tone="info" title={t`Early payoff scheduled`}>
      {scheduled.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </Notice>
  );
}

function Closed() {
  const { t } = useLingui();
  return (
    <Notice tone="info" title={t`Closed`}>
      <p>
        <Trans>Nothing more can be drawn on this line. Its draws and payments stay here.</Trans>
      </p>
    </Notice>
  );
}

/** The next payment with the way to its draw, and what it frees of the limit. */
function NextPayment({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const { open } = useServicing();
  const account = useAccountWords()(line.account);
  const accountAtEnd = account && beforePeriod(account);
  const nameOf = useDrawNames(line.today);
  const { nextPayment, issuedProductId, draws, isAutoPaymentOn } = line;
  const draw = draws.find(({ id }) => id === nextPayment?.drawId);
  const payments = draws.flatMap((one) => one.payments);
  if (!nextPayment || !draw)
    return (
      <section className="grid gap-1 rounded-control bg-tint px-4.5 py-4">
        <h2 className="font-semibold">
          <Trans>Next payment</Trans>
        </h2>
        <p className="type-small">
          {payments.length === 0 ? (
            <Trans>None. Payments begin a month after a draw.</Trans>
          ) : (
            <Trans>No payment is to come.</Trans>
          )}
        </p>
      </section>
    );
  const name = nameOf(draw);
  const [dueDay, takenDay] = [day(nextPayment.dueOn), nextPayment.takenOn && day(nextPayment.takenOn)];
  const freed = money(nextPayment.principalCents);
  const when = () => {
    if (nextPayment.isOnItsWay) return t`Due ${dueDay}, being processed.`;
    if (!isAutoPaymentOn || !takenDay || !accountAtEnd) return t`Due ${dueDay}, with auto payment off.`;
    return takenDay === dueDay
      ? t`Due and taken ${dueDay} from ${accountAtEnd}.`
      : t`Due ${dueDay}, taken ${takenDay} from ${accountAtEnd}.`;
  };
  return (
    <section className="grid gap-1 rounded-control bg-tint px-4.5 py-4">
      <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        <Trans>Next payment</Trans>
        <LineFigure
          figure="nextPaymentCents"
          cents={nextPayment.amountCents}
          explanations={line.explanations}
          words={t`What is unpaid of this payment.`}
        />
      </h2>
      <p className="type-small">
        {when()} {t`It frees ${freed} of your limit.`}
      </p>
      <div>
        <Button variant="text" onClick={() => open({ page: "DRAW", issuedProductId, partId: draw.id })}>
          {name}
        </Button>
      </div>
    </section>
  );
}

/** The fees that are taken on a day to come. */
function ComingFees({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const feeWords = useFeeWords();
  const lines = line.fees.flatMap(({ feeType, takenOn, unpaidCents }) => {
    if (takenOn === null) return [];
    const [fee, amount, takenDay] = [feeWords[feeType], money(unpaidCents), day(takenOn)];
    return t`${fee}: ${amount}, taken ${takenDay}`;
  });
  if (lines.length === 0) return null;
  return (
    <ul className="-mt-4 grid gap-1">
      {lines.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fees of a day may be alike, and lines do not move.
        <li key={at} className="type-small">
          {words}
        </li>
      ))}
    </ul>
  );
}

const mostDraws = 3;

/** The newest draws that are not over. */
function Draws({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { plain } = useDays(line.today);
  const { open } = useServicing();
  const { issuedProductId, draws } = line;
  const running = draws.filter(({ state }) => state !== "CLOSED" && state !== "REJECTED");
  const detailOf = ({ amountCents, payments, waiting }: (typeof draws)[number]) => {
    const amount = money(amountCents);
    if (waiting) return t`${amount} on its way to you`;
    const [paid, all] = [payments.filter(({ isPaid }) => isPaid).length, payments.length];
    const next = payments.find(({ isPaid }) => !isPaid);
    const nextDay = next && plain(next.dueOn);
    return [
      t`${amount} drawn`,
      t`${paid} of ${plural(all, { one: "# payment", other: "# payments" })} made`,
      nextDay && t`next ${nextDay}`,
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <section className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="type-subheader">
          <Trans>Draws</Trans>
        </h2>
        {draws.length > 0 && (
          <Button variant="text" onClick={() => open({ page: "DRAW_HISTORY", issuedProductId })}>
            <Trans>Draw history</Trans>
          </Button>
        )}
      </div>
      {running.length === 0 && (
        <p className="text-ink-soft">
          <Trans>Nothing is drawn now.</Trans>
        </p>
      )}
      <ul className="grid divide-y divide-line">
        {running.slice(0, mostDraws).map((draw) => {
          const content = (
            <>
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
                  {plain(draw.requestedOn)}
                  <DrawStatus status={draw.detailsStatus} />
                </span>
                <span className="type-small block">{detailOf(draw)}</span>
              </span>
              {draw.opensDetails && (
                <span className="shrink-0 text-right">
                  <span className="block font-semibold tabular-nums">{money(draw.openPrincipalCents)}</span>
                  <span className="block text-tiny text-ink-soft">
                    <Trans>principal left</Trans>
                  </span>
                </span>
              )}
            </>
          );
          return (
            <li key={draw.id}>
              {draw.opensDetails ? (
                <button
                  type="button"
                  onClick={() => open({ page: "DRAW", issuedProductId, partId: draw.id })}
                  className="flex min-h-11 w-full cursor-pointer items-center gap-3 py-3.5 text-left hover:text-link"
                >
                  {content}
                  <span className="-rotate-90">
                    <ChevronIcon />
                  </span>
                </button>
              ) : (
                <div className="flex items-center gap-3 py-3.5">{content}</div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The one thing to do on the page. Where nothing can be drawn, it says why. */
function DrawButton({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const { open } = useServicing();
  const mayDraw = useMayPay();
  const whyNot = useWhyNotDraw()(line);
  if (!mayDraw) return null;
  return (
    <div className="action-bar grid sm:flex">
      <Button
        // To pay what is overdue comes first.
        variant={line.overdue ? "secondary" : "primary"}
        disabledReason={whyNot}
        onClick={() => open({ page: "DRAW_FUNDS", issuedProductId: line.issuedProductId })}
      >
        {t`Draw funds`}
      </Button>
    </div>
  );
}
