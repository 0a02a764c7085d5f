import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExplainedFigure, type InputNames } from "../products/offers/explained-figure.tsx";
import { useOfferFormats } from "../products/offers/use-offer-formats.ts";
import { explanationsIn } from "../products/servicing/use-servicing-words.ts";

type HomeFigureProps = {
  /** The name of the amount among the explanations. */
  figure: string;
  cents: number;
  explanations: ServicingHome["explanations"];
  /** Without it, the amount is as large as the text around it. */
  size?: "figure" | "price" | "default";
  words: ReactNode;
  names?: InputNames;
};

/** An amount of the home page that opens how the server computed it. */
export function HomeFigure({ figure, cents, explanations, size, words, names }: HomeFigureProps) {
  const { t } = useLingui();
  const { money, parts } = useOfferFormats();
  const shown = size && <Figure amount={parts(cents)} {...(size !== "default" && { size })} />;
  // An amount that has no derivation, such as a limit that is stopped, is shown as it is.
  if (!(figure in explanations)) return shown ?? money(cents);
  return (
    <ExplainedFigure
      text={money(cents)}
      {...(shown && { shown })}
      figure={figure}
      explain={explanationsIn(explanations)}
      words={words}
      names={{
        repaidPrincipalCents: t`Repaid so far`,
        outstandingCents: t`Drawn and not repaid`,
        reservedCents: t`Reserved`,
        deliveredCents: t`Delivered so far`,
        shareCents: t`Share of sales`,
        leftCents: t`Left to deliver`,
        principalCents: t`Principal`,
        interestCents: t`Interest`,
        feeCents: t`Fee`,
        feesCents: t`Fees`,
        ...names,
      }}
    />
  );
}
