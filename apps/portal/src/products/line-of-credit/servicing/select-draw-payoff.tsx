import type { LineOfCreditServicing, ServicedDraw } from "@inlay/contracts/servicing/line-of-credit.ts";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { DrawStatus } from "./draw-status.tsx";
import { useDrawNames, useLine } from "./use-line.ts";

/** The draws that can be paid off early. Each is paid off by itself, and the line stays open. */
export function SelectDrawPayoff({ issuedProductId, takesFocus }: PageProps<"PAYOFF">) {
  const { t } = useLingui();
  const line = useLine(issuedProductId);
  const unpaid = line.draws.filter(({ state }) => state === "WAITING_FOR_REPAYMENT" || state === "DEFAULTED");
  return (
    <div className="grid gap-6">
      <title>{t`Pay off draw`}</title>
      <div className="grid gap-2">
        <Heading takesFocus={takesFocus}>{t`Pay off draw`}</Heading>
        <p className="max-w-[56ch] text-ink-soft">
          <Trans>Choose a draw. Each is paid off by itself, and your line stays open.</Trans>
        </p>
      </div>
      {unpaid.length === 0 ? (
        <EmptyState title={t`No draw is left to pay off.`} />
      ) : (
        <ul className="grid max-w-[44rem] divide-y divide-line border-y border-line">
          {unpaid.map((draw) => (
            <li key={draw.id}>
              <DrawToPayOff line={line} draw={draw} />
            </li>
          ))}
        </ul>
      )}
      {line.loanStatus !== "CURRENT" && unpaid.length > 0 && (
        <Notice tone="warning" title={t`To schedule your payoff, please email support.`}>
          <p>
            <Trans>A payment of this line is past due, so payoffs are quoted by our staff.</Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}

function DrawToPayOff({ line, draw }: { line: LineOfCreditServicing; draw: ServicedDraw }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const { open } = useServicing();
  const name = useDrawNames(line.today)(draw);
  const { earlyPayoff, openPrincipalCents } = draw;
  const [amount, on] = earlyPayoff ? [money(earlyPayoff.amountCents), day(earlyPayoff.effectiveDate)] : ["", ""];
  return (
    <button
      type="button"
      onClick={() => open({ page: "DRAW_PAYOFF", issuedProductId: line.issuedProductId, partId: draw.id })}
      className="flex min-h-11 w-full cursor-pointer items-center gap-3 py-3.5 text-left hover:text-link"
    >
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {name}
          <DrawStatus status={draw.historyStatus} />
        </span>
        {earlyPayoff && <span className="type-small block">{t`Payoff of ${amount} scheduled for ${on}`}</span>}
      </span>
      <span className="shrink-0 text-right">
        <span className="block font-semibold tabular-nums">{money(openPrincipalCents)}</span>
        <span className="block text-tiny text-ink-soft">{t`principal left`}</span>
      </span>
      <span className="-rotate-90">
        <ChevronIcon />
      </span>
    </button>
  );
}
