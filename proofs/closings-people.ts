import { randomUUID } from "node:crypto";
import { stepUp } from "../apps/api/src/people/step-up-session.fixture.ts";
import { signAt } from "../apps/api/src/providers/e-sign/signing.fixture.ts";
import type { Closing, StaffTokens } from "./closings-ground.ts";
import { askSandbox } from "./payments-ground.ts";
import type { World } from "./world.ts";

type Answered = { status: number; body: Record<string, unknown>; cookie: string };
export type Ask = (method: "GET" | "POST" | "PUT", path: string, payload?: object) => Promise<Answered>;

/** The request has no answer, or an answer that the server could not take it. Nobody knows what it did, and its sender repeats it. */
class Unanswered extends Error {}

/** How often a request was left without an answer. */
export const unanswered = { requests: 0 };

/** A refusal where the caller expected none. */
class Refused extends Error {
  readonly status: number;
  constructor({ status, body }: Answered) {
    super(`refused: ${status} ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** The answer, or an error where it is a refusal. */
export function expected(answer: Answered): Answered {
  if (answer.status >= 300) throw new Refused(answer);
  return answer;
}

/** Whether the session or its step-up has ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof Refused && [401, 403].includes(error.status);

/** Sends a request to the API process as a program or browser would. */
async function send(
  { apiUrl }: World,
  method: "GET" | "POST" | "PUT",
  path: string,
  headers: Record<string, string>,
  payload?: object,
): Promise<Answered> {
  try {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { ...headers, ...(payload && { "content-type": "application/json" }) },
      ...(payload && { body: JSON.stringify(payload) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    if (response.status >= 500 || response.status === 429 || body["code"] === "BUSY")
      throw new Unanswered(`${method} ${path}: ${response.status} ${text}`);
    const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";");
    return { status: response.status, body, cookie };
  } catch (error) {
    unanswered.requests++;
    throw error instanceof Unanswered ? error : new Unanswered(`${method} ${path}: ${error}`, { cause: error });
  }
}

/** The primary owner in a session that the platform opened. */
export async function openOwner(world: World, { platformUserId }: Pick<Closing, "platformUserId">): Promise<Ask> {
  const path = `/users/platform:${platformUserId}/connect-tokens`;
  const { connectToken } = expected(await platformOf(world)("POST", path, {})).body;
  const opened = expected(await send(world, "POST", "/api/v1/connect-tokens/exchange", {}, { connectToken }));
  const token = String(opened.body["sessionToken"]);
  await stepUp(world.admin, token);
  return (method, url, payload) => send(world, method, `/api/v1${url}`, { authorization: `Bearer ${token}` }, payload);
}

/** The platform's server with its secret key. A repeated request is a new one. */
const platformOf =
  (world: World): Ask =>
  (method, url, payload) =>
    send(
      world,
      method,
      `/api/platform/v1${url}`,
      { authorization: `Bearer ${world.secretKey}`, ...(method !== "GET" && { "idempotency-key": randomUUID() }) },
      payload,
    );

const exchanges = ["/secondary-owners/exchange", "/businesses/exchange"];

/**
 * The co-owner in a session of the link in the last email that asked for their signature. A link works once: whoever got no answer asks for
 * another one.
 */
export async function openCoOwner(world: World, email: string): Promise<Ask> {
  const { emails } = await askSandbox<{ emails: { subject: string; text: string; at: string }[] }>(
    world,
    `/inbox.json?${new URLSearchParams({ to: email })}`,
  );
  const links = emails.flatMap(({ text }) => /https?:\/\/\S+[?&]invite=\S+/.exec(text)?.[0] ?? []);
  const tokens = links.map((link) => new URL(link).searchParams.get("invite") ?? "");
  if (tokens.length === 0) throw new Error("no email has come");
  const origin = new URL(world.app.config.PORTAL_URL).origin;
  for (const invitetoken of tokens)
    for (const exchange of exchanges) {
      const answer = await send(world, "POST", `/api/invitation-tokens/v1${exchange}`, { invitetoken });
      if (answer.status !== 200) continue;
      await stepUp(world.admin, answer.cookie.slice(answer.cookie.indexOf("=") + 1));
      const headers = { cookie: answer.cookie, origin, "user-index": String(answer.body["userIndex"]) };
      return (method, url, payload) => send(world, method, `/api/v1${url}`, headers, payload);
    }
  for (const invitetoken of tokens) await send(world, "POST", "/api/invitation-tokens/v1/renew", { invitetoken });
  throw new Error("the link was used; another one is asked for");
}

/** A member of staff in the console. */
export const staffMember = (world: World, token: string): Ask => {
  const origin = new URL(world.app.config.CONSOLE_URL).origin;
  return (method, url, payload) =>
    send(world, method, `/api/staff/v1${url}`, { origin, cookie: `__Host-inlay-staff=${token}` }, payload);
};

/** Signs at the vendor. Whoever got no answer and comes back finds that the vendor has the signature. */
async function signAtVendor(link: unknown): Promise<void> {
  const { url } = link as { url: string };
  await signAt(url).catch((error: Error) => {
    if (error.message !== "cannot sign: SIGNED") throw error;
  });
}

const completed = { eventType: "LEGAL_AGREEMENTS_COLLECTED" };

/** The primary owner reads and signs what is next. Returns whether there is nothing left. */
export async function actAsOwner({ offerId, returns }: Closing, ask: Ask): Promise<boolean> {
  const { currentStep } = expected(await ask("GET", "/workflow/offers")).body;
  if (currentStep === "OFFER_ACCEPTED") return true;
  const choice = { amountCents: null };
  const shown = await ask("POST", `/offers/${offerId}/disclosure`, choice);
  const complete = async () => returns && expected(await ask("PUT", "/workflow/offers/complete-step", completed));
  // The agreement is signed, and the step is not completed yet.
  if (shown.body["code"] === "OFFER_ALREADY_ACCEPTED") {
    await complete();
    return false;
  }
  const { body } = expected(shown);
  type Disclosure = { id: string; needsSignature: boolean; deliveredAt: string | null; signedAt: string | null };
  const disclosure = body["disclosure"] as Disclosure | null;
  if (disclosure && !disclosure.deliveredAt) expected(await ask("GET", `/disclosures/${disclosure.id}/file`));
  if (disclosure?.needsSignature && !disclosure.signedAt) {
    const { link } = expected(await ask("POST", `/disclosures/${disclosure.id}/signing`)).body;
    if (link) await signAtVendor(link);
    return false;
  }
  const { link } = expected(await ask("POST", `/offers/${offerId}/agreement`, choice)).body;
  if (!link) return false;
  await signAtVendor(link);
  await complete();
  return false;
}

/** The co-owner signs the agreement. Returns whether it is signed. */
export async function actAsCoOwner({ returns }: Closing, ask: Ask): Promise<boolean> {
  const { currentStep } = expected(await ask("GET", "/owners/workflow/offers")).body;
  if (currentStep === "OFFER_ACCEPTED") return true;
  const { link } = expected(await ask("POST", "/owners/workflow/offers/agreement")).body;
  if (!link) return false;
  await signAtVendor(link);
  if (returns) expected(await ask("PUT", "/owners/workflow/offers/complete-step", completed));
  return false;
}

const reason = "seen the record";
const pathOf = ({ businessId, applicationId }: Closing): string =>
  `/businesses/${businessId}/applications/${applicationId}/closing`;

/** Staff check, confirm, request and approve what is next. Returns whether nothing is left for them. */
export async function actAsStaff(world: World, tokens: StaffTokens, closing: Closing): Promise<boolean> {
  const [maker, ...checkers] = tokens.map((token) => staffMember(world, token)) as [Ask, Ask, Ask];
  const path = pathOf(closing);
  const read = await maker("GET", path);
  // The last signature is on its way.
  if (read.status === 404) return false;
  if (expected(read).body["endedAt"]) return true;
  const { body } = expected(await maker("POST", `${path}/checks`));
  for (const { check, result } of body["checks"] as { check: string; result: string }[])
    if (result === "OPEN") expected(await maker("POST", `${path}/confirmations`, { check, reason }));
  const requestId = await requestFunding(maker, closing);
  if (closing.leaves === "FUNDING_REQUESTED") return true;
  await Promise.all(checkers.slice(0, closing.approvers).map((checker) => approve(checker, requestId)));
  return false;
}

/** Requests the funding, or finds the request whose answer was lost. */
async function requestFunding(maker: Ask, closing: Closing): Promise<string> {
  const asked = await maker("POST", `${pathOf(closing)}/fund`, { reason });
  if (asked.body["code"] !== "REQUEST_PENDING") return String(expected(asked).body["requestId"]);
  for (let after = ""; ; ) {
    const page = expected(await maker("GET", `/requests?state=PENDING&limit=100${after && `&after=${after}`}`)).body;
    const requests = page["requests"] as { id: string; kind: string; subjectId: string }[];
    const found = requests.find((one) => one.kind === "loan.fund" && one.subjectId === closing.applicationId);
    if (found) return found.id;
    after = requests.at(-1)?.id ?? "";
    // It was decided since.
    if (!page["hasMore"]) throw new Error("the pending request was decided");
  }
}

/** Approves a request. Returns the code of the refusal; null: it was performed. */
export async function approve(checker: Ask, requestId: string): Promise<string | null> {
  const { body } = expected(await checker("GET", `/requests/${requestId}`));
  const answer = await checker("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
  return answer.status < 300 ? null : String(answer.body["code"]);
}
