import { account } from "./product-lives-books.ts";
import type { Snapshot } from "./product-lives-ground.ts";
import type { ProductModel } from "./product-lives-model.ts";

type Named = (key: string) => string;

/** How the server differs from the model: balances, orders and states. */
export function differencesOf(found: Snapshot, model: ProductModel, named: Named): string[] {
  const differences: string[] = [];
  for (const key of new Set([...found.balances.keys(), ...model.balances.keys()])) {
    const [server, ours] = [found.balances.get(key) ?? 0n, model.balances.get(key) ?? 0n];
    if (server !== ours) differences.push(`account ${named(key)}: server ${server}, model ${ours}`);
  }
  for (const order of found.orders) {
    const ours = model.orders.get(order.id);
    const status = order.status === "CREATED" ? "SCHEDULED" : order.status;
    if (!ours) differences.push(`order ${order.purpose} of ${order.amount} is unknown to the model`);
    else if (ours.status !== status)
      differences.push(`order ${named(order.id)}: server ${status}, model ${ours.status}`);
  }
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
  account.unearned,
];

/** What is not over at the end of a life: an account that is not empty, cash that the bank does not have, or a state. */
export function endFaults({ balances, loanStatus, items }: Snapshot, model: ProductModel, named: Named): string[] {
  const faults = [...balances]
    .filter(([key]) => emptyAtTheEnd.includes(Number(key.split("/")[0])))
    .map(([key, amount]) => `${named(key)} is ${amount}`);
  const cash = balances.get(`${account.cash}/`) ?? 0n;
  if (cash !== model.bank) faults.push(`cash is ${cash}, and the bank has ${model.bank}`);
  const { isLine, states } = model.settings;
  if (loanStatus !== (isLine ? "CURRENT" : "FULLY_PAID")) faults.push(`the product is ${loanStatus}`);
  for (const [item, state] of items) if (state !== states.closed) faults.push(`${named(item)} is ${state}`);
  return faults;
}
