export { signAtSandbox as signAt } from "./pandadoc/sign-at-sandbox.ts";

/** Declines at a link of the sandbox, as its page would. */
export async function declineAt(url: string): Promise<void> {
  const response = await fetch(`${url.replace("/s/", "/sessions/")}/decline`, { method: "POST" });
  if (!response.ok) throw new Error(`not declined: ${response.status} ${await response.text()}`);
}
