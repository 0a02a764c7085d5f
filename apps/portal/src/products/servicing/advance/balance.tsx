import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { ProgressPicture } from "@inlay/ui/figures/progress-picture.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../use-servicing-words.ts";
import { AdvanceFigure } from "./advance-figure.tsx";

/** What is left of an advance, how far it is, and when it ends if sales go on as they did. */
export function Balance({ advance }: { advance: CashAdvanceServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(advance.today);
  const { deliveredCents, totalCents, balanceCents, pace, explanations } = advance;
  const [delivered, total] = [money(deliveredCents), money(totalCents)];
  const doneDay = pace && day(pace.doneOn);
  return (
    <div className="grid gap-2">
      <div>
        <h2 className="type-small">
          <Trans>Advance balance remaining</Trans>
        </h2>
        <AdvanceFigure
          figure="advanceBalanceCents"
          cents={balanceCents}
          explanations={explanations}
          size="figure"
          words={t`The advance with its fee, less what has been delivered from your sales.`}
        />
      </div>
      <ProgressPicture label={t`${delivered} of ${total} delivered`} value={deliveredCents} whole={totalCents} />
      {doneDay && <p className="type-small">{t`At the pace of your last payments: done about ${doneDay}`}</p>}
    </div>
  );
}
