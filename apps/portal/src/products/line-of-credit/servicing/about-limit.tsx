import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { LineFigure } from "./line-figure.tsx";

/** How the remaining limit comes about, and what makes it grow. */
export function AboutLimit({ line, onBack }: { line: LineOfCreditServicing; onBack: () => void }) {
  const { t } = useLingui();
  const { money, minus } = useOfferFormats();
  const { limitCents, openPrincipalCents, reservedPrincipalCents, availableCents, explanations } = line;
  return (
    <div className="grid gap-6">
      <title>{t`About your limit`}</title>
      <Heading takesFocus>{t`About your limit`}</Heading>
      <Card className="max-w-[52ch]">
        <Receipt
          rows={[
            { label: t`Credit limit`, value: money(limitCents) },
            { label: t`Drawn and not repaid`, value: minus(openPrincipalCents) },
            ...(reservedPrincipalCents > 0
              ? [{ label: t`On its way to you`, value: minus(reservedPrincipalCents) }]
              : []),
            {
              label: t`Remaining limit`,
              value: (
                <LineFigure
                  figure="availableCents"
                  cents={availableCents}
                  explanations={explanations}
                  words={t`Your limit less what is drawn and not repaid, and less draws on their way to you.`}
                />
              ),
              isTotal: true,
            },
          ]}
        />
      </Card>
      <ul className="grid max-w-[60ch] list-disc gap-2 pl-5">
        <li>{t`Your limit refreshes with your payments: the principal of each payment can be drawn again once it has settled.`}</li>
        <li>{t`You can use your full remaining limit, in one draw or in several.`}</li>
        <li>{t`A draw cannot be more than your remaining limit in whole dollars.`}</li>
        <li>{t`Your remaining limit cannot be negative.`}</li>
      </ul>
      <FormFooter primary={{ label: t`Done`, onPress: onBack }} canSwitch={false} />
    </div>
  );
}
