import type { Explanations } from "@inlay/contracts/servicing/explanation.ts";
import type { Explanation } from "@inlay/lending/explain/formula.ts";
import type { ShownFailure } from "@inlay/lending/servicing/shown-failure.ts";
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { useBusiness } from "../../shared/business/business-context.tsx";
import { useWords } from "../../shared/language/words.ts";

/** The explanations of an answer, as the overlay of a figure takes them. */
export const explanationsIn = (explanations: Explanations) => (): ReadonlyMap<string, Explanation> =>
  new Map(Object.entries(explanations as Record<string, unknown>)) as ReadonlyMap<string, Explanation>;

/** A day that is broken between lines only after a comma: "Sat, Aug 15". */
export const unbroken = (day: string): string => day.replace(/(?<!,) /g, "\u00a0");

/** Days as the pages of a product write them: "Sat, Aug 15" or plain "Aug 15", and with the year where that is not this one. */
export function useDays(today: string) {
  const { region } = useWords();
  return useMemo(() => {
    const utc = { timeZone: "UTC" } as const;
    const near = new Intl.DateTimeFormat(region, { ...utc, weekday: "short", month: "short", day: "numeric" });
    const far = new Intl.DateTimeFormat(region, { ...utc, month: "short", day: "numeric", year: "numeric" });
    const nearPlain = new Intl.DateTimeFormat(region, { ...utc, month: "short", day: "numeric" });
    const month = new Intl.DateTimeFormat(region, { ...utc, month: "short" });
    const at = (day: string) => new Date(`${day}T00:00:00Z`);
    const isNear = (day: string) => day.slice(0, 4) === today.slice(0, 4);
    return {
      day: (day: string) => unbroken((isNear(day) ? near : far).format(at(day))),
      plain: (day: string) => unbroken((isNear(day) ? nearPlain : far).format(at(day))),
      month: (day: string) => month.format(at(day)),
    };
  }, [region, today]);
}

type Account = { name: string; last4: string };

/** The account that is debited: "First Calm Bank •••• 6789", never broken before the digits. */
export function useAccountWords(): (account: Account | null) => string | null {
  return (account) => account && `${account.name} ••••\u00a0${account.last4}`;
}

/** Why a debit failed, as its bank or we have said. */
export function useFailureWords(bankName: string | undefined): (failure: ShownFailure) => string {
  const { t } = useLingui();
  const bank = bankName ?? t`Your bank`;
  const words = {
    NOT_ENOUGH_FUNDS: t`${bank} returned it: not enough funds that day.`,
    ACCOUNT_CLOSED: t`${bank} returned it: the account is closed or was not found.`,
    NOT_AUTHORIZED: t`${bank} returned it: the debit was not authorized.`,
    OURS: t`It failed on our side, not on yours.`,
    OTHER: t`It could not be taken from your account.`,
  };
  return (failure) => words[failure];
}

/** Whether the person may pay now and choose the day of the next try. */
export function useMayPay(): boolean {
  const { roles } = useBusiness().business;
  return roles.includes("PRIMARY_OWNER") || roles.includes("OPERATOR");
}
