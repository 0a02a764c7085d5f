import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useBusiness } from "../../../shared/business/business-context.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { type DueLines, useWhyNotPayNow } from "../../servicing/pay-now.tsx";
import { useAccountWords, useDays, useFailureWords, useMayPay } from "../../servicing/use-servicing-words.ts";
import { WaysOutList } from "../../servicing/ways-out-list.tsx";

type OverdueDrawsProps = {
  line: LineOfCreditServicing;
  overdue: NonNullable<LineOfCreditServicing["overdue"]>;
  due: DueLines;
  onPayNow: () => void;
  onUseOtherAccount: () => void;
};

/** What happened to the payments of draws, what is owed line by line, the ways to put it right, and what happens meanwhile. */
export function OverdueDraws({ line, overdue, due, onPayNow, onUseOtherAccount }: OverdueDrawsProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const { business } = useBusiness();
  const mayPay = useMayPay();
  const account = useAccountWords()(line.account);
  const failureWords = useFailureWords(line.account?.name);
  const whyNot = useWhyNotPayNow()(line.whyNotPayNow);
  const amount = money(overdue.totalCents);
  const retryDay = overdue.retryOn && day(overdue.retryOn);
  const dueDay = overdue.oldestDueOn && day(overdue.oldestDueOn);
  const late = plural(overdue.daysPastDue, { one: "# day", other: "# days" });
  const ways =
    business.roles.includes("PRIMARY_OWNER") && line.whyNotPayNow === null
      ? [
          {
            name: t`Use another account`,
            detail: t`Pay once from another account of your business.`,
            onPress: onUseOtherAccount,
          },
        ]
      : [];
  return (
    <section className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
      <Card className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="type-subheader">
            {dueDay ? t`Your payment of ${dueDay} did not go through` : t`A payment is overdue`}
          </h2>
          <p className="type-small">
            {[
              overdue.failure && failureWords(overdue.failure.kind),
              overdue.daysPastDue > 0 && t`It is ${late} late.`,
              retryDay && account && t`We try ${account} again on ${retryDay}.`,
            ]
              .filter(Boolean)
              .join(" ")}
          </p>
        </div>
        <div>
          <p className="type-small">
            <Trans>To be up to date today</Trans>
          </p>
          {due.total("figure")}
        </div>
        <Receipt rows={[...due.rows, { label: t`Total`, value: due.total(), isTotal: true }]} />
        {mayPay && line.whyNotPayNow !== "PAY_NOW_NOTHING_DUE" && (
          <Button disabledReason={whyNot} onClick={onPayNow}>
            {t`Pay ${amount} now`}
          </Button>
        )}
      </Card>
      <WaysOutList ways={ways} />
    </section>
  );
}
