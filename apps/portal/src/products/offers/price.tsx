import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Trans } from "@lingui/react/macro";
import { useOfferFormats } from "./use-offer-formats.ts";

/** A cost in dollars with its APR. Neither is shown without the other. */
export type PriceFigures = {
  costCents: number;
  apr: number;
  /** Whether the payments depend on sales. */
  isEstimate?: boolean;
};

type PriceProps = PriceFigures & { label: string; size?: "price" | "small" };

/** The price at the top of a card: what it costs, and the APR on the same line. */
export function Price({ label, costCents, apr, isEstimate = false, size = "price" }: PriceProps) {
  const { parts } = useOfferFormats();
  return (
    <div>
      <p className="type-small">{label}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Figure amount={parts(costCents)} size={size} />
        <Apr apr={apr} isEstimate={isEstimate} />
      </p>
    </div>
  );
}

/** An APR, or the estimate of one. */
export function Apr({ apr, isEstimate = false }: Omit<PriceFigures, "costCents">) {
  const { percentage } = useOfferFormats();
  const shown = percentage(apr);
  return (
    <span className="text-small font-semibold whitespace-nowrap tabular-nums">
      {isEstimate ? <Trans>Est. APR {shown}</Trans> : <Trans>APR {shown}</Trans>}
    </span>
  );
}

/** The rates of a price, each on a line: side by side they are too wide for a phone. */
export const Rates = ({ rates }: { rates: readonly string[] }) =>
  rates.map((rate) => (
    <span key={rate} className="block">
      {rate}
    </span>
  ));
