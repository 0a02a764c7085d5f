import type { TestSandbox } from "../../providers/sandbox.fixture.ts";

/** A person goes through the vendor's page to its end. `businessId` is the business's own id, which the vendor knows it by. */
export async function connectBooks(
  sandbox: Pick<TestSandbox, "url">,
  businessId: string,
  user = "anybody",
): Promise<void> {
  const login = { businessName: businessId, serviceName: "quickbooks", user, password: "secret" };
  for (const [step, body] of [
    ["login", login],
    ["allow", { ...login, companyId: "bakery" }],
  ] as const) {
    const response = await fetch(`${sandbox.url}/railz/connect/${step}`, {
      ...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    });
    if (!response.ok) throw new Error(`the page refused to ${step}: ${response.status}`);
  }
}
