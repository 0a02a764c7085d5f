import type { HomePayment, ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { Card } from "@inlay/ui/card.tsx";
import { DayColumns } from "@inlay/ui/figures/day-columns.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../products/offers/use-offer-formats.ts";
import { useProductWords } from "../products/product-screens.ts";
import { HomeFigure } from "./home-figure.tsx";
import { PaymentAmount } from "./payment-amount.tsx";
import { useNearDay } from "./use-near-day.ts";

type ToPayProps = { financing: ServicingHome };

/** What is late, and what falls due in the next 14 days, with the day and the account of each payment. */
export function ToPay({ financing: { toPay, products, today, explanations } }: ToPayProps) {
  const { t } = useLingui();
  const { money, parts } = useOfferFormats();
  const { lateCents, comingCents, days, payments } = toPay;
  const total = money(comingCents);
  return (
    <Card className="grid grid-cols-1 gap-6 lg:grid-cols-[1.6fr_1fr] lg:items-center lg:gap-9">
      <div className="grid min-w-0 gap-4">
        {lateCents > 0 && (
          <div className="grid gap-1 rounded-control bg-warn-tint px-4.5 py-4">
            <p className="font-semibold text-warn">
              <Trans>Late</Trans>
            </p>
            <HomeFigure
              figure="lateCents"
              cents={lateCents}
              explanations={explanations}
              size="figure"
              words={t`The payments that are late.`}
            />
          </div>
        )}
        <div className="grid gap-1">
          <p className="type-small">
            <Trans>To pay in the next 14 days</Trans>
          </p>
          {comingCents > 0 ? (
            <HomeFigure
              figure="comingCents"
              cents={comingCents}
              explanations={explanations}
              size={lateCents > 0 ? "price" : "figure"}
              words={t`The payments that fall due in these 14 days.`}
            />
          ) : (
            <Figure amount={parts(comingCents)} size={lateCents > 0 ? "price" : "figure"} />
          )}
        </div>
        <DayColumns
          label={t`To pay in the next 14 days: ${total}`}
          days={days.map(({ date, amountCents }) => ({
            id: date,
            label: String(Number(date.slice(-2))),
            value: amountCents,
          }))}
        />
      </div>
      {payments.length > 0 ? (
        <ul>
          {payments.map((payment, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike, and the list is not reordered.
            <li key={at} className="border-b border-line py-3.5 first:pt-0 last:border-b-0 last:pb-0">
              <Payment
                payment={payment}
                figure={`payment/${at}`}
                products={products}
                today={today}
                explanations={explanations}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">
          <Trans>Nothing falls due in the next 14 days.</Trans>
        </p>
      )}
    </Card>
  );
}

type PaymentProps = { payment: HomePayment; figure: string } & Pick<
  ServicingHome,
  "products" | "today" | "explanations"
>;

function Payment({ payment, figure, products, today, explanations }: PaymentProps) {
  const { t } = useLingui();
  const wordsOf = useProductWords();
  const near = useNearDay(today);
  const { kind, dueDate, takenDate, amountCents, isEstimated, isLate, account } = payment;
  const product = products.find(({ id }) => id === payment.issuedProductId);
  const name = product ? wordsOf(product.productType).name : "";
  const titles = { PAYMENT: name, FEE: t`${name}, fee`, PAYOFF: t`${name}, payoff` };
  const [due, taken] = [near.short(dueDate), takenDate && near.short(takenDate)];
  const amount =
    amountCents === null ? null : <PaymentAmount payment={payment} figure={figure} explanations={explanations} />;
  const when = () => {
    if (isLate) return taken ? t`Was due ${due}, next try ${taken}` : t`Was due ${due}`;
    return taken && takenDate !== dueDate ? t`Due ${due}, taken ${taken}` : t`Due ${due}`;
  };
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold wrap-anywhere">{titles[kind]}</p>
        <p className={isLate ? "text-small text-warn" : "type-small"}>{when()}</p>
        {account && (
          <p className="type-small wrap-anywhere">
            {account.name}{" "}
            {account.accountNumberLast4 && <span className="whitespace-nowrap">•••• {account.accountNumberLast4}</span>}
          </p>
        )}
      </div>
      <p className="shrink-0 text-right font-semibold tabular-nums">
        {amount === null ? <Trans>Share of sales</Trans> : isEstimated ? <Trans>Est. {amount}</Trans> : amount}
      </p>
    </div>
  );
}
