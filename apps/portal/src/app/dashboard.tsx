import type { Business } from "@inlay/contracts/business.ts";
import type { ShowRequest } from "@inlay/embed/messages.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { EntryPoint } from "@inlay/lending/onboarding/entry-point.ts";
import type { ServicingStep } from "@inlay/lending/servicing/steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { usePrefetchQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { ServicingFlow } from "../servicing/servicing-flow.tsx";
import { ApiError } from "../shared/api/api.ts";
import {
  businessQuery,
  contactQuery,
  offersQuery,
  offersWorkflowQuery,
  servicingHomeQuery,
  servicingWorkflowQuery,
  workflowQuery,
} from "../shared/api/queries.ts";
import { useLoadFailure } from "../shared/api/use-load-failure.ts";
import { AdditionalInputProvider } from "../shared/business/additional-input-context.ts";
import { BusinessProvider } from "../shared/business/business-context.tsx";
import { MyFinancingProvider } from "../shared/business/my-financing-context.ts";
import { UnknownStep } from "../shared/flow/unknown-step.tsx";
import { withTexts } from "../shared/language/language.ts";
import { BannerPlace } from "../shared/page/banners.tsx";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { Loading } from "../shared/page/loading.tsx";
import { onDemand } from "../shared/page/on-demand.tsx";
import { Problem } from "../shared/page/problem.tsx";
import { usePortalSession, useSessionState, useStepUpRequest } from "../shared/session/portal-session.tsx";
import { SelectUserRole } from "./gates/select-user-role.tsx";
import { alertFor, canOpenAdditionalInput, canOpenMyFinancing, type Opened, openedPage } from "./opened-page.ts";
import { Page } from "./page.tsx";
import { SessionEnded } from "./session-ended.tsx";
import { useOwnLanguage } from "./use-own-language.ts";
import { useShow } from "./use-show.ts";
import { useTheme } from "./use-theme.ts";

const OnboardingFlow = onDemand(async () => (await import("../onboarding/onboarding-flow.tsx")).OnboardingFlow);
const CoOwnerPortal = onDemand(async () => (await import("./co-owner-portal.tsx")).CoOwnerPortal);
const OfferFlow = onDemand(() => withTexts("offers", async () => (await import("../offers/offer-flow.tsx")).OfferFlow));
const Servicing = onDemand(() =>
  withTexts("servicing", async () => (await import("../servicing/servicing-flow.tsx")).ServicingFlow),
);
const AccountVerification = onDemand(
  async () => (await import("../onboarding/account-verification/account-verification.tsx")).AccountVerification,
);
// Few people see these two, so the first page does not load them.
const Blocked = onDemand(async () => (await import("./gates/blocked.tsx")).Blocked);
const SelectBusiness = onDemand(async () => (await import("./gates/select-business.tsx")).SelectBusiness);
const StepUpDialog = onDemand(async () => (await import("./step-up/step-up-dialog.tsx")).StepUpDialog);
const SessionWarning = onDemand(async () => (await import("./session-warning.tsx")).SessionWarning);
// The environment is known at build time, so a production build does not contain the file.
const DevTools =
  import.meta.env.VITE_ENVIRONMENT === "production"
    ? null
    : onDemand(async () => (await import("./dev-tools.tsx")).DevTools);

type DashboardProps = {
  frame?: Omit<ComponentProps<typeof Page>, "children">;
  /** Whether the person came here by an action of their own, such as signing in. */
  hasMoved?: boolean;
};

/** The signed-in portal: loads the state of the business and opens the page where the person continues. */
export function Dashboard({ frame, hasMoved = false }: DashboardProps) {
  const session = usePortalSession();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [moved, setMoved] = useState(hasMoved);
  const [isChosen, setChosen] = useState(false);
  // The link of an email about the verification of a bank account.
  const [isVerifying, setVerifying] = useState(() => new URLSearchParams(window.location.search).has("verifyAccount"));

  const [business, workflow, offers, servicing] = useQueries({
    queries: [
      businessQuery(session),
      workflowQuery(session),
      offersWorkflowQuery(session),
      servicingWorkflowQuery(session),
    ],
  });
  const parts = [business, workflow, offers, servicing];
  // A part that is known stays on the page when a later request for it fails.
  const failed = parts.find((part) => part.isLoadingError);
  const again = () => {
    for (const part of parts) if (part.isLoadingError) void part.refetch();
  };
  useHostEvents(
    failed?.error ?? null,
    parts.every((part) => part.isSuccess),
  );
  useLoadFailure(workflow.error);
  useTheme(business.data, workflow.data, failed !== undefined);
  const isLanguageSet = useOwnLanguage(business.data);

  // The consent to another application leads back to servicing, and gives the offers their first step.
  const isOfferStepOld = workflow.data?.currentStep === "READY_FOR_SERVICING" && offers.data?.currentStep === null;
  useEffect(() => {
    if (isOfferStepOld) void queryClient.invalidateQueries(offersWorkflowQuery(session));
  }, [isOfferStepOld, queryClient, session]);

  const state = useSessionState();
  const isOver = state.phase === "ENDED";

  const stepUpRequest = useStepUpRequest();
  useEffect(() => {
    // A session that has ended leaves no request waiting.
    if (isOver) session.stepUp.settle(false);
  }, [isOver, session]);

  const [opened, setOpened] = useState<Opened>(null);
  const open = (page: Opened) => {
    setMoved(true);
    setOpened(page);
  };
  const [restarts, setRestarts] = useState(0);
  const arrival = business.data &&
    workflow.data &&
    offers.data &&
    servicing.data && {
      roles: business.data.roles,
      onboardingStep: workflow.data.currentStep,
      offerStep: offers.data.currentStep,
      servicingStep: servicing.data.currentStep,
      // Servicing starts with the first issued product.
      hasIssuedProducts: servicing.data.currentStep !== null,
      stepsOfAllBusinesses: isChosen ? [] : business.data.allBusinessUsers.map((user) => user.currentStep),
    };
  const [shown, setShown] = useState<ShowRequest | null>(null);
  useShow(arrival ?? null, (requested, asked) => {
    const isServicing = requested === "MY_FINANCING";
    if (isServicing) open(requested);
    else setOpened(null);
    setShown(isServicing ? asked : null);
    setRestarts((count) => count + 1);
  });

  const switchTo = (userIndex: number) => {
    session.switchTo(userIndex);
    setOpened(null);
    setMoved(true);
    setChosen(true);
    void queryClient.resetQueries({ predicate: ({ queryKey: [name] }) => name !== "platform" });
  };

  const page = () => {
    if (failed) return <Problem error={failed.error} again={again} />;
    if (!arrival || !business.data || !servicing.data || !isLanguageSet) {
      return <Loading what={t`Loading your business…`} />;
    }
    const leaveVerification = () => {
      setMoved(true);
      setVerifying(false);
    };
    const at = openedPage(arrival, opened);
    const showMyFinancing = () => {
      setShown(null);
      open("MY_FINANCING");
    };
    const openMyFinancing = at.page !== "SERVICING" && canOpenMyFinancing(arrival) ? showMyFinancing : null;
    const openAdditionalInput = canOpenAdditionalInput(arrival) ? () => open("ADDITIONAL_INPUT") : null;
    const alert = alertFor(arrival);
    const isShowingVerification = isVerifying && business.data.roles.includes("PRIMARY_OWNER");
    return (
      <BusinessProvider business={business.data} onSwitch={switchTo}>
        <Suspense fallback={<Loading what={t`Loading your application…`} />}>
          {isShowingVerification ? (
            <LoadBoundary>
              <AccountVerification takesFocus={moved} onLeave={leaveVerification} />
            </LoadBoundary>
          ) : (
            <MyFinancingProvider value={openMyFinancing}>
              {openMyFinancing && (
                <Button variant="text" className="mb-2" onClick={openMyFinancing}>
                  <Trans>My financing</Trans>
                </Button>
              )}
              <AdditionalInputProvider value={openAdditionalInput}>
                <Entry
                  at={at}
                  business={business.data}
                  servicing={{
                    step: servicing.data.currentStep,
                    offerStep: arrival.offerStep,
                    elsewhere: { alert, open: () => open("ELSEWHERE") },
                    requested: shown,
                  }}
                  restarts={restarts}
                  takesFocus={moved}
                  onMoved={() => setMoved(true)}
                  onChosen={switchTo}
                />
              </AdditionalInputProvider>
            </MyFinancingProvider>
          )}
        </Suspense>
      </BusinessProvider>
    );
  };

  return (
    <BannerPlace>
      <div className={DevTools ? "xl:pr-56" : undefined}>
        <Page embedded={session.host !== null} {...frame} {...(isOver && { corner: null })}>
          {isOver ? <SessionEnded isTypingKept={state.isTypingKept} /> : page()}
        </Page>
      </div>
      {state.phase === "ENDING" && (
        <Beside>
          <SessionWarning {...state} />
        </Beside>
      )}
      {stepUpRequest && !isOver && (
        <Beside>
          <StepUpDialog request={stepUpRequest} />
        </Beside>
      )}
      {DevTools && workflow.data && (
        <Beside>
          <DevTools workflow={workflow.data} offerStep={offers.data?.currentStep ?? null} />
        </Beside>
      )}
    </BannerPlace>
  );
}

/** What comes beside the page, and whose failure leaves the page as it is. */
const Beside = ({ children }: { children: ReactNode }) => (
  <LoadBoundary fallback={(problem) => <Problem {...problem} isPart />}>
    <Suspense>{children}</Suspense>
  </LoadBoundary>
);

type ServicingProps = Omit<ComponentProps<typeof ServicingFlow>, "step" | "takesFocus"> & {
  step: ServicingStep | null;
};

type EntryProps = {
  at: EntryPoint;
  business: Business;
  servicing: ServicingProps;
  /** How often the host page has asked for the page where the person enters. */
  restarts: number;
  takesFocus: boolean;
  onMoved: () => void;
  onChosen: (userIndex: number) => void;
};

/**
 * The page where the person enters. The page before stays until the next one is loaded. A page that replaces another without an action of
 * the person, such as a decision that has come, takes the focus, so that a screen reader announces it.
 */
function Entry({ at, business, restarts, takesFocus: hasMoved, ...others }: EntryProps) {
  const { page } = at;
  const step = "step" in at ? at.step : null;
  const [firstPage] = useState(page);
  const takesFocus = hasMoved || page !== firstPage;
  const opened = useMemo(
    () => ({ page, step, business, restarts, takesFocus }),
    [page, step, business, restarts, takesFocus],
  );
  const shown = useDeferredValue(opened);
  return (
    // Another business or another kind of page mounts the page anew.
    <LoadBoundary key={`${shown.restarts} ${shown.business.businessUserIndex} ${shown.page}`}>
      <EntryPage {...shown} {...others} />
    </LoadBoundary>
  );
}

type EntryPageProps = Omit<EntryProps, "at" | "restarts"> & {
  page: EntryPoint["page"];
  step: string | null;
};

function EntryPage({ page, step, business, servicing, takesFocus, onMoved, onChosen }: EntryPageProps) {
  switch (page) {
    case "SELECT_BUSINESS":
      return <SelectBusiness business={business} takesFocus={takesFocus} onChosen={onChosen} />;
    case "SELECT_USER_ROLES":
      return <SelectUserRole business={business} takesFocus={takesFocus} onClaimed={onMoved} />;
    case "BLOCKED_ON_PRIMARY_OWNER":
    case "PRIMARY_OWNER_CONFLICT":
      return <Blocked gate={page} takesFocus={takesFocus} />;
    case "CO_OWNER_FLOW":
      return <CoOwnerPortal takesFocus={takesFocus} />;
    case "ONBOARDING_FLOW":
      return <OnboardingFlow moved={takesFocus} />;
    case "OFFER_FLOW":
      return <Offers step={step as OfferStep} takesFocus={takesFocus} />;
    case "SERVICING":
      return servicing.step && <Products {...servicing} step={servicing.step} takesFocus={takesFocus} />;
    default:
      return <UnknownStep step={page} />;
  }
}

/** The page of the products, which are requested while the page is downloaded. */
function Products(props: ComponentProps<typeof ServicingFlow>) {
  usePrefetchQuery(servicingHomeQuery(usePortalSession()));
  return <Servicing {...props} />;
}

/** The page of the offers, which are requested while the page is downloaded. */
function Offers(props: ComponentProps<typeof OfferFlow>) {
  const session = usePortalSession();
  usePrefetchQuery(offersQuery(session));
  usePrefetchQuery(contactQuery(session));
  return <OfferFlow {...props} />;
}

function useHostEvents(error: unknown, isReady: boolean): void {
  const { host } = usePortalSession();
  useEffect(() => {
    if (isReady) host?.emit("ready", {});
  }, [host, isReady]);
  useEffect(() => {
    // Every other error comes from the host page itself.
    if (!host || !(error instanceof ApiError)) return;
    const { code, requestId, status } = error;
    const type = status === 401 ? "session_invalid" : code === "NETWORK" ? "network" : "api";
    // The host page handles errors by their code, so the message stays generic.
    const message = code === "INVALID_SESSION_TOKEN_EXCEPTION" ? error.message : "An unexpected error occurred.";
    host.emit("error", { type, code, message, requestId, retriable: type !== "api" || status >= 500 });
  }, [host, error]);
}
