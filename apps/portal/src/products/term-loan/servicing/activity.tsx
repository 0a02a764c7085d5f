import { listProductActivity } from "@inlay/contracts/calls/term-loan.ts";
import type { ProductActivity } from "@inlay/contracts/servicing/activity.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useWords } from "../../../shared/language/words.ts";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { useDueWords } from "./use-term-loan.ts";

/** Everything that happened to a loan, newest first. */
export function Activity({ issuedProductId, today }: { issuedProductId: string; today: string }) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const { region } = useWords();
  const { money } = useOfferFormats();
  const wordsOf = useActivityWords(today);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery({
    queryKey: ["product activity", issuedProductId],
    queryFn: ({ pageParam }) =>
      ask(listProductActivity, { params: { id: issuedProductId }, query: { after: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ activity, hasMore }) => (hasMore ? (activity.at(-1)?.id ?? null) : null),
    gcTime: 0,
  });
  const entries = data.pages.flatMap(({ activity }) => activity);
  const when = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeZone: "America/New_York" });
  return (
    <Card className="grid gap-3">
      <h2 className="type-subheader">
        <Trans>Everything that happened</Trans>
      </h2>
      {entries.length === 0 && (
        <p className="text-ink-soft">
          <Trans>Nothing has happened yet.</Trans>
        </p>
      )}
      <ul className="grid divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-baseline justify-between gap-x-4 py-3">
            <span className="min-w-0">
              <span className="block">{wordsOf(entry)}</span>
              <span className="type-small block">{when.format(new Date(entry.happenedAt))}</span>
            </span>
            {entry.amountCents !== null && (
              <span className="shrink-0 font-semibold tabular-nums">{money(entry.amountCents)}</span>
            )}
          </li>
        ))}
      </ul>
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

function useActivityWords(today: string): (entry: ProductActivity) => string {
  const { t } = useLingui();
  const { day: dayWords } = useDays(today);
  const { feeWords } = useDueWords(today);
  return ({ kind, on, feeType, isToBusiness }) => {
    const day = on ? dayWords(on) : "";
    const fee = feeType ? feeWords(feeType) : t`Fee`;
    switch (kind) {
      case "FUNDS_RETURNED":
        return t`The money came back to us`;
      case "PAYMENT_SENT":
        return isToBusiness ? t`Money sent to you` : t`Payment sent to your bank for ${day}`;
      case "PAYMENT_SETTLED":
        return isToBusiness ? t`Money arrived in your account` : t`Payment received`;
      case "PAYMENT_FAILED":
        return isToBusiness ? t`Money could not be sent to you` : t`Payment did not go through`;
      case "PAYMENT_RETURNED":
        return t`Payment returned by your bank`;
      case "PAYMENT_POSTPONED":
        return t`Payment postponed to ${day}`;
      case "RETRY_DAY_CHOSEN":
        return t`Day of the next try chosen: ${day}`;
      case "PAYMENT_MOVED":
        return t`Payment moved to ${day}`;
      case "PAYMENT_SPLIT":
        return t`Payment split in two, the first part on ${day}`;
      case "PAYMENT_PUT_OFF":
        return t`Payment put off to ${day}`;
      case "FEE_ASSESSED":
        return t`${fee} added`;
      case "FEE_WAIVED":
        return t`${fee} waived`;
      case "PAY_NOW_ORDERED":
        return t`Payment of what was due ordered for ${day}`;
      case "PAY_NOW_CANCELLED":
        return t`Payment of what was due cancelled`;
      case "PAYOFF_REQUESTED":
        return t`Payoff requested from support`;
      case "PAYOFF_QUOTED":
        return t`Payoff quoted by support`;
      case "PAYOFF_SCHEDULED":
        return t`Payoff scheduled for ${day}`;
      case "PAYOFF_CANCELLED":
        return t`Payoff cancelled`;
      case "PAYOFF_COMPLETED":
        return t`Payoff received`;
      case "PAYOFF_FAILED":
        return t`Payoff did not go through`;
      case "BECAME_LATE":
        return t`The loan is late`;
      case "CAUGHT_UP":
        return t`The loan is up to date again`;
      case "DEFAULTED":
        return t`The loan is in default`;
      case "REFINANCED":
        return t`The loan is refinanced`;
      case "PAID_OFF":
        return t`The loan is paid off`;
      case "CLOSED":
        return t`The loan is closed`;
    }
  };
}
