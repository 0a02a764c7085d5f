import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";

/** The locale in which fields format numbers and dates, and of React Aria's built-in texts. */
export function Locale({ locale, children }: { locale: string; children: ReactNode }) {
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
