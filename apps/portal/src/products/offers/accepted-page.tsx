import { Card } from "@inlay/ui/card.tsx";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useWords } from "../../shared/language/words.ts";
import { Heading } from "../../shared/page/heading.tsx";

/** The props of each product's page about an accepted offer. */
export type AcceptedView<Offer> = {
  offer: Offer;
  /** The earliest day on which a payout arrives. */
  fundsExpectedOn: string | undefined;
  takesFocus: boolean;
};

/** When a payout arrives. "24 hours" is not exact before weekends and holidays, and while a new account is held. */
export function useArrival(fundsExpectedOn: string | undefined): string {
  const { t } = useLingui();
  const { day: wordsOf } = useWords();
  if (fundsExpectedOn === undefined) return t`Within 24 hours`;
  const day = wordsOf(fundsExpectedOn);
  return t`In your account on ${day} at the earliest`;
}

type AcceptedPageProps = {
  title: string;
  lead: ReactNode;
  takesFocus: boolean;
  /** What happens after the signatures; the first of it happens now. */
  next: readonly [{ label: string; detail?: string }, ...{ label: string; detail?: string }[]];
  /** The figures of what is paid out. */
  rows?: readonly ReceiptRow[];
};

/** Everybody has signed: what happens now, and what is paid out. */
export function AcceptedPage({ title, lead, takesFocus, next, rows = [] }: AcceptedPageProps) {
  const { t } = useLingui();
  return (
    <div className="grid items-start gap-x-7 gap-y-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <title>{title}</title>
      <div className="grid min-w-0 gap-6">
        <div className="grid gap-2">
          <Heading takesFocus={takesFocus}>{title}</Heading>
          <p className="max-w-[60ch] text-ink-soft">{lead}</p>
        </div>
        <Card>
          <Timeline
            doneLabel={t`Done`}
            stops={[
              { label: t`Agreement signed`, state: "DONE" },
              ...next.map((stop, at) => ({ ...stop, state: at === 0 ? ("NOW" as const) : ("LATER" as const) })),
            ]}
          />
        </Card>
      </div>
      {rows.length > 0 && (
        <Card className="min-w-0">
          <h2 className="type-subheader mb-4">
            <Trans>Your figures</Trans>
          </h2>
          <Receipt rows={rows} />
        </Card>
      )}
    </div>
  );
}
