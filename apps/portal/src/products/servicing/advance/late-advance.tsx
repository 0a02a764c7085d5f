import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useOtherAccountWords } from "../pay-from-account.tsx";
import { useWhyNotPayNow } from "../pay-now.tsx";
import { arrangementsQuery } from "../payment-day.tsx";
import { useServicing } from "../use-servicing.ts";
import { useAccountWords, useDays, useFailureWords, useMayPay } from "../use-servicing-words.ts";
import { WaysOutList } from "../ways-out-list.tsx";
import { useDueLines } from "./advance-figure.tsx";

type Overdue = NonNullable<CashAdvanceServicing["overdue"]>;
type LateAdvanceProps = {
  advance: CashAdvanceServicing;
  overdue: Overdue;
  onPayNow: () => void;
  onAskTrueUp: () => void;
  onChooseRetryDay: () => void;
  onUseOtherAccount: () => void;
};

/** A share of sales that was not taken: why, what is open period by period, and the ways to put it right. */
export function LateAdvance({ advance, overdue, onPayNow, ...ways }: LateAdvanceProps) {
  const { t } = useLingui();
  const { day } = useDays(advance.today);
  const { money } = useOfferFormats();
  const { rows, total } = useDueLines(advance)(overdue);
  const failureWords = useFailureWords(advance.account?.name);
  const account = useAccountWords()(advance.account);
  const { failure, retryOn, isOnItsWay, lines, totalCents } = overdue;
  const dueDay = day(lines[0]?.paymentOn ?? advance.today);
  const retryDay = retryOn && day(retryOn);
  const amount = money(totalCents);
  const mayPay = useMayPay();
  const whyNot = useWhyNotPayNow()(advance.whyNotPayNow);
  const meanwhile = () => {
    if (advance.payNowPending) return null;
    if (isOnItsWay) return t`A payment is being processed.`;
    return retryDay && account ? t`We try ${account} again on ${retryDay}.` : t`We do not debit your account for this.`;
  };
  return (
    <div className="grid gap-6">
      <Notice
        tone="warning"
        title={failure ? t`Your payment of ${dueDay} did not go through` : t`Your payment of ${dueDay} is overdue`}
      >
        <p>{[failure && failureWords(failure.kind), meanwhile()].filter(Boolean).join(" ")}</p>
      </Notice>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
        <Card className="grid gap-4">
          <div>
            <p className="type-small">
              <Trans>To be up to date today</Trans>
            </p>
            {total("figure")}
          </div>
          <Receipt rows={[...rows, { label: t`Total`, value: total(), isTotal: true }]} />
          <p className="type-small">
            <Trans>There is no late fee.</Trans>
          </p>
        </Card>
        <WaysOut advance={advance} planned={retryDay} {...ways} />
      </div>
      {mayPay && (
        <div className="action-bar grid sm:flex">
          <Button onClick={onPayNow} disabledReason={whyNot}>
            {t`Pay ${amount} now`}
          </Button>
        </div>
      )}
    </div>
  );
}

type WaysOutProps = Omit<LateAdvanceProps, "overdue" | "onPayNow"> & { planned: string | null };

function WaysOut({ advance, planned, onAskTrueUp, onChooseRetryDay, onUseOtherAccount }: WaysOutProps) {
  const { t } = useLingui();
  const { day } = useDays(advance.today);
  const { roles } = useBusiness().business;
  const mayPay = useMayPay();
  const session = usePortalSession();
  const { data: payments } = useQuery({ ...arrangementsQuery(session, advance.issuedProductId), enabled: mayPay });
  const lastDay = payments?.find(({ retryDays }) => retryDays.length > 0)?.retryDays.at(-1)?.day;
  const until = lastDay && day(lastDay);
  const otherAccount = useOtherAccountWords(
    advance.issuedProductId,
    roles.includes("PRIMARY_OWNER") && advance.whyNotPayNow !== "PAY_NOW_NOTHING_DUE",
  );
  const retry = {
    name: t`Choose the day we try again`,
    detail: planned ? t`Planned: ${planned}. Any day until ${until}.` : t`Any day until ${until}.`,
    onPress: onChooseRetryDay,
  };
  const trueUp = {
    name: t`Ask for a true-up`,
    detail: t`If your sales were lower than what we asked for.`,
    onPress: onAskTrueUp,
  };
  return (
    <WaysOutList
      ways={[
        ...(until ? [retry] : []),
        ...(mayPay && advance.canRequestTrueUp && !advance.trueUpRequest ? [trueUp] : []),
        ...(otherAccount ? [{ name: t`Use another account`, detail: otherAccount, onPress: onUseOtherAccount }] : []),
      ]}
    />
  );
}

type BreachProps = { advance: CashAdvanceServicing; breach: NonNullable<CashAdvanceServicing["breach"]> };

/** The account can no longer be debited. Another must be authorized by a day, and the primary owner does that. */
export function Breach({ advance, breach }: BreachProps) {
  const { t } = useLingui();
  const { open } = useServicing();
  const { day } = useDays(advance.today);
  const { roles } = useBusiness().business;
  const lastDay = day(breach.cureBy);
  const isPrimary = roles.includes("PRIMARY_OWNER");
  return (
    <Notice tone="warning" title={t`We can no longer debit your account`}>
      <div className="grid gap-2">
        <p>
          {breach.isCurable
            ? t`Authorize an account by ${lastDay}. Until then nothing else happens.`
            : t`An account had to be authorized by ${lastDay}. Authorize one now: that still puts it right.`}
        </p>
        {isPrimary ? (
          <div>
            <Button variant="secondary" onClick={() => open({ page: "BANK_ACCOUNTS" })}>
              <Trans>Go to bank accounts</Trans>
            </Button>
          </div>
        ) : (
          <p>
            <Trans>The primary owner does this under Bank accounts.</Trans>
          </p>
        )}
      </div>
    </Notice>
  );
}
