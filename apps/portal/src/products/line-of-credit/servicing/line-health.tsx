import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";

type Condition = LineOfCreditServicing["health"][number];

/** What would pause the line, and how far it is from that. */
export function LineHealth({ line }: { line: LineOfCreditServicing }) {
  const { t } = useLingui();
  const texts = useConditionWords(line);
  if (line.health.length === 0) return null;
  const states = {
    MET: { tone: "success", label: t`Fine` },
    AT_RISK: { tone: "warning", label: t`At risk` },
    BROKEN: { tone: "error", label: t`Pauses draws` },
  } as const;
  return (
    <Card className="grid gap-3">
      <h2 className="type-subheader">
        <Trans>What would pause your line</Trans>
      </h2>
      <ul className="grid divide-y divide-line">
        {line.health.map((condition) => {
          const { tone, label } = states[condition.state];
          const { name, detail } = texts(condition);
          return (
            <li key={condition.kind} className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <p className="font-semibold">{name}</p>
                <Badge tone={tone}>{label}</Badge>
              </div>
              <p className="type-small">{detail}</p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function useConditionWords({ today, nextPayment, loanStatus }: LineOfCreditServicing) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(today);
  return ({ kind, state, pausesOn, daysLeft, amountCents }: Condition): { name: string; detail: string } => {
    const [on, left] = [pausesOn && day(pausesOn), plural(daysLeft ?? 0, { one: "# day", other: "# days" })];
    const amount = money(amountCents ?? 0);
    switch (kind) {
      case "PAYMENTS": {
        const name = t`A payment more than 5 days late`;
        if (state === "BROKEN")
          return {
            name,
            detail: loanStatus === "LATE" ? t`Pay what is overdue to draw again.` : t`A draw is in default.`,
          };
        if (state === "AT_RISK") return { name, detail: t`One is overdue. Draws pause in ${left}, on ${on}.` };
        return {
          name,
          detail:
            nextPayment && on ? t`None is late. If the next one is not paid, draws pause on ${on}.` : t`None is due.`,
        };
      }
      case "LIMIT":
        return {
          name: t`No limit left`,
          detail: state === "BROKEN" ? t`It grows with each payment.` : t`You can still draw ${amount}.`,
        };
      case "BANK": {
        const name = t`A lost connection to your bank`;
        if (state === "MET") return { name, detail: t`It would pause draws after 7 days.` };
        return {
          name,
          detail:
            state === "BROKEN"
              ? t`It is lost. Connect your bank again to draw.`
              : t`It is lost. Draws pause in ${left}, on ${on}, unless you connect your bank again.`,
        };
      }
      case "TERM":
        return {
          name: t`The end of the term`,
          detail: state === "BROKEN" ? t`It ended on ${on}.` : t`You can draw until ${on}: ${left} left.`,
        };
      case "REVIEW":
        return { name: t`A review by us`, detail: t`We have paused new draws. Write to us to learn why.` };
    }
  };
}
