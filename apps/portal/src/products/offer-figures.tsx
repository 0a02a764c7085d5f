import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useOfferFormats } from "./offers/use-offer-formats.ts";

type OfferRow = { label: string; value: ReactNode; note?: ReactNode };
type OfferFiguresProps = {
  /** What tells this price from the others of the same offer, such as the term. */
  name?: string;
  costCents: number;
  /** What the cost is for: "on $50,000.00". */
  on: string;
  apr: number;
  /** Whether the payments depend on sales. */
  isEstimate?: boolean;
  rows: readonly OfferRow[];
};

/** A price: the cost in dollars with its APR beside it, then what is received and paid. The rows of all products have the same order. */
export function OfferFigures({ name, costCents, on, apr, isEstimate = false, rows }: OfferFiguresProps) {
  const { parts, percentage } = useOfferFormats();
  const shownApr = percentage(apr);
  const { dollars, rest } = parts(costCents);
  return (
    <div>
      {name && <h3 className="mb-1 font-semibold">{name}</h3>}
      <p className="type-small">
        <Trans>What it costs you</Trans>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-title font-bold tabular-nums">
          {dollars}
          <span className="text-body text-ink-soft">{rest}</span>
        </span>
        <span className="font-semibold tabular-nums">
          {isEstimate ? <Trans>Est. APR {shownApr}</Trans> : <Trans>APR {shownApr}</Trans>}
        </span>
      </p>
      <p className="type-small">{on}</p>
      <dl className="mt-3">
        {rows.map(({ label, value, note }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5">
            <dt className="w-min grow text-ink-soft">{label}</dt>
            <dd className="ml-auto text-right">
              <span className="font-semibold tabular-nums">{value}</span>
              {note && <span className="type-small block">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Several prices of one offer or of one product, side by side where there is room. Four are shown in two rows. */
export const Prices = ({ children }: { children: readonly ReactNode[] }) => (
  <div
    className={`grid gap-x-10 gap-y-8 ${
      children.length === 4
        ? "grid-cols-[repeat(auto-fit,minmax(min(100%,max(15rem,50%-1.25rem)),1fr))]"
        : "grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))]"
    }`}
  >
    {children}
  </div>
);
