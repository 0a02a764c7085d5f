import { randomUUID } from "node:crypto";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { FastifyInstance } from "fastify";
import { buildServer } from "../apps/api/src/http/server.ts";
import { createLimits } from "../apps/api/src/limits.ts";
import { stepUp } from "../apps/api/src/people/step-up-session.fixture.ts";
import { slices } from "../apps/api/src/slices.ts";
import { until } from "../scripts/processes.ts";
import { hold } from "./proof.ts";
import type { World } from "./world.ts";

const lanes = 4;

/** Runs the API in this process, where it receives the vendors' webhooks. Rate limits are lifted. */
export async function openServer({ app, apiUrl }: World): Promise<FastifyInstance> {
  const many = 1_000_000_000;
  app.limits = createLimits(app.pool, { anonymous: many, person: many, partnerRead: many, partnerWrite: many });
  const fastify = await buildServer(app, slices);
  await fastify.listen({ host: "127.0.0.1", port: Number(new URL(apiUrl).port) });
  return fastify;
}

export async function inLanes<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < count; n = next++) done.push(await work(n));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

type Answered = { status: number; body: Record<string, unknown> };

type Wishes = {
  products?: ProductType[];
  bankUser?: string;
  /** Awaited before the last step. */
  beforeConsent?: (businessId: string) => Promise<void>;
};
export type Applicant = {
  businessId: string;
  /** The owner's own requests. */
  ask: (method: "GET" | "POST" | "PUT", url: string, payload?: object) => Promise<Answered>;
  /** When the consent was answered. */
  consentedAt: Date;
};

/** Completes an application, from the partner's request to consent. */
export async function apply(
  world: World,
  fastify: FastifyInstance,
  n: number,
  { products = ["FAST_PAY"], bankUser = "user_good", beforeConsent }: Wishes = {},
): Promise<Applicant> {
  const send = async (method: "GET" | "POST" | "PUT", url: string, headers: object, payload?: object) => {
    const answer = await fastify.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() } as Answered;
  };
  const partner = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${world.secretKey}`, "idempotency-key": randomUUID() };
    const answer = await send("POST", `/api/platform/v1${path}`, headers, payload);
    hold(`${path} ${JSON.stringify(answer.body)}`, answer.status, 201);
    return answer.body;
  };
  const [platformBusinessId, platformUserId] = [`proof-${n}`, randomUUID()];
  await partner("/businesses", { platformBusinessId, ein: `12345${String(n).padStart(4, "0")}` });
  await partner("/users", { platformUserId, platformBusinessId });
  const { connectToken } = await partner(`/users/platform:${platformUserId}/connect-tokens`, {});
  const opened = await send("POST", "/api/v1/connect-tokens/exchange", {}, { connectToken });
  await stepUp(world.admin, String(opened.body["sessionToken"]));
  const ask = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
    send(method, url, { authorization: `Bearer ${opened.body["sessionToken"]}` }, payload);
  await ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  const businessId = String((await ask("GET", "/api/v1/business")).body["id"]);

  const own: Record<string, object> = {
    SELECT_PRODUCTS: { selectedProducts: products },
    COLLECT_PERSONAL_DETAILS: {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      primaryBusinessOwnerEmail: `owner-${n}@proof.example`,
    },
    COLLECT_BUSINESS_DETAILS: { ...rightAnswers.COLLECT_BUSINESS_DETAILS, businessName: `Harbor ${n}` },
  };
  for (let step = String((await ask("GET", "/api/v1/workflow")).body["currentStep"]); step !== "WAITING_FOR_OFFERS"; ) {
    const name = step.replace("ONBOARDING.", "");
    // On a busy machine linking the bank may time out, so it is repeated.
    if (name === "COLLECT_PLAID")
      await until("a bank is linked", async () => (await linkBank(world, businessId, bankUser, ask)).status === 200);
    if (name === "COLLECT_CONSENT") await beforeConsent?.(businessId);
    const data = own[name] ?? Reflect.get(rightAnswers, name);
    const answer = await ask("PUT", "/api/v1/completeStep", { completedStep: step, data });
    hold(`${step} ${JSON.stringify(answer.body)}`, answer.status, 200);
    step = String(answer.body["currentStep"]);
  }
  return { businessId, ask, consentedAt: new Date() };
}

async function linkBank(
  { engine, apiUrl }: World,
  businessId: string,
  bankUser: string,
  ask: (method: "POST", url: string, payload: object) => Promise<Answered>,
): Promise<Answered> {
  const made = await fetch(`${engine.sandboxUrl}/plaid/sandbox/public_token/create`, {
    method: "POST",
    headers: { "content-type": "application/json", "plaid-client-id": "sandbox", "plaid-secret": "test" },
    body: JSON.stringify({
      institution_id: "ins_100001",
      initial_products: ["auth", "transactions"],
      user_id: businessId,
      options: { override_username: bankUser, webhook: `${apiUrl}/api/vendors/bank-linking/webhooks` },
    }),
  });
  const { public_token: publicToken } = (await made.json()) as { public_token: string };
  const linked = await ask("POST", "/api/v1/plaid/token/exchange", { publicToken, type: "BUSINESS" });
  if (linked.status !== 200) return linked;
  const itemIds = [linked.body["itemId"]];
  return ask("POST", "/api/v1/plaid/items/mark-as-connected", { itemIds, achAuthorized: true });
}
