import { text as textIn } from "node:stream/consumers";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { messages as advancesEnglish } from "../locales/advances/en.po";
import { messages as advancesSpanish } from "../locales/advances/es.po";
import { messages as firstEnglish } from "../locales/en.po";
import { messages as firstSpanish } from "../locales/es.po";
import { messages as invoicesEnglish } from "../locales/invoices/en.po";
import { messages as invoicesSpanish } from "../locales/invoices/es.po";
import { messages as lineEnglish } from "../locales/line-of-credit/en.po";
import { messages as lineSpanish } from "../locales/line-of-credit/es.po";
import { messages as servicingEnglish } from "../locales/servicing/en.po";
import { messages as servicingSpanish } from "../locales/servicing/es.po";
import { messages as loanEnglish } from "../locales/term-loan/en.po";
import { messages as loanSpanish } from "../locales/term-loan/es.po";
import { newQueryClient } from "../shared/api/queries.ts";
import { BusinessProvider } from "../shared/business/business-context.tsx";
import type { Language } from "../shared/language/language.ts";
import { BannerPlace } from "../shared/page/banners.tsx";
import { type PortalSession, PortalSessionProvider } from "../shared/session/portal-session.tsx";

const catalogs = {
  en: { ...firstEnglish, ...servicingEnglish, ...advancesEnglish, ...invoicesEnglish, ...lineEnglish, ...loanEnglish },
  es: { ...firstSpanish, ...servicingSpanish, ...advancesSpanish, ...invoicesSpanish, ...lineSpanish, ...loanSpanish },
};
const never = () => new Promise<never>(() => undefined);

type Answers = readonly (readonly [key: readonly unknown[], answer: unknown])[];

/** The text of a page, as a browser with these answers of the server shows it first. Parts of the page are separated by a space. */
export async function rendered(page: ReactNode, answers: Answers, language: Language = "en"): Promise<string> {
  return (await markup(page, answers, language))
    .replace(/<title>.*?<\/title>|<script.*?<\/script>|<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** The markup of a page. */
export async function markup(page: ReactNode, answers: Answers, language: Language = "en"): Promise<string> {
  i18n.load(language, catalogs[language]);
  i18n.activate(language);
  const queries = newQueryClient();
  for (const [key, answer] of answers) queries.setQueryData(key, answer);
  const session = { ask: never, report: () => undefined, leave: never, host: null } as unknown as PortalSession;
  const business = { businessName: "Tidewater Bikes", allBusinessUsers: [], roles: ["PRIMARY_OWNER"] } as never;
  const { prelude } = await prerenderToNodeStream(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <PortalSessionProvider portalSession={session}>
          <BannerPlace>
            <BusinessProvider business={business} onSwitch={() => undefined}>
              {page}
            </BusinessProvider>
          </BannerPlace>
        </PortalSessionProvider>
      </QueryClientProvider>
    </I18nProvider>,
    // Without this, React writes a long part of the page after the rest.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: () => undefined },
  );
  return textIn(prelude);
}
