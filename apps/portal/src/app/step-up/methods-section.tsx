import {
  addPasskey,
  askNewPasskey,
  confirmPhoneCode,
  getStepUp,
  listPasskeys,
  removePasskey,
  requestPhoneCode,
} from "@inlay/contracts/calls/step-up.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeForm } from "../../shared/forms/code-form.tsx";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { canCreatePasskey, createPasskey } from "../../shared/session/passkeys.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

/** How the person confirms changes of accounts: the verified phone and the passkeys. */
export function StepUpMethodsSection() {
  const { t } = useLingui();
  const { region } = useWords();
  const { ask } = usePortalSession();
  const [isVerifying, setVerifying] = useState(false);
  const known = useQuery({
    queryKey: ["step-up methods"],
    queryFn: async () => ({ ...(await ask(getStepUp, {})), ...(await ask(listPasskeys, {})) }),
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => known.refetch(),
  });
  const add = async () => {
    const { challengeId, options } = await ask(askNewPasskey, { body: {} });
    const response = await createPasskey(options);
    if (response) await ask(addPasskey, { body: { challengeId, response: response as never } });
  };
  const phone = known.data?.phone ?? null;
  const phoneNumber = phone?.number;
  const day = (moment: string) => new Intl.DateTimeFormat(region, { dateStyle: "medium" }).format(new Date(moment));

  return (
    <section className="grid gap-2" aria-label={t`How you confirm changes`}>
      <h3 className="font-semibold">
        <Trans>How you confirm changes</Trans>
      </h3>
      <p className="text-small text-ink-soft">
        <Trans>
          Before a bank account is linked or changed, we ask you to confirm that it is you: with a passkey or a code to
          your phone, and with a code to your email until you have one of them.
        </Trans>
      </p>
      {known.isPending && <Skeleton className="h-16 w-full" />}
      {(known.isError || change.isError) && (
        <Notice tone="error">
          <p>{messageOf(known.error ?? change.error)}</p>
        </Notice>
      )}
      {known.data && (
        <>
          {phone?.isVerified && (
            <p>
              <Trans>Codes go to your phone {phoneNumber}.</Trans>
            </p>
          )}
          <ul className="grid">
            {known.data.passkeys.map(({ id, createdAt }) => {
              const addedOn = day(createdAt);
              return (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
                  <Trans>Passkey added on {addedOn}</Trans>
                  <Button
                    variant="text"
                    aria-label={t`Remove the passkey added on ${addedOn}`}
                    onClick={() => change.mutate(() => ask(removePasskey, { params: { id } }))}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </li>
              );
            })}
          </ul>
          {isVerifying && (
            <CodeForm
              method="SMS"
              known={null}
              send={() => ask(requestPhoneCode, { body: {} })}
              confirm={async (challengeId, code) => {
                await ask(confirmPhoneCode, { body: { challengeId, code } });
                setVerifying(false);
                await known.refetch();
              }}
              submitLabel={t`Verify my phone`}
            />
          )}
          <div className="flex flex-wrap gap-x-6">
            {phone && !phone.isVerified && !isVerifying && (
              <Button variant="text" onClick={() => setVerifying(true)}>
                {t`Use my phone ${phoneNumber}`}
              </Button>
            )}
            {canCreatePasskey() && (
              <Button variant="text" onClick={() => change.mutate(add)}>
                <Trans>Add a passkey</Trans>
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
