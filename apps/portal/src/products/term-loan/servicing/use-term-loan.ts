import { getTermLoan } from "@inlay/contracts/calls/term-loan.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useDays } from "../../servicing/use-servicing-words.ts";

export const termLoanKey = (issuedProductId: string) => ["term loan", issuedProductId];

const termLoanQuery = ({ ask }: PortalSession, issuedProductId: string) =>
  queryOptions({
    queryKey: termLoanKey(issuedProductId),
    queryFn: async () => (await ask(getTermLoan, { params: { id: issuedProductId } })).termLoan,
    gcTime: 10_000,
  });

/** A funded loan with all figures of its pages. */
export const useTermLoan = (issuedProductId: string): TermLoanServicing =>
  useSuspenseQuery(termLoanQuery(usePortalSession(), issuedProductId)).data;

/** Reads a loan and the list of products again after something was changed. */
export function useReadAgain(issuedProductId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: termLoanKey(issuedProductId) }),
      queryClient.invalidateQueries({ queryKey: ["issued products"] }),
      queryClient.invalidateQueries({ queryKey: ["servicing home"] }),
    ]);
}

/** What each line that is owed is called. */
export function useDueWords(today: string) {
  const { t } = useLingui();
  const { day } = useDays(today);
  const fees = {
    LATE_PAYMENT: t`Late fee`,
    INSUFFICIENT_FUNDS: t`Returned-payment fee`,
    TRANSACTION_FEE: t`Fee`,
    MAINTENANCE: t`Maintenance fee`,
    EXTENSION_FEE: t`Extension fee`,
    ORIGINATION: t`Origination fee`,
    MCA_FEE: t`Fee`,
  };
  const feeWords = (feeType: keyof typeof fees): string => fees[feeType];
  const lineWords = ({ kind, dueOn }: { kind: keyof typeof fees | "INSTALLMENT"; dueOn: string }): string => {
    const dueDay = day(dueOn);
    return kind === "INSTALLMENT" ? t`Payment due ${dueDay}` : feeWords(kind);
  };
  return { feeWords, lineWords };
}
