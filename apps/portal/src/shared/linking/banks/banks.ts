import type { BankItem } from "@inlay/contracts/bank.ts";
import { asksForAchAuthorization, bankItemAction, isLinked } from "@inlay/lending/banking/bank-item.ts";

/** The banks on the screen. A blocked one is hidden: the person can do nothing about it. */
export const shownBanks = (items: readonly BankItem[]): BankItem[] =>
  items.filter(({ status }) => bankItemAction[status] !== null);

/** Whether the person can continue: with one linked bank, or, when banks are reconnected and none was added, with all of them. */
export function canContinue(banks: readonly BankItem[], reconnect?: { isBankAdded: boolean }): boolean {
  const works = ({ status }: BankItem) => isLinked(status);
  return reconnect && !reconnect.isBankAdded ? banks.every(works) : banks.some(works);
}

const idsOf = (banks: readonly BankItem[]) => banks.map(({ itemId }) => itemId);

/** The banks whose debits the person is asked to authorize before continuing. */
export const banksToAuthorize = (banks: readonly BankItem[], isRequired: boolean): string[] =>
  isRequired ? idsOf(banks.filter(asksForAchAuthorization)) : [];

/** The banks that continuing without an authorization marks as connected. */
export const banksToConnect = (banks: readonly BankItem[]): string[] =>
  idsOf(banks.filter(({ status }) => status === "CREATED"));
