import { getCashAdvance } from "@inlay/contracts/calls/cash-advance.ts";
import type { AdvancePeriodRow, CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useWords } from "../../../shared/language/words.ts";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { unbroken } from "../use-servicing-words.ts";

const cashAdvanceKey = (issuedProductId: string) => ["cash advance", issuedProductId];

const cashAdvanceQuery = ({ ask }: PortalSession, issuedProductId: string) =>
  queryOptions({
    queryKey: cashAdvanceKey(issuedProductId),
    queryFn: async () => (await ask(getCashAdvance, { params: { id: issuedProductId } })).cashAdvance,
    gcTime: 10_000,
  });

/** A funded advance with all figures of its pages. */
export const useAdvance = (issuedProductId: string): CashAdvanceServicing =>
  useSuspenseQuery(cashAdvanceQuery(usePortalSession(), issuedProductId)).data;

/** Reads an advance and the home page again after something was changed. */
export function useReadAgain(issuedProductId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: cashAdvanceKey(issuedProductId) }),
      queryClient.invalidateQueries({ queryKey: ["issued products"] }),
      queryClient.invalidateQueries({ queryKey: ["servicing home"] }),
    ]);
}

type PeriodDays = Pick<AdvancePeriodRow, "startsOn" | "endsOn">;

/** How the periods of an advance are called: "Week of Jul 27", and under a column "Jul 27". */
export function usePeriodWords({ frequency, today }: Pick<CashAdvanceServicing, "frequency" | "today">) {
  const { t } = useLingui();
  const { region } = useWords();
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  const written = (day: string, parts: Intl.DateTimeFormatOptions) =>
    unbroken(
      new Intl.DateTimeFormat(region, {
        ...parts,
        ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
        timeZone: "UTC",
      }).format(at(day)),
    );
  const short = (day: string) => written(day, { month: "short", day: "numeric" });
  return {
    short: ({ startsOn, endsOn }: PeriodDays) =>
      frequency === "MONTHLY" ? written(endsOn, { month: "short" }) : short(startsOn),
    period: ({ startsOn, endsOn }: PeriodDays): string => {
      const [first, month] = [short(startsOn), written(endsOn, { month: "long" })];
      switch (frequency) {
        case "WEEKLY":
          return t`Week of ${first}`;
        case "BIWEEKLY":
          return t`Two weeks from ${first}`;
        case "MONTHLY":
          return month;
        default:
          return first;
      }
    },
  };
}
