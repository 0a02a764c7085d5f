import {
  askStepUpPasskey,
  confirmStepUpCode,
  confirmStepUpPasskey,
  getStepUp,
  requestStepUpCode,
  type StepUpState,
} from "@inlay/contracts/calls/step-up.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Dialog } from "@inlay/ui/overlays/dialog.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { CodeForm } from "../../shared/forms/code-form.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { makeRoom } from "../../shared/page/make-room.ts";
import { canUsePasskey, signWithPasskey } from "../../shared/session/passkeys.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import type { StepUpRequest } from "../../shared/session/step-up.ts";

/** Asks the person to confirm that it is them. The request that waits for it is then sent again. */
export function StepUpDialog({ request: { change, tellsOwners } }: { request: StepUpRequest }) {
  const { t } = useLingui();
  const { ask, stepUp } = usePortalSession();
  const state = useQuery({ queryKey: ["step-up"], queryFn: () => ask(getStepUp, {}), staleTime: 0, gcTime: 0 });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const giveBackRoom = makeRoom();
    // In a tall frame the dialog may be outside the visible part.
    place.current?.scrollIntoView({ block: "center" });
    return giveBackRoom;
  }, []);

  return (
    <Dialog
      isAlert
      isOpen
      title={t`Confirm that it is you`}
      onClose={() => stepUp.settle(false)}
      closeLabel={t`Cancel`}
    >
      <div ref={place} className="grid gap-4">
        {change && change.length > 0 && (
          <div className="rounded-control bg-tint px-4 py-3">
            <FigureList rows={change} />
          </div>
        )}
        {state.isPending && <Skeleton className="h-32 w-full" />}
        {state.isError && (
          <Notice tone="error">
            <p>{messageOf(state.error)}</p>
            <Button variant="text" onClick={() => void state.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Notice>
        )}
        {state.data && <Methods methods={state.data.methods} />}
        {tellsOwners && (
          <p className="text-small text-ink-soft">
            <Trans>We email every owner about a new or changed account.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}

type Method = StepUpState["methods"][number]["method"];

function Methods({ methods }: Pick<StepUpState, "methods">) {
  const { t } = useLingui();
  const { ask, stepUp } = usePortalSession();
  const usable = methods.map(({ method }) => method).filter((method) => method !== "PASSKEY" || canUsePasskey());
  const [chosen, setChosen] = useState<Method | undefined>(usable[0]);

  if (!chosen) {
    return (
      <Notice tone="warning">
        <p>
          {methods.length > 0 ? (
            <Trans>Your passkey cannot be used on this page. Please use another browser, or contact us.</Trans>
          ) : (
            <Trans>
              We have no email address to send you a code. Please enter your personal details first, or contact us.
            </Trans>
          )}
        </p>
      </Notice>
    );
  }
  const others = usable.filter((method) => method !== chosen);
  const labels = { PASSKEY: t`Use a passkey`, SMS: t`Send a code to my phone`, EMAIL: t`Send a code to my email` };
  const other = others.map((method) => (
    <Button key={method} variant="text" onClick={() => setChosen(method)}>
      {labels[method]}
    </Button>
  ));
  return (
    <>
      {chosen === "PASSKEY" ? (
        <PasskeyForm other={other} />
      ) : (
        <CodeForm
          key={chosen}
          method={chosen}
          known={stepUp.sentCode(chosen)}
          send={async () => {
            const { challengeId, sentTo, secondsLeft } = await ask(requestStepUpCode, { body: { method: chosen } });
            stepUp.rememberCode({ method: chosen, challengeId, sentTo, worksUntil: Date.now() + secondsLeft * 1_000 });
            return { challengeId, sentTo };
          }}
          confirm={async (challengeId, code) => {
            await ask(confirmStepUpCode, { body: { challengeId, code } }).catch((error: unknown) => {
              if (isOver(error)) stepUp.rememberCode(null);
              throw error;
            });
            stepUp.settle(true);
          }}
          submitLabel={t`Confirm`}
          other={other}
        />
      )}
      {chosen !== "EMAIL" && (
        <p className="text-small text-ink-soft">
          <Trans>Lost your phone or passkey? Contact us, and we help you to set up another.</Trans>
        </p>
      )}
    </>
  );
}

/** A locked code is not offered again when the dialog is opened anew. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "TOO_MANY_OTP_ATTEMPTS_EXCEPTION";

function PasskeyForm({ other }: { other: ReactNode }) {
  const { t } = useLingui();
  const { ask, stepUp } = usePortalSession();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const sign = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { challengeId, options } = await ask(askStepUpPasskey, { body: {} });
      const response = await signWithPasskey(options);
      if (!response) return setRefusal(t`The passkey was not used. Please try again, or use another way.`);
      await ask(confirmStepUpPasskey, { body: { challengeId, response: response as never } });
      stepUp.settle(true);
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-4">
      <p>
        <Trans>Use the passkey of this device or of your phone, as you would unlock it.</Trans>
      </p>
      {refusal && (
        <Notice tone="error">
          <p>{refusal}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-x-6">{other}</div>
      <Button busy={busy} onClick={() => void sign()} autoFocus>
        {t`Use a passkey`}
      </Button>
    </div>
  );
}
