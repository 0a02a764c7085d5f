import { declineOwnership } from "@inlay/contracts/calls/invitations.ts";
import type { CoOwnerScreenData } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { StepScreen } from "../../shared/flow/flow.ts";
import { ContinueFooter } from "../../shared/forms/continue-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { NoOwner, ThanksForTelling } from "./no-owner.tsx";

/** The first page of a co-owner: who invited them, and what they are asked to do. */
export function Begin({ data, onComplete, takesFocus }: StepScreen<CoOwnerScreenData<"START_FLOW">, object>) {
  const { t } = useLingui();
  const business = data.businessName ?? t`the business`;
  const owner = data.invitedBy ?? t`An owner`;
  const session = usePortalSession();
  const decline = useMutation({ mutationFn: () => session.ask(declineOwnership, {}) });
  if (decline.isSuccess) return <ThanksForTelling />;
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
            The law asks every lender to know who owns the businesses it finances. If you own less than 20%, tell us
            here and you need not go on.
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
        <ContinueFooter onContinue={() => onComplete({})} />
        <NoOwner decline={decline} />
      </div>
    </Screen>
  );
}
