import { prequalifiedCents, type ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { Card } from "@inlay/ui/card.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useWords } from "../shared/language/words.ts";
import { productScreens, useProductWords } from "./product-screens.ts";

type PrequalifiedOfferProps = { prequalification: ShownPrequalification };

/** The frame of a prequalified offer of any product: its figures if a price may be shown, else the amount and what it is for. */
export function PrequalifiedOffer({ prequalification }: PrequalifiedOfferProps) {
  const { product, feeFactor, financeChargeInCents, totalRepaymentInCents } = prequalification;
  const amountCents = prequalifiedCents(prequalification);
  const { t } = useLingui();
  const { dollars } = useWords();
  const { name, what } = useProductWords()(product);
  const { Repayment } = productScreens[product];
  if (feeFactor === null)
    return (
      <Card>
        <p className="text-figure font-bold tabular-nums">{dollars(amountCents)}</p>
        <p className="type-subheader mt-4 border-t border-line pt-4">{name}</p>
        <p className="text-ink-soft">{what}.</p>
      </Card>
    );
  return (
    <>
      <Card>
        <p className="text-ink-soft">
          <Trans>Deposit amount</Trans>
        </p>
        <p className="mb-4 border-b border-line pb-4 text-figure font-bold tabular-nums">{dollars(amountCents)}</p>
        <FigureList
          rows={[
            { label: t`Fee`, value: dollars(financeChargeInCents ?? 0) },
            { label: t`Repayment details`, value: Repayment && <Repayment prequalification={prequalification} /> },
            { label: t`Total repayment`, value: dollars(totalRepaymentInCents ?? 0), isTotal: true },
          ]}
        />
      </Card>
      <p className="type-small">
        <Trans>Final details may vary subject to verification.</Trans>
      </p>
    </>
  );
}
