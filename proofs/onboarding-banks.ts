import { aDay, type Bank, findMissing } from "./onboarding-application-model.ts";
import { answerInput, complete, oneOf, type Walker } from "./onboarding-walker.ts";
import { hold } from "./proof.ts";

/** A bank that is linked and shares a checking account. */
export const isChecking = ({ isLost, hasChecking }: Bank): boolean => !isLost && hasChecking;

/** Links a bank, unless one is linked. Some owners share only a savings account at first, and add the checking account afterwards. */
export async function linkBank(walker: Walker): Promise<void> {
  const { model, random } = walker;
  if (model.banks.some((bank) => isChecking(bank))) return;
  const lost = model.banks.find(({ isLost }) => isLost);
  if (lost && random() < 0.5) return repair(walker, lost);
  const free = ["ins_100001", "ins_100003"].filter((one) =>
    model.banks.every(({ institution }) => institution !== one),
  );
  const institution = free[0];
  if (!institution) return repair(walker, lost as Bank);
  const isSavingsOnly = random() < 0.3;
  const publicToken = await inWindow(walker, institution, isSavingsOnly ? ["savings"] : ["checking", "savings"]);
  const linked = await walker.person.ask("POST", "/api/v1/plaid/token/exchange", { publicToken, type: "BUSINESS" });
  hold("a bank is linked", linked.status, 200);
  const itemId = String(linked.body["itemId"]);
  const bank = { itemId, institution, hasChecking: !isSavingsOnly, isLost: false, timesLost: 0, nextReadAt: null };
  model.banks.push(bank);
  await afterLink(walker, bank);
  if (!isSavingsOnly) return;
  walker.count("links of only a savings account");
  const step = model.done.has("COLLECT_CONSENT") ? "RECOLLECT_PLAID" : "COLLECT_PLAID";
  const refused = step === "COLLECT_PLAID" ? await complete(walker, step, {}) : await answerInput(walker, step, {});
  // An answer that was accepted before is accepted again. Whether its bank is still there is asked after consent.
  const isRepeated = step === "COLLECT_PLAID" && JSON.stringify(walker.last.get(step)) === "{}";
  const code = isRepeated ? undefined : "PLAID_REQUIRED_CHECKING_ACCOUNT_EXCEPTION";
  hold("a link of only a savings account", refused.body["code"], code);
  await repair(walker, bank);
}

/** The owner signs in at the bank again and shares both accounts. */
export async function repair(walker: Walker, bank: Bank): Promise<void> {
  await inWindow(walker, bank.institution, ["checking", "savings"], bank.itemId);
  const read = await walker.person.ask("POST", `/api/v1/bank-links/${bank.itemId}/refresh`, {});
  hold("a repaired bank is read", read.status, 200);
  bank.hasChecking = true;
  bank.isLost = false;
  await afterLink(walker, bank);
}

/** Authorizes debits of every account, and lets the worker read the transactions. */
async function afterLink(walker: Walker, bank: Bank): Promise<void> {
  const { person, ground, model } = walker;
  const body = { itemIds: [bank.itemId], achAuthorized: true };
  const authorized = await person.ask("POST", "/api/v1/plaid/items/mark-as-connected", body);
  hold("debits are authorized", authorized.status, 200);
  await ground.settle(person.businessId);
  bank.nextReadAt = model.now + 29 * aDay;
  findMissing(model);
}

/** The bank ends the connection, or the owner withdraws the permission there. The server reads it when the owner looks at the bank. */
export async function closeBank(walker: Walker): Promise<boolean> {
  const { model, ground, person, random } = walker;
  const open = model.banks.filter(({ isLost }) => !isLost);
  if (open.length === 0) return false;
  const bank = oneOf(random, open);
  await ground.breakBank(person, bank.itemId, random() < 0.5 ? "USER_PERMISSION_REVOKED" : "ERROR");
  await person.ask("POST", `/api/v1/bank-links/${bank.itemId}/refresh`, {});
  bank.isLost = true;
  bank.timesLost++;
  findMissing(model);
  return true;
}

/** What the owner does in the vendor's window: sign in and choose the accounts to share. Returns the public token. */
async function inWindow(
  { ground, person }: Walker,
  institutionId: string,
  pockets: string[],
  itemId?: string,
): Promise<string> {
  const { body } = await person.ask("POST", "/api/v1/plaid/link-token", itemId ? { itemId } : {});
  const post = async <T>(path: string, payload: object): Promise<T> => {
    const answer = await fetch(`${ground.sandbox.url}/plaid/link/sessions${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
    hold(`the bank's window ${path}`, answer.status, 200);
    return (await answer.json()) as T;
  };
  const { sessionId } = await post<{ sessionId: string }>("", { token: body["link_token"] });
  await post(`/${sessionId}/login`, { institutionId, user: "user_good", password: "pass_good" });
  const { publicToken } = await post<{ publicToken: string }>(`/${sessionId}/accounts`, { pockets });
  return publicToken;
}
