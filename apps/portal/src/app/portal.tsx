import { Locale } from "@inlay/ui/locale.tsx";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Host } from "../shared/host.ts";
import { newQueryClient } from "../shared/queries.ts";
import { embeddedSession } from "../shared/session.ts";
import { openVisit, VisitProvider } from "../shared/visit.tsx";
import { useWords } from "../shared/words.ts";
import { Dashboard } from "./dashboard.tsx";
import { DirectPortal } from "./direct-portal.tsx";

/** Inside a platform's page, or a page of its own where people sign in. */
export function Portal({ host }: { host: Host | null }) {
  const [queryClient] = useState(newQueryClient);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <FieldLanguage>{host ? <EmbeddedPortal host={host} /> : <DirectPortal />}</FieldLanguage>
      </QueryClientProvider>
    </I18nProvider>
  );
}

function FieldLanguage({ children }: { children: ReactNode }) {
  return <Locale locale={useWords().region}>{children}</Locale>;
}

function EmbeddedPortal({ host }: { host: Host }) {
  const [visit] = useState(() =>
    openVisit(embeddedSession(host), host, async () => host.tell("exit", { reason: "closed" })),
  );
  return (
    <VisitProvider visit={visit}>
      <Dashboard />
    </VisitProvider>
  );
}
