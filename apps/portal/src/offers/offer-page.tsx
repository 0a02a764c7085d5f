import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Licensing, useContact } from "../products/offers/licensing.tsx";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";

type OfferPageProps = {
  title: string;
  lead: ReactNode;
  takesFocus: boolean;
  /** What the page is there for, if not only to be read. Close is then a link beside it. */
  primary?: { label: string; onPress: () => void; busy: boolean };
  children: ReactNode;
};

/** The frame of a page about a decision: its heading, its content in the whole width, Close, and who lends under which license. */
export function OfferPage({ title, lead, takesFocus, primary, children }: OfferPageProps) {
  const { t } = useLingui();
  const onPress = useLeave();
  const close = { label: t`Close`, onPress };
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus={takesFocus}>{title}</Heading>
        <p className="max-w-[60ch] text-ink-soft">{lead}</p>
      </div>
      {children}
      {primary ? (
        <FormFooter primary={{ ...primary, id: "learn-more" }} tertiary={close} />
      ) : (
        <FormFooter primary={{ ...close, id: "close" }} />
      )}
      <Licensing />
    </div>
  );
}

/** Leaves the portal, from Close or Back. */
export function useLeave(): () => void {
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  return () => void leave().catch(showError);
}

/** Where to write, with the number by which we find the application. Without the contact, the page's help has it. */
export function WriteToUs() {
  const contact = useContact();
  if (!contact) return <Trans>You find how to reach us under Help.</Trans>;
  const { supportEmail, reference } = contact;
  const address = (
    <a href={`mailto:${supportEmail}?subject=${reference}`} className="text-link underline wrap-anywhere">
      {supportEmail}
    </a>
  );
  return (
    <Trans>
      Write to {address} and name your reference number{" "}
      <strong className="whitespace-nowrap select-all">{reference}</strong>.
    </Trans>
  );
}
