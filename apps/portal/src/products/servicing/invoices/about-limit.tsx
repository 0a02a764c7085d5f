import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { Card } from "@inlay/ui/card.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";

/** How the credit limit works. It is opened from each step, and leads back to it. */
export function AboutLimit({ line, onBack }: { line: InvoiceLine; onBack: () => void }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  return (
    <div className="grid gap-6">
      <title>{t`About your limit`}</title>
      <Heading takesFocus>{t`About your limit`}</Heading>
      <Card className="max-w-[52ch]">
        <FigureList
          rows={[
            { label: t`Credit limit`, value: money(line.limitAmountCents) },
            { label: t`Remaining limit`, value: money(line.availableCents) },
          ]}
        />
      </Card>
      <ul className="grid max-w-[60ch] list-disc gap-2 pl-5">
        <li>
          <Trans>Your limit refreshes as you make payments.</Trans>
        </li>
        <li>
          <Trans>You can use your full remaining limit.</Trans>
        </li>
        <li>
          <Trans>If an invoice reaches your limit, you receive up to the remaining amount.</Trans>
        </li>
        <li>
          <Trans>Your remaining limit cannot be negative.</Trans>
        </li>
      </ul>
      <FormFooter primary={{ label: t`Back`, onPress: onBack }} canSwitch={false} />
    </div>
  );
}
