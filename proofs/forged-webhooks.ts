import { createHmac, randomUUID } from "node:crypto";
import http from "node:http";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld } from "./world.ts";

const perMinute = 10_000;
const answerMs = 30_000;

type Forged = { job: string; headers: Record<string, string>; body: string };

export const proof: Proof = {
  claim:
    "Forged webhooks arrive at a rate of 10,000 a minute from 20 IP addresses, at the routes of five vendors. Every tenth has a body of 1 MB. Their headers have three recent signatures, or 3,000; those of the bank's data provider name keys that do not exist. Meanwhile `/healthz` is requested 20 times a second, and a webhook that the payment processor signed arrives from another address every half second. No forged webhook is accepted, every signed one is handled, and the 95th percentile of `/healthz` stays under 100 ms.",
  run: async ({ tenth, seed }) => {
    const count = tenth ? perMinute / 10 : perMinute;
    const addresses = tenth ? 5 : 20;
    const random = randomFrom(seed);
    // The API trusts the x-forwarded-for header here, so that the webhooks come from many addresses.
    const world = await createWorld("forged-webhooks", { TRUSTED_PROXIES: "1" });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
    // The requests that are measured do not wait for a connection behind forged ones.
    const measured = new http.Agent({ keepAlive: true });
    const post = (through: http.Agent, address: string, { job, headers, body }: Forged) =>
      send(through, `${world.apiUrl}/api/vendors/${job}/webhooks`, { ...headers, "x-forwarded-for": address }, body);
    try {
      await Promise.all([world.engine.sandbox.start(), world.api.start()]);
      const other = JSON.stringify({ event: "ping", data: { object: "other" } });
      const key = world.engine.env["MODERN_TREASURY_WEBHOOK_KEY"] ?? "";
      const signed: Forged = {
        job: "payments",
        headers: { "x-signature": createHmac("sha256", key).update(other).digest("hex") },
        body: other,
      };
      const answers = new Map<number, number>();
      const healthMs: number[] = [];
      const idleMs: number[] = [];
      const measureHealth = async (into: number[]) => {
        const asked = performance.now();
        const { status } = await send(measured, `${world.apiUrl}/healthz`, {}, null);
        into.push(status === 200 ? performance.now() - asked : Number.POSITIVE_INFINITY);
      };
      // The same machine without forged webhooks, for comparison.
      for (let n = 0; n < (tenth ? 20 : 200); n++) {
        await measureHealth(idleMs);
        await sleep(50);
      }
      const signedStatuses: number[] = [];
      const began = performance.now();
      let isOver = false;
      const until = async (everyMs: number, work: () => Promise<void>) => {
        while (!isOver) {
          await work();
          await sleep(everyMs);
        }
      };
      const watching = [
        until(50, () => measureHealth(healthMs)),
        until(500, async () => {
          signedStatuses.push((await post(measured, "198.51.100.1", signed)).status);
        }),
      ];
      const flood: Promise<void>[] = [];
      for (let n = 0; n < count; n++) {
        const aheadMs = (n * 60_000) / perMinute - (performance.now() - began);
        if (aheadMs > 0) await sleep(aheadMs);
        const address = `203.0.113.${1 + Math.floor(random() * addresses)}`;
        flood.push(
          post(agent, address, forged(n, random)).then(
            ({ status }) => void answers.set(status, (answers.get(status) ?? 0) + 1),
          ),
        );
      }
      await Promise.all(flood);
      const seconds = (performance.now() - began) / 1_000;
      isOver = true;
      await Promise.all(watching);

      const refused = (answers.get(401) ?? 0) + (answers.get(429) ?? 0);
      hold(`forged webhooks refused (${[...answers].join("; ")})`, refused, count);
      hold("signed webhooks that were not handled", signedStatuses.filter((status) => status !== 200).length, 0);
      const [p95, p95Idle] = [percentile(healthMs, 0.95), percentile(idleMs, 0.95)];
      // A tenth-size run is too short to judge on a busy machine: it notices a server that stands still, not a slow one.
      const limitMs = tenth ? answerMs : 100;
      hold(
        `the 95th percentile of /healthz is under ${limitMs} ms (${p95.toFixed(1)}, without forged webhooks ${p95Idle.toFixed(1)})`,
        p95 < limitMs,
        true,
      );
      return {
        "forged webhooks": count,
        seconds: seconds.toFixed(1),
        "refused because nobody signed them (401)": answers.get(401) ?? 0,
        "refused by address before the body was read (429)": answers.get(429) ?? 0,
        "forged webhooks accepted": 0,
        "signed webhooks handled meanwhile": signedStatuses.length,
        "requests of /healthz": healthMs.length,
        "/healthz, median": `${percentile(healthMs, 0.5).toFixed(1)} ms`,
        "/healthz, 95th percentile": `${p95.toFixed(1)} ms`,
        "/healthz, slowest": `${Math.max(...healthMs).toFixed(1)} ms`,
        "/healthz, 95th percentile without forged webhooks": `${p95Idle.toFixed(1)} ms`,
      };
    } finally {
      agent.destroy();
      measured.destroy();
      await world.close();
    }
  },
};

const percentile = (numbers: number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.POSITIVE_INFINITY;

const small = JSON.stringify({ data: "x".repeat(1_000) });
const large = JSON.stringify({ data: "x".repeat(1_000_000) });
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Each kind of forged webhook that costs the server something: hashes over the body, and requests of a key. */
function forged(n: number, random: () => number): Forged {
  const body = n % 10 === 0 ? large : small;
  const ms = Date.now();
  const signature = () => Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join("");
  const kinds: (() => Omit<Forged, "body">)[] = [
    () => ({ job: "accounting", headers: { "railz-signature": `t=${ms}${`,v=${signature()}`.repeat(3)}` } }),
    () => ({ job: "accounting", headers: { "railz-signature": `t=${ms}${",v=a".repeat(3_000)}` } }),
    () => ({ job: "e-sign", headers: { "x-pandadoc-webhook-event-id": signature() } }),
    () => ({
      job: "bank-linking",
      headers: {
        "plaid-verification": `${encoded({ alg: "ES256", kid: randomUUID() })}.${encoded({ iat: Math.floor(ms / 1_000) })}.${signature()}`,
      },
    }),
    () => ({ job: "payments", headers: { "x-signature": signature() } }),
    () => ({ job: "business-verification", headers: { "x-middesk-signature-256": signature() } }),
  ];
  const kind = kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number];
  return { ...kind(), body };
}

/** Status 0 is no answer in time, so that the proof ends also against a server that stands still. */
function send(
  agent: http.Agent,
  url: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<{ status: number }> {
  return new Promise((resolve) => {
    const method = body === null ? "GET" : "POST";
    const signal = AbortSignal.timeout(answerMs);
    const request = http.request(
      url,
      { agent, method, signal, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        response.resume();
        response.on("error", () => resolve({ status: 0 }));
        response.on("end", () => resolve({ status: response.statusCode ?? 0 }));
      },
    );
    request.on("error", () => resolve({ status: 0 }));
    request.end(body ?? undefined);
  });
}
