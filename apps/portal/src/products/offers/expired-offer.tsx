import { Card } from "@inlay/ui/card.tsx";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Expired } from "./summary-page.tsx";

type ExpiredOfferProps = {
  /** What the amount is: "Loan amount up to". */
  label: string;
  amount: string;
  children: ReactNode;
};

/** The card of an offer that has expired: muted figures and a stamp. */
export function ExpiredOffer({ label, amount, children }: ExpiredOfferProps) {
  return (
    <Card className="grid gap-4 text-ink-soft">
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="type-small">{label}</p>
          <p className="text-title tabular-nums">{amount}</p>
        </div>
        <Expired />
      </div>
      {children}
      <p className="type-small">
        <Trans>The new offer may be higher, lower or the same.</Trans>
      </p>
    </Card>
  );
}
