import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { sumOf } from "@inlay/lending/explain/arithmetic.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useServicing } from "../use-servicing.ts";
import { useAccountWords, useDays } from "../use-servicing-words.ts";

/** The earliest debit after today: how much, when, from where and for which invoice. */
export function LineNextPayment({ line }: { line: InvoiceLine }) {
  const { t } = useLingui();
  const { open } = useServicing();
  const { day } = useDays(line.today);
  const account = useAccountWords()(line.account);
  const { nextPayment: next, isAutoPaymentOn, issuedProductId } = line;
  const invoice = next && line.invoices.find(({ id }) => id === next.invoiceId);
  const takenDay = next && day(next.takenOn);
  return (
    <div className="grid gap-2">
      <h2 className="type-small">
        <Trans>Next payment</Trans>
      </h2>
      {next && takenDay ? (
        <>
          <p className="text-lead font-semibold">
            <PartFigure part={invoice?.parts.find(({ obligationId }) => obligationId === next.obligationId)}>
              {next.amountCents}
            </PartFigure>
          </p>
          <p className="type-small">
            {account && isAutoPaymentOn ? t`Taken ${takenDay} from ${account}` : t`Due ${takenDay}`}
          </p>
          {invoice && (
            <div>
              <Button
                variant="text"
                onClick={() => open({ page: "INVOICE_DETAILS", issuedProductId, partId: invoice.id })}
              >
                <Trans>See the invoice</Trans>
              </Button>
            </div>
          )}
        </>
      ) : (
        <p>
          <Trans>No payment is to come.</Trans>
        </p>
      )}
    </div>
  );
}

type PartFigureProps = { part: ShownInvoice["parts"][number] | undefined; children: number };

/** The amount of a repayment, which opens what it is the sum of. One that is paid in part is shown as it is. */
export function PartFigure({ part, children: amountCents }: PartFigureProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  if (!part || part.amountCents !== amountCents) return money(amountCents);
  const { principalCents, feeCents } = part;
  return (
    <ExplainedFigure
      text={money(amountCents)}
      figure="paymentCents"
      explain={() =>
        explained((write) =>
          write(
            "paymentCents",
            sumOf,
            { principalCents: cents(principalCents), feeCents: cents(feeCents) },
            { principalCents: "schedule", feeCents: "schedule" },
          ),
        ).explanations
      }
      words={t`The advance that this payment repays, and its fee.`}
      names={{ principalCents: t`Advance`, feeCents: t`Fee` }}
    />
  );
}
