import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/** The language in which fields write numbers and days, and say their own few words. */
export function Locale({ locale, children }: { locale: string; children: ReactNode }) {
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
