import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Heading } from "../../shared/page/heading.tsx";
import { Licensing } from "./licensing.tsx";
import { OfferActions } from "./offer-actions.tsx";
import { useOfferFrame } from "./offer-view.ts";

type DetailPageProps = {
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

/** A page that an owner opens from a summary and leaves by going back: learn more, compare. */
export function DetailPage({ title, lead, children }: DetailPageProps) {
  const { t } = useLingui();
  const { product, takesFocus, onBack } = useOfferFrame();
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus={takesFocus}>{title}</Heading>
        <p className="max-w-[60ch] text-pretty text-ink-soft">{lead}</p>
      </div>
      {children}
      <OfferActions
        primary={{ label: t`Back to my offer`, onPress: onBack, id: "back-to-offer" }}
        links={[{ label: t`Print or save as PDF`, onPress: () => window.print() }]}
      />
      <Licensing products={[product]} />
    </div>
  );
}
