import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { ApiError, request } from "../shared/api/api.ts";
import { businessQuery } from "../shared/api/queries.ts";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Loading } from "../shared/page/loading.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { applyTheme } from "../shared/page/theme.ts";
import { openPortalSession, PortalSessionProvider, usePortalSession } from "../shared/session/portal-session.tsx";
import { directSession, endDirectSession } from "../shared/session/session.ts";
import { Dashboard } from "./dashboard.tsx";
import { Help } from "./help/help.tsx";
import { closeHelpWindow } from "./help/help-window.ts";
import { Page } from "./page.tsx";
import type { Platform } from "./sign-in/attempt.ts";
import { cameFromSignIn, signInPlace } from "./sign-in/place.ts";
import { SignIn } from "./sign-in/sign-in.tsx";

const Goodbye = lazy(async () => ({ default: (await import("./goodbye.tsx")).Goodbye }));

/** The portal outside a frame: a person who is not signed in sees the sign-in page first. */
export function DirectPortal({ hasCome }: { hasCome: boolean }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [moved, setMoved] = useState(() => cameFromSignIn() || hasCome);
  const [hasLeft, setLeft] = useState(false);

  const portalSession = useMemo(() => {
    const session = directSession();
    const comeBack = async () => {
      session.lifetime.close();
      closeHelpWindow();
      setMoved(true);
      await queryClient.resetQueries({ queryKey: ["business"] });
      queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => name !== "business" && name !== "platform" });
    };
    const leave = async () => {
      await session.lifetime.keep();
      await endDirectSession();
      setLeft(true);
      await comeBack();
    };
    return openPortalSession(session, null, { leave, comeBack });
  }, [queryClient]);

  const { platform, frame } = usePlatformFrame();
  const business = useQuery(businessQuery(portalSession));
  const isSignedOut = business.error instanceof ApiError && business.error.status === 401;

  useEffect(() => {
    if (business.isSuccess) portalSession.lifetime.begin();
  }, [business.isSuccess, portalSession]);

  const signedIn = () => {
    setMoved(true);
    void queryClient.resetQueries({ queryKey: ["business"] });
  };

  if (hasLeft) {
    return (
      <Page {...frame}>
        <Suspense>
          <Goodbye onSignIn={() => setLeft(false)} />
        </Suspense>
      </Page>
    );
  }
  if (business.isError && isSignedOut) {
    return (
      <Page {...frame}>
        {platform.isPending && <Loading what={t`Loading your business…`} />}
        {platform.isError && <Problem error={platform.error} again={() => void platform.refetch()} />}
        {platform.data && <SignIn platform={platform.data} takesFocus={moved} onSignedIn={signedIn} />}
      </Page>
    );
  }
  return (
    <PortalSessionProvider portalSession={portalSession}>
      <Dashboard
        hasMoved={moved}
        frame={{
          ...frame,
          help: <Help facts={platform.data ?? null} asks />,
          isCornerPending: business.isPending,
          ...(!business.isPending && { corner: <SignOut /> }),
        }}
      />
    </PortalSessionProvider>
  );
}

/** The platform of the page, and the header and footer that it sets. */
export function usePlatformFrame() {
  const platform = useQuery({ queryKey: ["platform"], queryFn: askForPlatform });
  const frame = {
    brand: platform.data && { name: platform.data.platformProgramName, logoUrl: platform.data.signInPage.logoUrl },
    foot: platform.data && <Foot platform={platform.data} />,
    help: platform.data && <Help facts={platform.data} asks={false} />,
  };
  return { platform, frame };
}

function SignOut() {
  const { leave } = usePortalSession();
  const { t } = useLingui();
  const showError = useErrorBanner();
  const signOut = () =>
    leave().catch((error: unknown) =>
      showError(error, t`We could not sign you out. Please check your connection and try again.`),
    );
  return (
    <Button variant="text" className="text-small" onClick={signOut}>
      {t`Sign out`}
    </Button>
  );
}

function Foot({ platform: { supportEmail, supportPhone, lenderName, licenseLine } }: { platform: Platform }) {
  const lenderAtEnd = beforePeriod(lenderName);
  const address = (
    <a href={`mailto:${supportEmail}`} className="text-link underline underline-offset-3">
      {supportEmail}
    </a>
  );
  return (
    <>
      <p>
        {supportPhone ? (
          <Trans>
            Questions? Write to {address} or call {supportPhone}.
          </Trans>
        ) : (
          <Trans>Questions? Write to {address}.</Trans>
        )}
      </p>
      <p>
        <Trans>Financing by {lenderAtEnd}.</Trans> {licenseLine && <span lang="en">{licenseLine}</span>}
      </p>
    </>
  );
}

async function askForPlatform(): Promise<Platform> {
  const platform = await request(findPlatform, { query: signInPlace() });
  applyTheme(platform.styles);
  return platform;
}
