import { Secret } from "@inlay/contracts/secret.ts";
import { z } from "zod";
import { type Answer, ask } from "../../ask.ts";
import { BureauUnavailable, type Credit, PullRefused } from "../port.ts";
import type { ExperianSettings } from "./config.ts";
import { bestMatch, businessFrom, businessSearchFor, personalFrom, personQuestionFor } from "./translate.ts";

const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

/** A token is not used in its last seconds, because the request takes time to arrive. */
const sparedSeconds = 30;

/**
 * Experian's credit files of people and businesses. Our reference is sent as `clientReferenceId` and as `comments`. It is a note and not an
 * idempotency key: a request that is sent twice is two soft inquiries on the bill. The caller ensures one pull by saving the result before
 * any retry; only a pull whose response was lost is repeated.
 */
export function experianCredit(settings: ExperianSettings): Credit {
  let known: { token: string; until: number } | null = null;

  async function post(path: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
    const json = { accept: "application/json", "content-type": "application/json" };
    try {
      return await ask(`${settings.EXPERIAN_URL}${path}`, settings.EXPERIAN_TIMEOUT_MS, {
        method: "POST",
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      });
    } catch (cause) {
      throw new BureauUnavailable("the bureau did not answer", { cause });
    }
  }

  async function signIn(): Promise<string> {
    if (known && Date.now() < known.until) return known.token;
    const keys = { client_id: settings.EXPERIAN_CLIENT_ID, client_secret: settings.EXPERIAN_CLIENT_SECRET };
    const person = { username: settings.EXPERIAN_USERNAME, password: settings.EXPERIAN_PASSWORD };
    const { status, body } = await post("/oauth2/v1/token", { grant_type: "password", ...keys }, person);
    if (status !== 200) throw new BureauUnavailable(`the bureau refuses our credentials: ${status}`);
    const { access_token: access, expires_in: seconds } = understood(() => token.parse(body));
    known = { token: access, until: Date.now() + (seconds - sparedSeconds) * 1_000 };
    return access;
  }

  /** Sends a request with a valid token. A token that was revoked meanwhile is replaced once. */
  async function pull(path: string, question: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const attempt = async () => post(path, { authorization: `Bearer ${await signIn()}`, ...headers }, question);
    let answer = await attempt();
    if (answer.status === 401) {
      known = null;
      answer = await attempt();
    }
    const { status } = answer;
    if (status === 401 || status === 408 || status === 429 || status >= 500)
      throw new BureauUnavailable(`the bureau answered ${status}`);
    if (status >= 300 && status !== 404) throw new PullRefused(`the bureau answered ${status}`);
    return answer;
  }

  return {
    agency,
    pullPerson: async (person) => {
      const question = personQuestionFor(person, {
        subscriberCode: settings.EXPERIAN_SUBSCRIBER_CODE,
        purpose: settings.EXPERIAN_PURPOSE,
        scoreModel: settings.EXPERIAN_SCORE_MODEL,
      });
      const reference = { clientreferenceid: person.reference };
      const { status, body } = await pull("/consumerservices/credit-profile/v2/credit-report", question, reference);
      if (status === 404) throw new PullRefused("the bureau does not know this request");
      return { ...understood(() => personalFrom(body, person)), raw: secretOf(body) };
    },
    pullBusiness: async (business) => {
      const subcode = settings.EXPERIAN_BUSINESS_SUBCODE;
      const at = "/businessinformation/businesses/v1";
      const found = await pull(`${at}/search`, businessSearchFor(business, subcode));
      const bin = found.status === 404 ? null : understood(() => bestMatch(found.body));
      if (bin === null) return { outcome: "NO_HIT", raw: secretOf(found.body) };
      const question = { bin, subcode, comments: business.reference };
      const { status, body } = await pull(`${at}/reports/premierprofiles`, question);
      if (status === 404) return { outcome: "NO_HIT", raw: secretOf(body) };
      return { outcome: "REPORT", report: understood(() => businessFrom(body)), raw: secretOf(body) };
    },
  };
}

/** Where people ask for the report about them. */
const agency = {
  name: "Experian",
  address: "P.O. Box 4500, Allen, TX 75013",
  phone: "(888) 397-3742",
};

const secretOf = (report: unknown) => new Secret(JSON.stringify(report));

/** A response that does not parse as a report counts as no response. Its content may include personal data and is not passed on. */
function understood<T>(reading: () => T): T {
  try {
    return reading();
  } catch {
    throw new BureauUnavailable("the bureau's answer cannot be read");
  }
}
