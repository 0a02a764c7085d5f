import {
  declineCoOwnerInvitation,
  exchangeBusinessInvitation,
  exchangeCoOwnerInvitation,
  introduceInvitation,
  renewInvitation,
} from "@inlay/contracts/calls/invitations.ts";
import { invitationTokenPrefixes } from "@inlay/contracts/onboarding/invitation-token.ts";
import { coOwnerMinutes as minutes } from "@inlay/lending/onboarding/minutes.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { NoOwner, ThanksForTelling } from "../onboarding/co-owner/no-owner.tsx";
import { ApiError, request } from "../shared/api/api.ts";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../shared/language/words.ts";
import { Loading } from "../shared/page/loading.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { directSession } from "../shared/session/session.ts";
import { usePlatformFrame } from "./direct-portal.tsx";
import { InvitationFacts } from "./invitation-facts.tsx";
import { Page } from "./page.tsx";

type InvitationProps = { token: string; onEnter: () => void };

/**
 * The page that an invitation link opens. The token is used when a person presses the button and not before: an email scanner that opens
 * every link must not use it up.
 */
export function Invitation({ token, onEnter }: InvitationProps) {
  const { t } = useLingui();
  useWords();
  const { platform, frame } = usePlatformFrame();
  const introduction = useQuery({
    queryKey: ["invitation introduction"],
    queryFn: () => request(introduceInvitation, {}, { invitetoken: token }),
    // The page is complete without it: a link that no longer works is refused when it is used.
    retry: false,
  });
  const isCoOwner = token.startsWith(invitationTokenPrefixes.SECONDARY_OWNER);
  const accept = useMutation({
    mutationFn: async () => {
      const call = isCoOwner ? exchangeCoOwnerInvitation : exchangeBusinessInvitation;
      const { userIndex } = await request(call, {}, { invitetoken: token });
      directSession().switchTo(userIndex);
    },
    onSuccess: onEnter,
  });
  const decline = useMutation({ mutationFn: () => request(declineCoOwnerInvitation, {}, { invitetoken: token }) });
  const spent = [accept.error, decline.error].find((error) => error instanceof ApiError && error.status === 401);
  if (decline.isSuccess) {
    return (
      <Page {...frame}>
        <ThanksForTelling />
      </Page>
    );
  }
  if (spent) {
    return (
      <Page {...frame}>
        <Spent token={token} error={spent} onSignIn={onEnter} />
      </Page>
    );
  }
  // What the page says about the business would move the rest of it, if it came later.
  if (introduction.isPending || platform.isPending) {
    return (
      <Page {...frame}>
        <Loading what={t`Loading…`} />
      </Page>
    );
  }
  return (
    <Page {...frame}>
      <Screen
        title={isCoOwner ? t`You were named as an owner` : t`You are invited`}
        lead={
          isCoOwner ? (
            <Trans>An owner of your business is applying for financing and needs your part of the application.</Trans>
          ) : (
            <Trans>You can see and manage the financing of your business here.</Trans>
          )
        }
        aside={{
          title: t`This link is for you alone`,
          body: (
            <Trans>
              It works once. Later you sign in on this page with your email and a code, and go on where you stopped.
            </Trans>
          ),
        }}
        takesFocus={false}
      >
        <div className="grid gap-6">
          <InvitationFacts introduction={introduction.data} platform={platform.data} />
          {isCoOwner && (
            <ul className="grid max-w-[56ch] list-disc gap-2 pl-5">
              <li>
                <Trans>It takes about {minutes} minutes.</Trans>
              </li>
              <li>
                <Trans>We ask for your own details and your consent. Nobody can give it for you.</Trans>
              </li>
              <li>
                <Trans>What we learn about you is not shown to the other owners.</Trans>
              </li>
            </ul>
          )}
          <FormFooter
            primary={{
              label: isCoOwner ? t`Begin` : t`Continue`,
              busy: accept.isPending,
              onPress: () => !accept.isPending && accept.mutate(),
            }}
            canSwitch={false}
          >
            {accept.error && (
              <Notice tone="error">
                <p>{messageOf(accept.error)}</p>
              </Notice>
            )}
          </FormFooter>
          {isCoOwner && <NoOwner decline={decline} />}
        </div>
      </Screen>
    </Page>
  );
}

/** Shown for a link that is used, expired or revoked. A new link goes to the email address of the first one. */
function Spent({ token, error, onSignIn }: { token: string; error: unknown; onSignIn: () => void }) {
  const { t } = useLingui();
  const signIn = t`Go to sign-in`;
  const renewal = useMutation({ mutationFn: () => request(renewInvitation, {}, { invitetoken: token }) });
  return (
    <Screen title={t`This invitation cannot be used`} takesFocus>
      <div className="grid max-w-[56ch] gap-6">
        {renewal.isSuccess ? (
          <Notice tone="success">
            <p>
              <Trans>
                If you are still invited, a new link is on its way to the same email address. Otherwise please ask
                whoever invited you.
              </Trans>
            </p>
          </Notice>
        ) : (
          <Notice tone="warning">
            <p>{messageOf(error)}</p>
          </Notice>
        )}
        {renewal.isError && (
          <Notice tone="error">
            <p>{messageOf(renewal.error)}</p>
          </Notice>
        )}
        {renewal.isSuccess ? (
          <Button variant="secondary" className="justify-self-start" onClick={onSignIn}>
            {signIn}
          </Button>
        ) : (
          <FormFooter
            primary={{
              label: t`Send me a new link`,
              busy: renewal.isPending,
              onPress: () => !renewal.isPending && renewal.mutate(),
            }}
            tertiary={{ label: signIn, onPress: onSignIn }}
            canSwitch={false}
          />
        )}
      </div>
    </Screen>
  );
}
