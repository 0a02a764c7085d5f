import type { InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine, QuotedPlan } from "@inlay/contracts/servicing/invoice-line.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { useWindowTexts } from "../../offers/plans/plan-texts.ts";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../use-servicing-words.ts";
import type { WithKind } from "./invoice-kind.ts";
import { PlanReceipt } from "./plan-receipt.tsx";
import { useQuotedPlans } from "./use-quoted-plans.ts";

type PlanChoiceProps = WithKind<{
  line: InvoiceLine;
  details: InvoiceDetails;
  planId: string | null;
  takesFocus: boolean;
  onChoose: (planId: string) => void;
  onDone: () => void;
  onBack: (() => void) | null;
  onLimit: () => void;
}>;

/** All plans, the lowest fee first. A plan that this invoice cannot take says why. */
export function PlanChoice(props: PlanChoiceProps) {
  const { line, kind, details, planId, takesFocus, onChoose, onDone, onBack, onLimit } = props;
  const { t } = useLingui();
  const { availableCents, plans } = useQuotedPlans(line, details);
  const [isMissing, setMissing] = useState(false);
  const describe = usePlanWords(line, kind.isBill);
  const chosen = plans.find(({ plan, why }) => plan.id === planId && why === null);
  const isNothingLeft = plans.every(({ quote }) => quote === null);
  return (
    <div className="grid gap-6">
      <title>{t`Select plan`}</title>
      <Heading takesFocus={takesFocus}>{t`Select plan`}</Heading>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <div className="grid gap-4">
          <ChoiceField
            kind="one"
            label={t`When do you want to repay?`}
            value={chosen?.plan.id ?? null}
            onChange={onChoose}
            error={isMissing && !chosen ? t`Please select a payment plan` : null}
            choices={plans.map((quoted) => ({ value: quoted.plan.id, ...describe(quoted) }))}
          />
          {isNothingLeft && (
            <Notice tone="warning">
              <p>
                <Trans>
                  Your remaining limit is $0. You will be able to upload another invoice when your limit refreshes.
                </Trans>
              </p>
            </Notice>
          )}
          <div>
            <Button variant="text" onClick={onLimit}>
              <Trans>About your limit</Trans>
            </Button>
          </div>
        </div>
        {chosen?.quote && (
          <PlanReceipt
            line={line}
            kind={kind}
            details={details}
            quoted={chosen}
            quote={chosen.quote}
            availableCents={availableCents}
          />
        )}
      </div>
      <FormFooter
        primary={{
          label: t`Review and confirm`,
          onPress: () => (chosen?.quote ? onDone() : setMissing(true)),
        }}
        onBack={onBack}
        canSwitch={false}
      />
    </div>
  );
}

/** A plan as a choice: its duration, its APR, and what it costs when. */
function usePlanWords({ today }: InvoiceLine, isBill: boolean) {
  const { t } = useLingui();
  const { money, percentage, share } = useOfferFormats();
  const { day } = useDays(today);
  const windowTexts = useWindowTexts();
  return ({ plan, why, quote }: QuotedPlan) => {
    const [rate, feeRate] = [share(plan.advanceRatePercentage), share(plan.transactionFeePercentage)];
    const [fee, lastOn] = [money(quote?.feeAmountCents ?? 0), quote?.schedule.at(-1)?.repaymentDate];
    const repaidOn = lastOn ? day(lastOn) : "";
    const apr = quote ? percentage(quote.aprPercentage) : "";
    const own = isBill ? t`fee ${feeRate}, ${fee}` : t`${rate} now · fee ${feeRate}, ${fee}`;
    return {
      label: windowTexts.name(plan.repaymentWindow),
      ...(quote && { figure: t`APR ${apr}`, description: t`${own} · repay ${repaidOn}` }),
      disabledReason:
        why === null
          ? null
          : t`Please select a payment plan with an equal or shorter duration to your days until payment is due.`,
    };
  };
}
