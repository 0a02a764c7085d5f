import { beforePeriod } from "@inlay/contracts/before-period.ts";
import type { Business } from "@inlay/contracts/business.ts";
import { getHelp, getSupportToken } from "@inlay/contracts/calls/help.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { Drawer } from "@inlay/ui/overlays/drawer.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { lastRefusedRequestId } from "../../shared/api/api.ts";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { makeRoom } from "../../shared/page/make-room.ts";
import { PortalSessionContext } from "../../shared/session/portal-session.tsx";
import { StepUpMethodsSection } from "../step-up/methods-section.tsx";
import { CopyLine } from "./copy-line.tsx";
import type { HelpFacts } from "./help-facts.ts";
import { openHelpWindow } from "./help-window.ts";

type Dialogs = { onWithdraw: () => void; onCorrect: () => void };
type HelpPanelProps = Dialogs & { facts: HelpFacts | null; asks: boolean; onClose: () => void };

/** Support contact, reference number and frequent questions. */
export function HelpPanel({ facts: known, asks, onClose, onWithdraw, onCorrect }: HelpPanelProps) {
  const { t } = useLingui();
  const session = useContext(PortalSessionContext);
  const [requestId] = useState(lastRefusedRequestId);
  const help = useQuery({
    queryKey: ["help"],
    queryFn: () => (session ? session.ask(getHelp, {}) : Promise.reject(new Error("There is no portal session."))),
    enabled: asks && session !== null,
  });
  const facts: HelpFacts | null = help.data ?? known;
  const lenderAtEnd = beforePeriod(facts?.lenderName ?? "");
  const reference = help.data?.reference ?? null;
  useEffect(() => makeRoom(), []);

  return (
    <Drawer title={t`Help`} isOpen onClose={onClose} closeLabel={t`Close help`}>
      <div className="grid gap-7 pb-4">
        {asks && (
          <div className="grid gap-3">
            {!help.isError && (
              <p className="text-ink-soft">
                <Trans>Tell us this number when you write or call, and we find your application at once.</Trans>
              </p>
            )}
            {reference && <CopyLine label={t`Your reference number`} value={reference} isLarge />}
            {help.isPending && <Skeleton className="h-24 w-full" />}
            {help.isError && (
              <Notice tone="error">
                <p>{messageOf(help.error)}</p>
                <Button variant="text" onClick={() => void help.refetch()}>
                  <Trans>Try again</Trans>
                </Button>
              </Notice>
            )}
            {requestId && <CopyLine label={t`The error you saw last`} value={requestId} />}
          </div>
        )}
        {!asks && requestId && <CopyLine label={t`The error you saw last`} value={requestId} />}
        {facts && (
          <Contact facts={facts} reference={reference}>
            {help.data?.helpWindowScriptUrl && (
              <MessageUs scriptUrl={help.data.helpWindowScriptUrl} onOpened={onClose} />
            )}
          </Contact>
        )}
        {asks && session && <StepUpMethodsSection />}
        {asks && <Questions onWithdraw={onWithdraw} onCorrect={onCorrect} />}
        {facts && (facts.lenderName || facts.licenseLine) && (
          <div className="grid gap-1 border-t border-line pt-4 text-small text-ink-soft">
            {lenderAtEnd && (
              <p>
                <Trans>Financing by {lenderAtEnd}.</Trans>
              </p>
            )}
            {facts.licenseLine && <p lang="en">{facts.licenseLine}</p>}
          </div>
        )}
      </div>
    </Drawer>
  );
}

type ContactProps = { facts: HelpFacts; reference: string | null; children: ReactNode };

function Contact({ facts, reference, children }: ContactProps) {
  const { t } = useLingui();
  const { language } = useWords();
  const { supportEmail, supportPhone, supportHours } = facts;
  const subject = reference ? `?subject=${encodeURIComponent(t`Question about ${reference}`)}` : "";
  return (
    <section className="grid gap-2" aria-label={t`Talk to us`}>
      <h3 className="font-semibold">
        <Trans>Talk to us</Trans>
      </h3>
      {children}
      <dl className="flex flex-wrap gap-x-10">
        <Way label={t`Email`}>
          <Address href={`mailto:${supportEmail}${subject}`}>{supportEmail}</Address>
        </Way>
        {supportPhone && (
          <Way label={t`Phone`}>
            <Address href={telephone(supportPhone)}>{supportPhone}</Address>
          </Way>
        )}
      </dl>
      {supportHours && <p className="text-small text-ink-soft">{supportHours[language]}</p>}
    </section>
  );
}

const Way = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="pt-2">
    <dt className="text-small text-ink-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

const Address = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    className="inline-flex min-h-11 items-center text-link underline underline-offset-3 wrap-anywhere hover:no-underline"
  >
    {children}
  </a>
);

/** Platforms write national numbers; a `tel:` link needs the country code too. */
function telephone(written: string): string {
  const digits = written.replaceAll(/\D/g, "");
  return `tel:${digits.length === 10 ? `+1${digits}` : `+${digits}`}`;
}

function MessageUs({ scriptUrl, onOpened }: { scriptUrl: string; onOpened: () => void }) {
  const { t } = useLingui();
  const { language } = useWords();
  const session = useContext(PortalSessionContext);
  const opening = useMutation({
    mutationFn: async () => {
      const askForToken = async () => (await session?.ask(getSupportToken, {}))?.token ?? "";
      if (!(await openHelpWindow({ scriptUrl, language, askForToken })))
        throw new Error("The help window could not be opened.");
    },
    // The panel closes, because the message window behind it cannot be reached while it is open.
    onSuccess: onOpened,
  });
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" busy={opening.isPending} onClick={() => opening.mutate()}>
        {t`Message us`}
      </Button>
      {opening.isError && (
        <Notice tone="error">
          <p>
            <Trans>The message window could not be opened here. Please write or call instead.</Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}

function Questions({ onWithdraw, onCorrect }: Dialogs) {
  const { t } = useLingui();
  const hasApplied = useHasApplied();
  return (
    <section className="grid gap-1" aria-label={t`What people ask`}>
      <h3 className="pb-1 font-semibold">
        <Trans>What people ask</Trans>
      </h3>
      <Question title={t`What do you do with my bank data?`}>
        <p>
          <Trans>
            We read your balances, transactions and account details to prepare offers for you. If you accept one, we use
            the account you choose to send and collect payments, and only after you have authorized it.
          </Trans>
        </p>
        <p>
          <Trans>Your bank's user name and password go to your bank. We never see or keep them.</Trans>
        </p>
      </Question>
      <Question title={t`How do I disconnect my bank?`}>
        <p>
          <Trans>
            Contact us, and we stop reading the account. You can also take back our access at your bank, in its settings
            for connected apps.
          </Trans>
        </p>
        <p>
          <Trans>
            While an application is open we may then ask you for bank statements instead. Payments that you have
            authorized go on until you tell us to stop them.
          </Trans>
        </p>
      </Question>
      <Question title={t`Can I stop and come back later?`}>
        <p>
          <Trans>
            Yes. Every step you finish is kept, and most of what you type is kept as you go. Social Security numbers and
            account numbers are kept only once you send them.
          </Trans>
        </p>
      </Question>
      {hasApplied && (
        <Question title={t`Something I entered is wrong. What can I do?`}>
          <p>
            <Trans>Tell us, and our team corrects it with you. Your application goes on meanwhile.</Trans>
          </p>
          <div>
            <Button variant="secondary" onClick={onCorrect}>
              {t`Correct something`}
            </Button>
          </div>
        </Question>
      )}
      {hasApplied && (
        <Question title={t`Can I withdraw my application?`}>
          <p>
            <Trans>
              Yes, at any time before you sign. We stop looking at it, and nobody is asked for anything more.
            </Trans>
          </p>
          <div>
            <Button variant="secondary" onClick={onWithdraw}>
              {t`Withdraw application`}
            </Button>
          </div>
        </Question>
      )}
      <Question title={t`Does applying affect my credit score?`}>
        <p>
          <Trans>
            Looking at offers does not. We ask for a soft credit check, which other lenders do not see, and only after
            you have agreed to it.
          </Trans>
        </p>
      </Question>
    </section>
  );
}

/** Whether the person is the primary owner of a business with an open application. Read from what the page has loaded. */
function useHasApplied(): boolean {
  const queryClient = useQueryClient();
  const business = queryClient.getQueryData<Business>(["business"]);
  const offers = queryClient.getQueryData<{ currentStep: OfferStep | null }>(["offers workflow"]);
  const step = offers?.currentStep ?? null;
  return business?.roles.includes("PRIMARY_OWNER") === true && step !== null && !endedSteps.includes(step);
}
const endedSteps: OfferStep[] = [
  "LOAN_APPLICATION_INCOMPLETE",
  "LOAN_APPLICATION_WITHDRAWN",
  "NO_OFFERS_EXTENDED",
  "ISSUED_PRODUCT_CREATED",
];

const Question = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group border-t border-line">
    <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
      {title}
      <span className="shrink-0 group-open:rotate-180 motion-safe:transition-transform">
        <ChevronIcon />
      </span>
    </summary>
    <div className="grid gap-2 pb-4 text-small text-ink-soft">{children}</div>
  </details>
);
