import { initializeIdentityInquiry } from "@inlay/contracts/calls/offers.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { onDemand } from "../../shared/page/on-demand.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { useLeave, WriteToUs } from "../offer-page.tsx";
import { ClosingPage } from "./closing-page.tsx";
import type { ClosingData, ClosingStep } from "./closing-step.ts";
import type { IdentityEnd } from "./identity-frame.tsx";
import { SendWhenShown } from "./send-when-shown.tsx";

// The vendor's library comes with it.
const IdentityFrame = onDemand(async () => (await import("./identity-frame.tsx")).IdentityFrame);

type Identity = NonNullable<ClosingData["identity"]>;
type Place = "START" | "FRAME" | "SUBMITTING" | "REVIEW" | "FAILED";

type VerifyIdentityProps = ClosingStep<{ eventType: "PERSONA_COLLECTED" }> & { takesFocus: boolean };

/** Where a person enters: an unfinished check goes on, a finished one is submitted. */
export function placeOf(identity: Identity | undefined): Place {
  if (!identity?.inquiryId) return "START";
  // After a failure staff may allow a new check, which begins at the start.
  if (identity.status === "FAILED") return identity.isResumable ? "START" : "FAILED";
  return identity.isResumable ? "FRAME" : "SUBMITTING";
}

const isFailed = (identity: Identity | undefined): boolean => placeOf(identity) === "FAILED";

/** Whether the person is who they say, checked by the vendor. The owner and the co-owners have the same pages. */
export function VerifyIdentity(step: VerifyIdentityProps) {
  const { data, complete, reload, workflowKey, onBack, takesFocus } = step;
  const { report } = usePortalSession();
  const [place, setPlace] = useState(() => placeOf(data.identity));
  const [hasMoved, setMoved] = useState(takesFocus);
  const move = (to: Place) => {
    setMoved(true);
    setPlace(to);
  };
  const fail = () => {
    report({ eventType: "IDENTITY_VERIFICATION_FAILED" });
    move("FAILED");
  };
  const submit = async () => {
    const stays = await complete({ eventType: "PERSONA_COLLECTED" });
    if (!stays) return;
    const { identity } = stays;
    if (isFailed(identity)) fail();
    else move(identity?.isResumable ? "START" : "REVIEW");
  };
  const pages = { takesFocus: hasMoved, onBack };
  return (
    <ClosingPage step={step}>
      {place === "START" && <Start {...pages} onVerify={() => move("FRAME")} />}
      {place === "FRAME" && <Check takesFocus={hasMoved} onEnd={(end) => move(placeAfter[end])} />}
      {place === "SUBMITTING" && <Submitting takesFocus={hasMoved} submit={submit} />}
      {place === "REVIEW" && <UnderReview {...pages} reload={reload} workflowKey={workflowKey} onFailed={fail} />}
      {place === "FAILED" && <Failed {...pages} />}
    </ClosingPage>
  );
}

/** The server also records a failed check, before a person looks at it. */
const placeAfter: Record<Exclude<IdentityEnd, "BROKEN">, Place> = {
  COMPLETED: "SUBMITTING",
  FAILED: "SUBMITTING",
  CANCELLED: "START",
};

type PageProps = { takesFocus: boolean; onBack: (() => void) | null };

function Start({ takesFocus, onBack, onVerify }: PageProps & { onVerify: () => void }) {
  const { t } = useLingui();
  return (
    <Screen
      title={t`Let's verify it's you and not an imposter`}
      lead={<Trans>It takes about two minutes. You need a driver's license, a state ID or a passport.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            The law asks us to know who signs. A phone with a camera makes it easiest. The business and the platform do
            not see your pictures.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <FormFooter primary={{ label: t`Verify`, onPress: onVerify }} onBack={onBack} />
    </Screen>
  );
}

type CheckProps = { takesFocus: boolean; onEnd: (end: Exclude<IdentityEnd, "BROKEN">) => void };

/** The vendor's page, or why it could not be opened. */
function Check({ takesFocus, onEnd }: CheckProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const opening = useQuery({
    queryKey: ["identity inquiry", attempt],
    queryFn: () => ask(initializeIdentityInquiry, {}),
    gcTime: 0,
  });
  const again = () => {
    setBroken(false);
    setAttempt(attempt + 1);
  };
  const trouble = opening.isError
    ? messageOf(opening.error)
    : isBroken
      ? t`The identity check did not open here. Please try again, or use another browser.`
      : null;
  const title = t`Let's verify it's you and not an imposter`;
  if (trouble !== null)
    return (
      <Screen title={title} takesFocus={takesFocus}>
        <FormFooter primary={{ label: t`Try again`, onPress: again }} onBack={() => onEnd("CANCELLED")}>
          <Notice tone="error">
            <p>{trouble}</p>
          </Notice>
        </FormFooter>
      </Screen>
    );
  return (
    <Screen title={title} isWide takesFocus={takesFocus}>
      {opening.data ? (
        <Suspense fallback={<Opening />}>
          <IdentityFrame
            key={opening.data.sessionToken}
            inquiry={opening.data}
            onEnd={(end) => (end === "BROKEN" ? setBroken(true) : onEnd(end))}
          />
        </Suspense>
      ) : (
        <Opening />
      )}
    </Screen>
  );
}

const Opening = () => (
  <p role="status" className="flex items-center gap-2.5 text-ink-soft">
    <Spinner />
    <Trans>Opening the identity check…</Trans>
  </p>
);

function Submitting({ takesFocus, submit }: { takesFocus: boolean; submit: () => Promise<void> }) {
  const { t } = useLingui();
  return (
    <Screen title={t`Let's verify it's you and not an imposter`} takesFocus={takesFocus}>
      <SendWhenShown send={submit} sending={t`We are reading the result of your check…`} />
    </Screen>
  );
}

const askEveryMs = 15_000;

type UnderReviewProps = PageProps &
  Pick<VerifyIdentityProps, "reload" | "workflowKey"> & {
    onFailed: () => void;
  };

/** A person at the vendor decides. The step after it follows without a reload. */
function UnderReview({ takesFocus, onBack, reload, workflowKey, onFailed }: UnderReviewProps) {
  const { t } = useLingui();
  const leave = useLeave();
  const queryClient = useQueryClient();
  const look = useEffectEvent(async () => {
    await queryClient.invalidateQueries({ queryKey: workflowKey });
    const { identity } = await reload();
    if (isFailed(identity)) onFailed();
  });
  useEffect(() => {
    const timer = setInterval(() => void look().catch(() => undefined), askEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Screen
      title={t`We are looking at your identity check`}
      lead={<Trans>You have done your part. Your pictures are compared by hand, which can take a few hours.</Trans>}
      takesFocus={takesFocus}
    >
      <p role="status" className="max-w-[56ch]">
        <Trans>
          You can close this page and come back later: your choice of the offer is kept. If you stay, the next step
          opens here by itself.
        </Trans>
      </p>
      <FormFooter primary={{ label: t`Close`, onPress: leave, id: "close" }} onBack={onBack} />
    </Screen>
  );
}

function Failed({ takesFocus, onBack }: PageProps) {
  const { t } = useLingui();
  const leave = useLeave();
  return (
    <Screen title={t`Identity verification failed`} lead={t`Please contact support.`} takesFocus={takesFocus}>
      <div className="grid max-w-[56ch] gap-4">
        <Notice tone="error">
          <p>
            <Trans>
              We could not confirm that it is you. This is not a decision about your business: a person looks at it and
              can open a new check for you.
            </Trans>
          </p>
        </Notice>
        <p>
          <WriteToUs />
        </p>
      </div>
      <FormFooter primary={{ label: t`Close`, onPress: leave, id: "close" }} onBack={onBack} />
    </Screen>
  );
}
