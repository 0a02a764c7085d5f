import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { getCoOwnerCreditReportsStatus } from "@inlay/contracts/calls/co-owner-steps.ts";
import type { CoOwnerWaiting } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OwnNotices } from "../../notices/on-demand.tsx";
import type { StepScreen } from "../../shared/flow/flow.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { Agreed } from "../waiting-for-offers/agreed.tsx";
import { Finalizing } from "../waiting-for-offers/finalizing.tsx";
import { useReports } from "../waiting-for-offers/use-reports.ts";
import { pollEveryMs } from "../waiting-for-offers/waiting.ts";
import { coOwnerWorkflowQuery } from "./co-owner-workflow.ts";

/** Shown when the co-owner's part is done. The credit report may still lead to another request. */
export function Waiting({ data, takesFocus }: StepScreen<CoOwnerWaiting, object>) {
  const session = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showError = useErrorBanner();
  const [isReading, setReading] = useState(false);
  const workflow = coOwnerWorkflowQuery(session);
  useQuery({ ...workflow, refetchInterval: pollEveryMs });
  const reports = useReports({
    ask: () => session.ask(getCoOwnerCreditReportsStatus, {}),
    polls: data.creditReportPolls,
    onQuestion: () => void queryClient.invalidateQueries(workflow),
  });
  if (reports.isAsking) return <Finalizing takesFocus={takesFocus} />;
  const businessAtEnd = beforePeriod(data.businessName ?? t`the business`);
  return (
    <Screen
      title={t`Thank you. Your part is done`}
      lead={<Trans>You have given us everything that we need from you for {businessAtEnd}.</Trans>}
      aside={{
        title: t`What happens next`,
        body: (
          <Trans>
            The owner who applied hears from us. If we need anything else from you, or if there is something to sign, we
            write to you.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      {!reports.isComplete && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          <Trans>We are still confirming your information. You can leave this page; we go on without it.</Trans>
        </p>
      )}
      <OwnNotices />
      <FormFooter
        primary={{ label: t`Close`, onPress: () => void session.leave().catch(showError), id: "close" }}
        tertiary={{ label: t`What you agreed to`, onPress: () => setReading(true) }}
      />
      {isReading && <Agreed onClose={() => setReading(false)} />}
    </Screen>
  );
}
