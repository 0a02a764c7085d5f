import { account } from "./product-lives-books.ts";
import type { Snapshot } from "./product-lives-ground.ts";
import { balanceKey, type ModelLedger } from "./product-lives-ledger.ts";
import type { ProductModel } from "./product-lives-model.ts";

type Named = (key: string) => string;

/** How the server differs from the model in what all products of the business share: balances and orders. */
export function sharedDifferencesOf(found: Snapshot, { balances, orders }: ModelLedger, named: Named): string[] {
  const differences: string[] = [];
  for (const key of new Set([...found.balances.keys(), ...balances.keys()])) {
    const [server, ours] = [found.balances.get(key) ?? 0n, balances.get(key) ?? 0n];
    if (server !== ours) differences.push(`account ${named(key)}: server ${server}, model ${ours}`);
  }
  for (const order of found.orders) {
    const ours = orders.get(order.id);
    const status = order.status === "CREATED" ? "SCHEDULED" : order.status;
    if (!ours) differences.push(`order ${order.purpose} of ${order.amount} is unknown to the model`);
    else if (ours.status !== status)
      differences.push(`order ${named(order.id)}: server ${status}, model ${ours.status}`);
  }
  return differences;
}

/** How the server differs from the model in the states of a product. */
export function stateDifferencesOf(found: Snapshot, model: ProductModel, named: Named): string[] {
  const differences: string[] = [];
  for (const [item, state] of model.itemStates)
    if (found.items.get(item) !== state)
      differences.push(`item ${named(item)}: server ${found.items.get(item)}, model ${state}`);
  // Simple interest is not owed by rows, so the model does not know which row of it is late.
  const isSimple = model.settings.mechanics === "SIMPLE_INTEREST";
  const shown = (status: string) => (isSimple && status === "LATE" ? "CURRENT" : status);
  if (shown(found.loanStatus) !== shown(model.status))
    differences.push(`status: server ${found.loanStatus}, model ${model.status}`);
  if (found.productState !== model.productState)
    differences.push(`product state: server ${found.productState}, model ${model.productState}`);
  return differences;
}

const emptyAtTheEnd: readonly number[] = [
  account.clearingOut,
  account.clearingIn,
  account.platformReceivable,
  account.principal,
  account.interest,
  account.fee,
  account.credit,
  account.escrow,
  account.otherBooks,
  account.unearned,
];

/** What is not over at the end of a life: an account that is not empty, or cash that the bank does not have. */
export function endFaults({ balances }: Snapshot, { bank }: ModelLedger, named: Named): string[] {
  const faults = [...balances]
    .filter(([key]) => emptyAtTheEnd.includes(Number(key.split("/")[0])))
    .map(([key, amount]) => `${named(key)} is ${amount}`);
  for (const book of ["EQUITY", "CONCAR_SPV_1"] as const) {
    const cash = balances.get(balanceKey(account.cash, "", book)) ?? 0n;
    const atBank = bank.get(book) ?? 0n;
    if (cash !== atBank) faults.push(`cash of ${book} is ${cash}, and the bank has ${atBank}`);
  }
  return faults;
}

/** The states that a product and its draws or invoices do not end with. */
export function endStates({ loanStatus, items }: Snapshot, model: ProductModel, named: Named): string[] {
  const { isLine, states } = model.settings;
  if (model.isWrittenOff)
    return loanStatus === "DEFAULTED" ? [] : [`the product that was written off is ${loanStatus}`];
  const ends = isLine ? ["CURRENT", "CLOSED"] : ["FULLY_PAID", "REFINANCED"];
  const open = [...items]
    .filter(([, state]) => state !== states.closed)
    .map(([item, state]) => `${named(item)} is ${state}`);
  return ends.includes(loanStatus) ? open : [`the product is ${loanStatus}`, ...open];
}
