import {
  exchangeAccountantLink,
  introduceAccountantLink,
  readAccountantInvitation,
  renewAccountantLink,
} from "@inlay/contracts/calls/accountant.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { Accountant } from "../accountant/accountant.tsx";
import { accountantSession } from "../accountant/session.ts";
import { ApiError } from "../shared/api/api.ts";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { messageOf } from "../shared/language/words.ts";
import { BannerPlace } from "../shared/page/banners.tsx";
import { Loading } from "../shared/page/loading.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { applyTheme } from "../shared/page/theme.ts";
import { PortalSessionProvider } from "../shared/session/portal-session.tsx";
import { usePlatformFrame } from "./direct-portal.tsx";
import { InvitationFacts } from "./invitation-facts.tsx";
import { Page } from "./page.tsx";

/** Replaces the token in the URL once the link is used, so that the token cannot be copied from there. */
const used = "open";
const tokenInAddress = () => new URLSearchParams(window.location.search).get("accountant") ?? used;

function forgetToken(): void {
  const address = new URL(window.location.href);
  address.searchParams.set("accountant", used);
  window.history.replaceState(null, "", address);
}

/** The page that the link in an accountant's email opens. */
export function AccountantPage() {
  const [token, setToken] = useState(tokenInAddress);
  return (
    <PortalSessionProvider portalSession={accountantSession}>
      <BannerPlace>
        {token === used ? (
          <AccountantPortal />
        ) : (
          <Begin
            token={token}
            onBegun={() => {
              forgetToken();
              setToken(used);
            }}
          />
        )}
      </BannerPlace>
    </PortalSessionProvider>
  );
}

const { ask } = accountantSession;

/** The link works once. It is used when a person presses the button, because email scanners open links too. */
function Begin({ token, onBegun }: { token: string; onBegun: () => void }) {
  const { t } = useLingui();
  const exchange = useMutation({
    mutationFn: () => ask(exchangeAccountantLink, { body: { token } }),
    onSuccess: onBegun,
  });
  const { platform, frame } = usePlatformFrame();
  const introduction = useQuery({
    queryKey: ["accountant introduction"],
    queryFn: () => ask(introduceAccountantLink, { body: { token } }),
    // The page is complete without it: a link that no longer works is refused when it is used.
    retry: false,
  });
  const isSpent = exchange.error instanceof ApiError && exchange.error.code === "ACCOUNTANT_LINK_INVALID";
  if (isSpent) return <Spent token={token} />;
  // What the page says about the client would move the rest of it, if it came later.
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
        title={t`Help your client`}
        lead={<Trans>Connect their accounting software or upload their tax returns. You need no account.</Trans>}
        takesFocus={false}
      >
        <InvitationFacts introduction={introduction.data} platform={platform.data} />
        <FormFooter primary={{ busy: exchange.isPending, onPress: () => exchange.mutate() }} canSwitch={false}>
          {exchange.isError && (
            <Notice tone="error">
              <p>{messageOf(exchange.error)}</p>
            </Notice>
          )}
        </FormFooter>
      </Screen>
    </Page>
  );
}

/** Shown for a link that is used, expired or revoked. A new link goes to the email address of the first one. */
function Spent({ token }: { token: string }) {
  const { t } = useLingui();
  const { frame } = usePlatformFrame();
  const renewal = useMutation({ mutationFn: () => ask(renewAccountantLink, { body: { token } }) });
  return (
    <Page {...frame}>
      <Screen
        title={t`This link no longer works`}
        lead={<Trans>For the safety of your client it works once, and for 14 days.</Trans>}
        takesFocus
      >
        {renewal.isSuccess ? (
          <Notice tone="success">
            <p>
              <Trans>
                If your client still needs your help, a new link is on its way to the same email address. Otherwise
                please ask your client.
              </Trans>
            </p>
          </Notice>
        ) : (
          <FormFooter
            primary={{ label: t`Send me a new link`, busy: renewal.isPending, onPress: () => renewal.mutate() }}
            canSwitch={false}
          >
            {renewal.isError && (
              <Notice tone="error">
                <p>{messageOf(renewal.error)}</p>
              </Notice>
            )}
          </FormFooter>
        )}
      </Screen>
    </Page>
  );
}

function AccountantPortal() {
  const { t } = useLingui();
  const [hasMoved] = useState(() => tokenInAddress() === used);
  const invitation = useQuery({
    queryKey: ["accountant"],
    queryFn: () => ask(readAccountantInvitation, {}),
  });
  const { data } = invitation;
  const { platform, frame } = usePlatformFrame();
  useLayoutEffect(() => {
    // The business may have a theme of its own. The platform's applies it before or after.
    if (data?.styles && !platform.isPending) applyTheme(data.styles);
  }, [data, platform.isPending]);
  const isOver = invitation.error instanceof ApiError && invitation.error.status === 401;
  if (isOver) {
    return (
      <Page {...frame}>
        <Screen title={t`Your visit has ended`} takesFocus>
          <Notice tone="info">
            <p>
              <Trans>Please open the link in your email again. From there we can send you a new one.</Trans>
            </p>
          </Notice>
        </Screen>
      </Page>
    );
  }
  return (
    <Page {...frame}>
      {invitation.isError && <Problem error={invitation.error} again={() => void invitation.refetch()} />}
      {invitation.isPending && <Loading what={t`Loading…`} />}
      {data && <Accountant invitation={data} takesFocus={hasMoved} />}
    </Page>
  );
}
