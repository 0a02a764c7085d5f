import { beforePeriod } from "@inlay/contracts/before-period.ts";
import type { BeforeYouStartFacts } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import type { ThingToHave } from "@inlay/lending/onboarding/before-you-start.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { DoneIcon } from "@inlay/ui/icons/done-icon.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useProductWords } from "../../../products/product-screens.ts";
import { ContinueFooter } from "../../../shared/forms/continue-footer.tsx";
import { useWords } from "../../../shared/language/words.ts";
import { Screen } from "../../../shared/page/screen.tsx";

type BeforeYouStartProps = {
  facts: BeforeYouStartFacts;
  takesFocus: boolean;
  onContinue: () => Promise<void>;
  onBack?: () => void;
};

/** The information before the first question: how long the application takes, what it needs and how the data is used. */
export function BeforeYouStart({ facts, takesFocus, onContinue, onBack }: BeforeYouStartProps) {
  const { minutes, choices, toHave, isCreditChecked, lender, licenseLine } = facts;
  const { least, most } = minutes;
  const lenderAtEnd = beforePeriod(lender);
  const { t } = useLingui();
  const words = useThingWords();
  const onlyFor = useOnlyFor(choices);
  const assurances = [
    t`You can stop at any time and come back. What you have entered is kept.`,
    isCreditChecked
      ? t`Checking does not affect your credit score. It is a soft check, made only after you agree to it in the last step.`
      : t`Applying does not affect your credit score: we do not check your credit.`,
    t`Applying costs nothing. Nothing is owed until you sign.`,
  ];
  const readsBank = toHave.some(({ thing }) => thing === "BANK_SIGN_IN");
  return (
    <Screen
      title={t`Before you start`}
      lead={
        least === most ? (
          <Trans>It takes about {most} minutes.</Trans>
        ) : (
          <Trans>
            It takes about {least} to {most} minutes.
          </Trans>
        )
      }
      aside={{
        title: readsBank ? t`What we do with your bank data` : t`Who is behind this`,
        body: (
          <>
            {readsBank && (
              <p>
                <Trans>
                  You sign in with your bank and choose which accounts to share; we never see your password. We read the
                  last two years of deposits and payments to see what your business can comfortably repay. We do not
                  sell them.
                </Trans>
              </p>
            )}
            <p>
              <Trans>Financing by {lenderAtEnd}.</Trans> {licenseLine}
            </p>
          </>
        ),
      }}
      takesFocus={takesFocus}
    >
      <div className="grid gap-8">
        <ul className="grid max-w-[56ch] gap-2.5">
          {assurances.map((words) => (
            <li key={words} className="flex gap-3">
              <span className="mt-1 text-good">
                <DoneIcon />
              </span>
              {words}
            </li>
          ))}
        </ul>
        {toHave.length > 0 && (
          <section className="grid gap-2">
            <h2 className="type-subheader">
              <Trans>What to have at hand</Trans>
            </h2>
            <ul className="divide-y divide-line border-y border-line">
              {toHave.map(({ thing, neededFor }) => (
                <li key={thing} className="grid gap-0.5 py-3">
                  <p className="font-semibold">{words[thing].name}</p>
                  <p className="text-small text-ink-soft">
                    {words[thing].what}{" "}
                    {neededFor.length < choices.length && <span className="text-ink">{onlyFor(neededFor)}</span>}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        <ContinueFooter onContinue={onContinue} {...(onBack && { onBack })} />
      </div>
    </Screen>
  );
}

function useThingWords(): Record<ThingToHave, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    BANK_SIGN_IN: {
      name: t`Your online banking sign-in`,
      what: t`For the account your business uses most, or its statements of the last 6 months as PDF.`,
    },
    TAX_NUMBER: {
      name: t`EIN or Social Security number`,
      what: t`The number under which the income of the business is taxed.`,
    },
    ACCOUNTING: {
      name: t`Accounting software or tax returns`,
      what: t`Business tax returns of the last 2 years as PDF, if you do not connect your software. Your accountant can do it for you.`,
    },
    TAX_RETURNS: {
      name: t`Business tax returns`,
      what: t`Of the last 2 years, as PDF, if the business files its own.`,
    },
    DEBTS: {
      name: t`What the business owes elsewhere`,
      what: t`Remaining balance, monthly payment and rate of each debt.`,
    },
    CO_OWNERS: {
      name: t`Email and phone number of other owners`,
      what: t`Of everybody else who owns 20% or more, and how much each of you owns.`,
    },
  };
}

/** Names the products that need something by the shorter of two lists: those that need it, or those that do not. */
function useOnlyFor(choices: readonly ProductType[]): (neededFor: readonly ProductType[]) => string {
  const { t } = useLingui();
  const { region } = useWords();
  const wordsOf = useProductWords();
  const either = new Intl.ListFormat(region, { type: "disjunction" });
  const named = (list: readonly ProductType[]) =>
    either.format(list.map((product) => wordsOf(product).name.toLocaleLowerCase(region)));
  return (neededFor) => {
    const others = choices.filter((product) => !neededFor.includes(product));
    const needing = named(neededFor);
    const rest = named(others);
    return neededFor.length <= others.length ? t`Only for ${needing}.` : t`Not for ${rest}.`;
  };
}
