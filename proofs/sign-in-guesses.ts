import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import { until } from "../scripts/processes.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const owner = "owner@harborbakery.example";

export const proof: Proof = {
  claim:
    "Random codes are guessed for an owner's email address from 20,000 IP addresses, against every code that can be sent to the email address in one hour. The API is killed with kill -9 in the middle. No guess succeeds, at most five guesses per code are compared with it, and a locked code stays locked.",
  run: async ({ tenth, seed }) => {
    const guesses = tenth ? 4_000 : 100_000;
    const random = randomFrom(seed);
    // The API trusts the x-forwarded-for header here, so that the rate limit per address does not stop the guesses before the lock does.
    const world = await createWorld("sign-in-guesses", { TRUSTED_PROXIES: "1", DATABASE_POOL: "20" });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      const verifiers: string[] = [];
      for (let n = 0; n < 5; n++) verifiers.push(await askForCode(world, agent, random));
      hold(
        "status of a sixth code request within the hour",
        (await ask(world, agent, random, randomBytes(32).toString("base64url"))).status,
        429,
      );
      await until("five codes are emailed", async () => (await emailsToOwner(world)) === 5);

      const tally = { compared: 0, locked: 0, succeeded: 0, unanswered: 0 };
      let sent = 0;
      let restart: Promise<void> | null = null;
      const lane = async () => {
        while (sent < guesses) {
          const n = sent++;
          if (n >= guesses / 2) {
            // The kill happens while guesses are in flight; later guesses wait until the server is back.
            restart ??= world.api.kill().then(() => world.api.start());
            await restart;
          }
          const code = String(Math.floor(random() * 1_000_000)).padStart(6, "0");
          const body = { email: owner, code, pkceCodeVerifier: verifiers[n % verifiers.length] };
          const answer = await post(world, agent, random, "/api/businesses/auth/v1/login-otp/verify", body).catch(
            () => null,
          );
          if (!answer) tally.unanswered++;
          else if (answer.status === 200) tally.succeeded++;
          else if (answer.text.includes("InvalidOTPCodeException")) tally.compared++;
          else if (answer.text.includes("TooManyOTPAttemptsException")) tally.locked++;
          else throw new Error(`unexpected ${answer.status}: ${answer.text}`);
        }
      };
      await Promise.all(Array.from({ length: 32 }, lane));
      const { rows } = await world.admin.query("select max(attempts) as most, sum(attempts) as sum from app.sign_in");
      hold("successes", tally.succeeded, 0);
      hold("at most 25 guesses compared with a code", tally.compared <= 25, true);
      hold("most attempts counted against a code", Number(rows[0].most), 5);
      hold("nine of ten guesses get a response", tally.compared + tally.locked > guesses * 0.9, true);
      // After the restart, a locked sign-in refuses the correct code too.
      const code = await codeEmailed(world);
      const right = await Promise.all(
        verifiers.map((pkceCodeVerifier) =>
          post(world, agent, random, "/api/businesses/auth/v1/login-otp/verify", {
            email: owner,
            code,
            pkceCodeVerifier,
          }),
        ),
      );
      hold("locked sign-ins that accept the correct code", right.filter((answer) => answer.status === 200).length, 0);
      return {
        "guesses sent": guesses,
        "codes attacked": verifiers.length,
        successes: tally.succeeded,
        "guesses compared with a code": tally.compared,
        "refused because locked": tally.locked,
        "cut off by kill -9 of the API": tally.unanswered,
        "correct codes refused after the lock": right.length,
      };
    } finally {
      agent.destroy();
      await world.close();
    }
  },
};

const addressFrom = (random: () => number) =>
  `10.${Math.floor(random() * 2)}.${Math.floor(random() * 100)}.${1 + Math.floor(random() * 100)}`;

function post(
  world: World,
  agent: http.Agent,
  random: () => number,
  path: string,
  body: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": addressFrom(random) };
    const request = http.request(`${world.apiUrl}${path}`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

const ask = (world: World, agent: http.Agent, random: () => number, verifier: string) =>
  post(world, agent, random, "/api/businesses/auth/v1/login-otp", {
    platformDomainName: world.portalHost,
    originUrl: `http://${world.portalHost}/`,
    email: owner,
    pkceCodeChallenge: createHash("sha256").update(verifier).digest("base64url"),
  });

async function askForCode(world: World, agent: http.Agent, random: () => number): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  hold("status of a code request", (await ask(world, agent, random, verifier)).status, 202);
  return verifier;
}

type Emails = { emails: { text: string }[] };
const emails = async (world: World) =>
  ((await (await fetch(`${world.engine.sandboxUrl}/inbox.json?to=${owner}`)).json()) as Emails).emails;
const emailsToOwner = async (world: World) => (await emails(world)).length;
const codeEmailed = async (world: World) => /\b(\d{6})\b/.exec((await emails(world))[0]?.text ?? "")?.[1] ?? "";
