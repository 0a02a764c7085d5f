import { Locale } from "@inlay/ui/locale.tsx";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { newQueryClient } from "../shared/api/queries.ts";
import { withTexts } from "../shared/language/language.ts";
import { useWords } from "../shared/language/words.ts";
import type { Host } from "../shared/session/host.ts";
import { openPortalSession, PortalSessionProvider } from "../shared/session/portal-session.tsx";
import { embeddedSession } from "../shared/session/session.ts";
import { Dashboard } from "./dashboard.tsx";
import { DirectPortal } from "./direct-portal.tsx";
import { Help } from "./help/help.tsx";
import { invitationToken } from "./invitation-token.ts";

/** The portal: embedded in a platform's page, or a page of its own with sign-in. */
export function Portal({ host }: { host: Host | null }) {
  const [queryClient] = useState(newQueryClient);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <FieldLanguage>{pageFor(host)}</FieldLanguage>
      </QueryClientProvider>
    </I18nProvider>
  );
}

/** The pages that links of emails and vendors lead to, by the parameter that their URL has. */
const linked = Object.entries({
  accountant: lazy(async () => ({ default: (await import("./accountant-page.tsx")).AccountantPage })),
  accountChange: lazy(async () => ({ default: (await import("./account-change-page.tsx")).AccountChangePage })),
  refuseReminders: lazy(async () => ({ default: (await import("./refuse-reminders-page.tsx")).RefuseRemindersPage })),
  stopEmails: lazy(() =>
    withTexts("servicing", async () => ({ default: (await import("./stop-emails-page.tsx")).StopEmailsPage })),
  ),
  bankLinked: lazy(async () => ({ default: (await import("./bank-linked.tsx")).BankLinked })),
});

function pageFor(host: Host | null): ReactNode {
  const parameters = new URLSearchParams(window.location.search);
  const [, Linked] = linked.find(([parameter]) => parameters.has(parameter)) ?? [];
  if (Linked)
    return (
      <Suspense>
        <Linked />
      </Suspense>
    );
  return host ? <EmbeddedPortal host={host} /> : <OwnPage />;
}

const Invitation = lazy(async () => ({ default: (await import("./invitation.tsx")).Invitation }));

/** The portal outside a frame. An invitation token in the URL is exchanged for a session first. */
function OwnPage() {
  const [token, setToken] = useState(invitationToken);
  const [hasCome, setCome] = useState(false);
  if (token === null) return <DirectPortal hasCome={hasCome} />;
  const enter = () => {
    setCome(true);
    setToken(null);
  };
  return (
    <Suspense>
      <Invitation token={token} onEnter={enter} />
    </Suspense>
  );
}

function FieldLanguage({ children }: { children: ReactNode }) {
  return <Locale locale={useWords().region}>{children}</Locale>;
}

function EmbeddedPortal({ host }: { host: Host }) {
  const [portalSession] = useState(() => {
    const session = embeddedSession(host);
    return openPortalSession(session, host, {
      leave: async () => host.emit("exit", { reason: "closed" }),
      comeBack: session.lifetime.stay,
    });
  });
  return (
    <PortalSessionProvider portalSession={portalSession}>
      <Dashboard frame={{ help: <Help facts={null} asks /> }} />
    </PortalSessionProvider>
  );
}
