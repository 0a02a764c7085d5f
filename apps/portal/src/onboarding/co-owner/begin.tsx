import type { CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { Screen } from "../../shared/screen.tsx";
import { ContinueFooter } from "../steps/start-flow/continue-footer.tsx";

type BeginProps = { data: CoOwnerScreenData<"START_FLOW">; onContinue: () => Promise<void>; takesFocus: boolean };

/** Who asked for this, and what it is going to be. */
export function Begin({ data, onContinue, takesFocus }: BeginProps) {
  const { t } = useLingui();
  const business = data.businessName ?? t`the business`;
  const owner = data.invitedBy ?? t`An owner`;
  return (
    <Screen
      title={t`Complete your part for ${business}`}
      lead={
        <Trans>
          {owner} is applying for financing for {business} and named you as an owner of 20% or more.
        </Trans>
      }
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            The law asks every lender to know who owns the businesses it finances. If you do not own a part of this
            business, please close this page and tell the person who named you.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <div className="grid gap-6">
        <ol className="grid max-w-[56ch] list-decimal gap-2 pl-5">
          <li>
            <Trans>You check your own details.</Trans>
          </li>
          <li>
            <Trans>You read the terms and accept them.</Trans>
          </li>
          {data.isCreditCheckEnabled && (
            <li>
              <Trans>
                We look at your credit with a soft check. It does not affect your score, and the other owners do not see
                what it says.
              </Trans>
            </li>
          )}
        </ol>
        <ContinueFooter onContinue={onContinue} />
      </div>
    </Screen>
  );
}
