import { listProductReceivables } from "@inlay/contracts/calls/cash-advance.ts";
import type { ShownReceivable } from "@inlay/contracts/servicing/cash-advance.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useWords } from "../../../shared/language/words.ts";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";

type ReceivablesProps = { issuedProductId: string; today: string };

/** What the platform has withheld of card sales, newest first, under the sum of each day. */
export function Receivables({ issuedProductId, today }: ReceivablesProps) {
  const { t } = useLingui();
  const { day: dayWords } = useDays(today);
  const signed = useSigned();
  const { ask } = usePortalSession();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery({
    queryKey: ["product receivables", issuedProductId],
    queryFn: ({ pageParam }) =>
      ask(listProductReceivables, { params: { id: issuedProductId }, query: { after: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ receivables, hasMore }) => (hasMore ? (receivables.at(-1)?.id ?? null) : null),
    gcTime: 0,
  });
  const rows = data.pages.flatMap(({ receivables }) => receivables);
  // A day that goes on on the next page is in the answers of both.
  const days = new Map(data.pages.flatMap(({ days: sums }) => sums.map((sum) => [sum.day, sum] as const)));
  return (
    <Card className="grid gap-4">
      <h2 className="type-subheader">
        <Trans>Card sales</Trans>
      </h2>
      {rows.length === 0 && (
        <p className="text-ink-soft">
          <Trans>There are no payments yet.</Trans>
        </p>
      )}
      {[...days.values()].map(({ day, chargeAmountCents, repaymentAmountCents }) => {
        const sales = signed(chargeAmountCents);
        return (
          <section key={day} className="grid gap-1">
            <div className="flex items-baseline justify-between gap-x-4">
              <h3 className="font-semibold">{dayWords(day)}</h3>
              <span className="font-semibold tabular-nums">{signed(repaymentAmountCents)}</span>
            </div>
            <p className="type-small">{t`Sales of the day: ${sales}`}</p>
            <ul className="grid divide-y divide-line">
              {rows
                .filter((row) => row.day === day)
                .map((row) => (
                  <Receivable key={row.id} receivable={row} />
                ))}
            </ul>
          </section>
        );
      })}
      {hasNextPage && (
        <div>
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t`Show more`}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Receivable({ receivable }: { receivable: ShownReceivable }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const signed = useSigned();
  const { region } = useWords();
  const { transactionTime, chargeAmountCents, repaymentAmountCents, remainingAfterCents } = receivable;
  const time = new Intl.DateTimeFormat(region, { timeStyle: "short", timeZone: "America/New_York" });
  const [at, charge, left] = [
    time.format(new Date(transactionTime)),
    money(Math.abs(chargeAmountCents)),
    money(remainingAfterCents),
  ];
  return (
    <li className="flex items-baseline justify-between gap-x-4 py-2">
      <span className="min-w-0">
        <span className="block">
          {chargeAmountCents < 0 ? t`${at}: refund of ${charge}` : t`${at}: sale of ${charge}`}
        </span>
        <span className="type-small block">{t`${left} remaining after it`}</span>
      </span>
      <span className="shrink-0 tabular-nums">{signed(repaymentAmountCents)}</span>
    </li>
  );
}

/** An amount with the minus before it where it is given back. */
function useSigned(): (cents: number) => string {
  const { money, minus } = useOfferFormats();
  return (cents) => (cents < 0 ? minus(-cents) : money(cents));
}
