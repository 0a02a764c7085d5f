import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { Card } from "@inlay/ui/card.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ContinueFooter } from "../../../shared/forms/continue-footer.tsx";
import { useWords } from "../../../shared/language/words.ts";
import { Screen } from "../../../shared/page/screen.tsx";
import { useProductWords } from "../../../shared/product-words.ts";

type Price = NonNullable<ShownPrequalification["price"]>;

type PrequalificationProps = {
  prequalification: ShownPrequalification;
  takesFocus: boolean;
  onContinue: () => Promise<void>;
};

export function Prequalification({ prequalification, takesFocus, onContinue }: PrequalificationProps) {
  const { product, amountCents, price } = prequalification;
  const { t } = useLingui();
  const { dollars } = useWords();
  const { name, what } = useProductWords()[product];
  const aside = {
    title: t`What happens next`,
    body: (
      <Trans>
        We ask about you and the business, and connect to your bank. Then you see offers with every cost. Nothing is
        owed until you sign.
      </Trans>
    ),
  };

  if (price) {
    return (
      <Screen title={t`You're approved! Here are the details`} takesFocus={takesFocus} aside={aside}>
        <div className="grid gap-6">
          <AdvanceDetails amountCents={amountCents} price={price} />
          <p className="type-small">
            <Trans>Final details may vary subject to verification.</Trans>
          </p>
          <ContinueFooter onContinue={onContinue} />
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t`Congratulations! You qualify for up to`} takesFocus={takesFocus} aside={aside}>
      <div className="grid gap-8">
        <div className="grid gap-2">
          <p className="text-figure font-bold">{dollars(amountCents)}</p>
          <p className="text-ink-soft">
            {name}. {what}.
          </p>
        </div>
        <ContinueFooter onContinue={onContinue} />
      </div>
    </Screen>
  );
}

function AdvanceDetails({ amountCents, price }: { amountCents: number; price: Price }) {
  const { t } = useLingui();
  const { dollars, percent } = useWords();
  const share = percent(price.repaymentPercentage);
  const repayment: Record<NonNullable<Price["repaymentFrequency"]> | "EACH_SALE", string> = {
    DAILY: t`${share} of sales, daily`,
    WEEKLY: t`${share} of sales, weekly`,
    BIWEEKLY: t`${share} of sales, every two weeks`,
    MONTHLY: t`${share} of sales, monthly`,
    EACH_SALE: t`${share} of each card sale`,
  };
  return (
    <Card>
      <FigureList
        rows={[
          { label: t`Deposit amount`, value: dollars(amountCents) },
          { label: t`Fee`, value: dollars(price.feeCents) },
          { label: t`Repayment details`, value: repayment[price.repaymentFrequency ?? "EACH_SALE"] },
          { label: t`Total repayment`, value: dollars(price.totalRepaymentCents), isTotal: true },
        ]}
      />
    </Card>
  );
}
