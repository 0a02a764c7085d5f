import { randomUUID } from "node:crypto";
import { createReadStream, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { until } from "../scripts/processes.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

export const proof: Proof = {
  claim:
    "Made-up EINs, SSNs and account numbers, each used once, go through the partner API and the vault. They are stored, refused, sent twice, and sent in the wrong place. Afterwards the logs, the files of PostgreSQL with its write-ahead log, the store of Restate and the data of the sandbox, emails included, are searched byte by byte for the digits in plain form, with dashes, in hex and in base64. One number is planted in plain text, as part of a business name, to show that the search finds it.",
  run: async ({ tenth, seed, say }) => {
    const count = tenth ? 30 : 300;
    const random = randomFrom(seed);
    const world = await createWorld("canaries");
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      const eins = Array.from({ length: count }, () => numberFrom(random, 20));
      const badEins = Array.from({ length: Math.ceil(count / 3) }, () => `00${numberFrom(random, 20).slice(2)}`);
      const ssns = Array.from({ length: count }, () => numberFrom(random, 50));
      const accounts = Array.from({ length: count }, () => numberFrom(random, 70));
      for (const [n, ein] of eins.entries()) {
        const body = { platformBusinessId: `canary-${n}`, ein: n % 2 ? ein : `${ein.slice(0, 2)}-${ein.slice(2)}` };
        const made = await post(world, "/businesses", body, `canary-${n}`);
        hold("a business with an EIN", made.status, 201);
        hold("its repeat", (await post(world, "/businesses", body, `canary-${n}`)).status, 201);
        await saveSsn(world, String(made.body["id"]), ssns[n] ?? "");
        const account = {
          platformBusinessId: `canary-${n}`,
          createdMethod: "PLATFORM_PLAID_ASSET_REPORT",
          name: "Operating",
          accountType: "CHECKING",
          accountNumber: accounts[n],
          routingNumber: "021000021",
        };
        hold("an account", (await post(world, "/bank-accounts", account, `account-${n}`)).status, 201);
        hold("the same again", (await post(world, "/bank-accounts", account, `again-${n}`)).status, 409);
      }
      for (const [n, ein] of badEins.entries()) {
        hold(
          "an EIN that cannot be",
          (await post(world, "/businesses", { platformBusinessId: `bad-${n}`, ein }, `bad-${n}`)).status,
          400,
        );
        const misplaced = { platformBusinessId: `meta-${n}`, metadata: { note: `ssn ${dashed(ssns[n] ?? "")}` } };
        hold("a number in metadata", (await post(world, "/businesses", misplaced, `meta-${n}`)).status, 400);
        hold(
          "a number for a name of a member",
          (await post(world, "/businesses", { platformBusinessId: "x", [eins[n] ?? ""]: 1 }, `m-${n}`)).status,
          400,
        );
        await fetch(`${world.apiUrl}/api/v1/step/${ssns[n]}?ssn=${ssns[n]}`, {
          headers: { authorization: `Bearer ${ssns[n]}` },
        });
      }
      await until(
        "every event is handled",
        async () => (await world.admin.query("select from app.event where handled_at is null")).rowCount === 0,
      );

      // One number in plain text, as a control: the search must find it.
      const planted = numberFrom(random, 60);
      await post(world, "/businesses", { platformBusinessId: "planted", name: `Planted ${planted}` }, "planted");
      await world.admin.query("checkpoint");
      await world.api.stop();
      await world.engine.worker.stop();

      const canaries = [...eins, ...badEins, ...ssns, ...accounts];
      const places = {
        "PostgreSQL's files and log": path.join(world.dir, "postgres"),
        "Restate's store": path.join(world.engine.dir, "restate"),
        "log of the worker": path.join(world.engine.dir, "worker.log"),
        "log of the API": path.join(world.dir, "api.log"),
        "the sandbox's data": path.join(world.engine.dir, "sandbox"),
      };
      const found: string[] = [];
      let bytes = 0;
      let files = 0;
      let control = 0;
      for (const [place, where] of Object.entries(places)) {
        for (const file of filesIn(where)) {
          const hits = await search(file, [...canaries, planted]);
          bytes += statSync(file).size;
          files++;
          for (const hit of hits) {
            if (hit === planted) control++;
            else found.push(`${place}: ${path.basename(file)}`);
          }
        }
      }
      say(`${files} files, ${Math.round(bytes / 1e6)} MB searched`);
      hold("files in which the planted number was found is above zero", control > 0, true);
      hold(`canaries found (${found.slice(0, 3).join("; ")})`, found.length, 0);
      const { rows } = await world.admin.query("select count(*)::int as count from app.secret");
      // An EIN, an SSN, and both numbers of an account.
      hold("secrets stored", rows[0].count, count * 4);
      return {
        "numbers sent through": canaries.length,
        "secrets stored": rows[0].count,
        "files searched": files,
        "megabytes searched": Math.round(bytes / 1e6),
        "numbers found in plain text": found.length,
        "files in which the planted number was found": control,
      };
    } finally {
      await world.close();
    }
  },
};

/** Nine digits that begin with a prefix the IRS assigns, so that they pass validation. */
const numberFrom = (random: () => number, prefix: number) =>
  `${prefix}${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`;
const dashed = (ssn: string) => `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`;

async function post(
  world: World,
  url: string,
  body: object,
  key: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${world.apiUrl}/api/platform/v1${url}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.secretKey}`, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get("retry-after") ?? 1) * 1000));
    return post(world, url, body, key);
  }
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function saveSsn({ app, platformId }: World, publicBusinessId: string, ssn: string): Promise<void> {
  const businessId = uuidOf("business", publicBusinessId) ?? "";
  const personId = randomUUID();
  const key = await app.vault.keyFor({ platformId, businessId, personId });
  const fingerprint = app.vault.fingerprint(ssn, "SSN");
  await inScope(app.pool, { platformId, businessId }, (tx) =>
    app.vault.save(tx, key, { ownerId: personId, field: "SSN", value: new Secret(ssn), fingerprint }),
  );
}

function* filesIn(where: string): Generator<string> {
  if (!statSync(where).isDirectory()) return yield where;
  for (const name of readdirSync(where)) yield* filesIn(path.join(where, name));
}

/** Every form in which nine digits would still be readable. */
function formsOf(digits: string): string[] {
  const plain = [digits, dashed(digits), `${digits.slice(0, 2)}-${digits.slice(2)}`];
  const hex = plain.map((text) => Buffer.from(text).toString("hex"));
  // Base64 differs at each of three alignments. The characters at the edges depend on the neighboring bytes and are left off.
  const base64 = plain.flatMap((text) =>
    [0, 1, 2].map((shift) =>
      Buffer.from("x".repeat(shift) + text)
        .toString("base64")
        .slice(shift ? 4 : 0, -4),
    ),
  );
  return [...plain, ...hex, ...base64];
}

/** Which of the numbers a file contains. Reads overlapping chunks and compares only where a form can begin. */
async function search(file: string, numbers: string[]): Promise<string[]> {
  const forms = new Map<string, string>();
  for (const number of numbers) for (const form of formsOf(number)) forms.set(form, number);
  const lengths = [...new Set([...forms.keys()].map((form) => form.length))];
  const found = new Set<string>();
  let tail = "";
  for await (const chunk of createReadStream(file, { encoding: "latin1", highWaterMark: 1024 * 1024 })) {
    const text = tail + chunk;
    // Runs of characters that can contain a form; everything else is skipped.
    for (const { 0: run } of text.matchAll(/[0-9A-Za-z+/-]{8,}/g)) {
      for (const length of lengths) {
        for (let at = 0; at + length <= run.length; at++) {
          const number = forms.get(run.slice(at, at + length));
          if (number) found.add(number);
        }
      }
    }
    tail = text.slice(-64);
  }
  return [...found];
}
