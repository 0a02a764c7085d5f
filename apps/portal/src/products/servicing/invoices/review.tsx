import type { InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { messageOf } from "../../../shared/language/words.ts";
import { Heading } from "../../../shared/page/heading.tsx";
import { useWindowTexts } from "../../offers/plans/plan-texts.ts";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { WithKind } from "./invoice-kind.ts";
import { PlanReceipt } from "./plan-receipt.tsx";
import { useQuotedPlans } from "./use-quoted-plans.ts";

type ReviewProps = WithKind<{
  line: InvoiceLine;
  details: InvoiceDetails;
  planId: string;
  /** The name of the invoice or of its file. */
  name: string;
  submit: (details: InvoiceDetails, planId: string) => Promise<unknown>;
  onFailed: () => void;
  onEdit: (() => void) | null;
  onBack: () => void;
  onCancel: () => void;
  onLimit: () => void;
}>;

/** Everything that is submitted, and what it comes to. The server checks all of it again. */
export function Review(props: ReviewProps) {
  const { line, kind, details, planId, name, submit, onFailed, onEdit, onBack, onCancel, onLimit } = props;
  const { t } = useLingui();
  const { money, date } = useOfferFormats();
  const windowTexts = useWindowTexts();
  const { availableCents, plans } = useQuotedPlans(line, details);
  const quoted = plans.find(({ plan }) => plan.id === planId);
  const send = useMutation({ mutationFn: () => submit(details, planId), onError: onFailed });
  const { amountCents, requestedCents, issueDate, dueDate } = details;
  return (
    <div className="grid gap-6">
      <title>{t`Review and confirm`}</title>
      <Heading takesFocus>{t`Review and confirm`}</Heading>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <Card className="grid gap-4">
          <h2 className="type-subheader wrap-anywhere">{name}</h2>
          <Receipt
            rows={[
              { label: kind.amountLabel, value: money(amountCents) },
              { label: t`Amount requested`, value: money(requestedCents) },
              ...(issueDate === null ? [] : [{ label: t`Issue date`, value: date(issueDate) }]),
              { label: t`Due date`, value: date(dueDate) },
              ...(quoted ? [{ label: t`Payment plan`, value: windowTexts.name(quoted.plan.repaymentWindow) }] : []),
            ]}
          />
          <div className="flex flex-wrap gap-x-6">
            {onEdit && (
              <Button variant="text" onClick={onEdit}>
                <Trans>Edit details</Trans>
              </Button>
            )}
            <Button variant="text" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="text" onClick={onLimit}>
              <Trans>About your limit</Trans>
            </Button>
          </div>
        </Card>
        {quoted?.quote && (
          <PlanReceipt
            line={line}
            kind={kind}
            details={details}
            quoted={quoted}
            quote={quoted.quote}
            availableCents={availableCents}
          />
        )}
      </div>
      <FormFooter
        primary={{ label: t`Confirm`, onPress: () => !send.isPending && send.mutate(), busy: send.isPending }}
        onBack={onBack}
        canSwitch={false}
      >
        {send.isError && (
          <Notice tone="error">
            <p>{messageOf(send.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}
