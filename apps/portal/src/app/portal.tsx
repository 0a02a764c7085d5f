import { getWorkflow } from "@inlay/contracts/calls/onboarding.ts";
import { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { getBusiness } from "@inlay/contracts/calls/people.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/notice.tsx";
import { useCallback, useEffect, useState } from "react";
import { ApiError, request } from "../shared/api.ts";
import type { Host } from "../shared/host.ts";
import { directSession, embeddedSession, endDirectSession, requestAs, type Session } from "../shared/session.ts";
import { lookOf, wear } from "../shared/theme.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { Home } from "./home.tsx";
import { Loading } from "./loading.tsx";
import { Page } from "./page.tsx";
import { Problem } from "./problem.tsx";
import { type Platform, SignIn } from "./sign-in.tsx";

const loadingBusiness = "Loading your business…";

/** Inside a platform's page, or a page of its own where people sign in. */
export function Portal({ host }: { host: Host | null }) {
  return host ? <EmbeddedPortal host={host} /> : <DirectPortal />;
}

function EmbeddedPortal({ host }: { host: Host }) {
  const { loaded, again, moved, switchTo } = useBusiness(() => embeddedSession(host));

  useEffect(() => {
    if (loaded.state === "ready") host.tell("ready", {});
    // What else can fail is the page around us, and it knows.
    if (loaded.state === "failed" && loaded.error instanceof ApiError) {
      const { code, message, requestId, status } = loaded.error;
      const type = status === 401 ? "session_invalid" : code === "NETWORK" ? "network" : "api";
      host.tell("error", { type, code, message, requestId, retriable: type !== "api" || status >= 500 });
    }
  }, [host, loaded]);

  return (
    <Page embedded>
      {loaded.state === "loading" && <Loading what={loadingBusiness} />}
      {loaded.state === "failed" && <Problem error={loaded.error} again={again} />}
      {loaded.state === "ready" && <Home business={loaded.value} takesFocus={moved} onSwitch={switchTo} />}
    </Page>
  );
}

function DirectPortal() {
  const [platform, findAgain] = useLoaded(askForPlatform);
  const { loaded, again, moved, move, switchTo } = useBusiness(directSession);
  const [stillSignedIn, setStillSignedIn] = useState(false);

  const signOut = () =>
    endDirectSession().then(
      () => {
        setStillSignedIn(false);
        move();
      },
      () => setStillSignedIn(true),
    );
  const signOutButton = (
    <Button look="text" onClick={signOut}>
      Sign out
    </Button>
  );

  const known = platform.state === "ready" ? platform.value : null;
  const frame = known && {
    brand: { name: known.platformProgramName, logoUrl: known.signInPage.logoUrl },
    foot: <Foot platform={known} />,
  };

  if (loaded.state === "ready") {
    return (
      <Page {...frame} corner={signOutButton}>
        {stillSignedIn && (
          <div className="mb-6">
            <Notice tone="error">
              <p>We could not sign you out. Please check your connection and try again.</p>
            </Notice>
          </div>
        )}
        <Home business={loaded.value} takesFocus={moved} onSwitch={switchTo} />
      </Page>
    );
  }
  if (loaded.state === "failed" && !isSignedOut(loaded.error)) {
    return (
      <Page {...frame}>
        <Problem error={loaded.error} again={again}>
          {signOutButton}
        </Problem>
      </Page>
    );
  }
  return (
    <Page {...frame}>
      {platform.state === "failed" && <Problem error={platform.error} again={findAgain} />}
      {platform.state !== "failed" && loaded.state === "failed" && known && (
        <SignIn platform={known} takesFocus={moved} onSignedIn={move} />
      )}
      {platform.state !== "failed" && (loaded.state === "loading" || !known) && <Loading what={loadingBusiness} />}
    </Page>
  );
}

function Foot({ platform: { supportEmail, supportPhone, licenseLine } }: { platform: Platform }) {
  return (
    <>
      <p>
        Questions? Write to{" "}
        <a href={`mailto:${supportEmail}`} className="text-link underline underline-offset-3">
          {supportEmail}
        </a>
        {supportPhone && ` or call ${supportPhone}`}.
      </p>
      {licenseLine && <p>{licenseLine}</p>}
    </>
  );
}

/** The business of whoever is asking, in its own look. `moved` is true once the person went somewhere, so that focus may follow. */
function useBusiness(openSession: () => Session) {
  const [session] = useState(openSession);
  const load = useCallback(async () => {
    const [business, workflow] = await Promise.all([
      requestAs(session, getBusiness, {}),
      requestAs(session, getWorkflow, {}),
    ]);
    const look = lookOf(workflow.styleConfigurations, business.customInitializationName);
    if (look) wear(look.styles);
    return business;
  }, [session]);
  const [loaded, again] = useLoaded(load);
  const [moved, setMoved] = useState(false);

  const move = () => {
    setMoved(true);
    again();
  };
  const switchTo = (userIndex: number) => {
    session.switchTo(userIndex);
    move();
  };
  return { loaded, again, moved, move, switchTo };
}

async function askForPlatform(): Promise<Platform> {
  const page = window.location.origin + window.location.pathname;
  const platform = await request(findPlatform, { query: { page } });
  wear(platform.styles);
  return platform;
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
