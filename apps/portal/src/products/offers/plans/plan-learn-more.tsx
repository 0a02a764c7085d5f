import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { DetailPage } from "../detail-page.tsx";
import { Price } from "../price.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import { AdvanceReceipt } from "./advance-receipt.tsx";
import { type PlanTexts, useWindowTexts } from "./plan-texts.ts";
import { advanceBy, exampleAmount, type PlanView } from "./plan-view.ts";

/** How an invoice or bill is financed, and what the example costs by each plan. */
export function PlanLearnMore({ view, texts }: { view: PlanView; texts: PlanTexts }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const windowTexts = useWindowTexts();
  const { offer } = view;
  const { amountCents } = exampleAmount(view);
  const amount = money(amountCents);
  const name = texts.amountLabel;
  return (
    <DetailPage
      title={t`What each plan costs`}
      lead={
        <Trans>
          {name} {amount}, by each of your plans.
        </Trans>
      }
    >
      <div className="grid items-start gap-5 min-[56.25rem]:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        {offer.terms.offerPlans.map(({ id, repaymentWindow }) => {
          const { totalCostCents, aprPercentage } = advanceBy(offer, id, amountCents);
          const plan = windowTexts.name(repaymentWindow);
          return (
            <Card key={id} className="grid gap-5" aria-label={plan}>
              <h2 className="type-subheader">{plan}</h2>
              <Price label={t`It costs you`} costCents={totalCostCents} apr={aprPercentage} size="small" />
              <AdvanceReceipt offer={offer} planId={id} amountCents={amountCents} texts={texts} />
            </Card>
          );
        })}
      </div>
      <Card className="grid gap-3">
        <h2 className="type-subheader">{t`How it works`}</h2>
        <ol className="grid max-w-[65ch] list-decimal gap-2 pl-5">
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
    </DetailPage>
  );
}
