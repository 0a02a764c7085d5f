import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { corpus } from "../apps/api/src/documents/hostile-corpus.fixture.ts";
import type { Upload } from "../apps/api/src/documents/upload.fixture.ts";
import { testClamd } from "../apps/api/src/providers/malware-scanner/clamd.fixture.ts";
import { until } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";
import { hold, type Proof } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const mostMegabytes = 1_024;
const mostDelayMs = 2_000;
/** A short run shares its machine with anything. A file that keeps the main thread busy delays it for longer than this. */
const mostDelayOfShortRunMs = 15_000;

export const proof: Proof = {
  claim:
    "Legitimate and hostile files of every listed kind are sent through the API, the store and the worker, then two hundred by sixteen owners at once. Each ends as the list says, no file can be read unless it is clean, rejected files are deleted from the store, the worker and its inspections stay below 1 GB together, and no file holds up the worker's main thread for 2 seconds. While the scanner is down every file stays in quarantine. When it is back every file is scanned.",
  run: async ({ tenth, say }) => {
    const clamd = await testClamd();
    const delayFile = path.join(mkdtempSync(path.join(tmpdir(), "hostile-uploads-")), "delay");
    const world = await createWorld("hostile-uploads", {
      CLAMD_ADDRESS: clamd.address,
      NODE_OPTIONS: `--import=${path.join(root, "proofs/event-loop-delay.ts")}`,
      EVENT_LOOP_DELAY_FILE: delayFile,
    });
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      const workerPid = world.engine.worker.pid() ?? 0;
      const memory = watchMemory(workerPid);
      // Requests are limited per person and minute, so several owners send.
      const owners = await Promise.all(Array.from({ length: 16 }, () => ownerOf(world)));

      // The tests inspect every kind of file. A short run sends every tenth of them the whole way.
      const kinds = tenth ? corpus.filter((_, n) => n % 10 === 0) : corpus;
      const alone = await sendAll(owners, kinds);
      await allEnd(world, alone);
      const wrong = await held(alone);
      for (const line of wrong) say(line);
      hold("files that did not end as listed", wrong.length, 0);

      const crowd = tenth ? 10 : 200;
      say(`${crowd} at once`);
      const began = performance.now();
      const many = await sendAll(
        owners,
        Array.from({ length: crowd }, (_, n) => kinds[n % kinds.length] as Upload),
      );
      await allEnd(world, many);
      const seconds = (performance.now() - began) / 1000;
      hold("files sent at once that did not end as listed", (await held(many)).length, 0);

      say("kill -9 of the scanner");
      await clamd.kill();
      // Only files that pass the inspection reach the scanner.
      const legitimate = corpus.filter(({ ends }) => ends === "READY").slice(0, 5);
      const waiting = await sendAll(owners, legitimate);
      await until("the worker has tried to scan", async () => {
        const { rowCount } = await world.admin.query(
          "select from app.workflow_run where kind = 'scan-document' and state = 'OPEN' and submitted_at is not null",
        );
        return rowCount === waiting.length;
      });
      const read = await Promise.all(
        waiting.map(({ id, owner }) => owner(`/api/v2/servicing/documents/${id}/read-file-url`)),
      );
      hold("readable unscanned files", read.filter(({ status }) => status !== 409).length, 0);
      await clamd.start();
      await allEnd(world, waiting);
      hold("files that did not end as listed after the scanner is back", (await held(waiting)).length, 0);

      const left = await world.admin.query(
        "select from app.workflow_run where kind = 'scan-document' and state <> 'DONE'",
      );
      hold("workflows that have not ended", left.rowCount, 0);
      const peak = memory.stop();
      hold(`the memory of worker and inspections, ${peak} MB, within ${mostMegabytes} MB`, peak <= mostMegabytes, true);
      const delayMs = Number(readFileSync(`${delayFile}.${workerPid}`, "utf8"));
      const most = tenth ? mostDelayOfShortRunMs : mostDelayMs;
      hold(`the main thread's delay, ${delayMs} ms, within ${most} ms`, delayMs <= most, true);
      return {
        "kinds of file": kinds.length,
        "of them hostile": kinds.filter(({ ends }) => ends !== "READY").length,
        "ended as listed": `${kinds.length} of ${kinds.length}`,
        "sent at once": crowd,
        "all of them scanned within": `${seconds.toFixed(1)} s`,
        "readable unscanned files while the scanner was down": 0,
        "most memory of the worker and its inspections": `${peak} MB`,
        "longest delay of the worker's main thread": `${delayMs} ms`,
      };
    } finally {
      await world.close();
      await clamd.close();
    }
  },
};

type Answer = { status: number; body: Record<string, unknown> };
type Owner = (path: string, body?: unknown) => Promise<Answer>;
type Sent = { owner: Owner; upload: Upload; id: string; isRefused: boolean };

/** Signs in the owner of a new business. */
async function ownerOf({ apiUrl, secretKey }: World): Promise<Owner> {
  const ask = async (path: string, bearer: string | null, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${apiUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { "content-type": "application/json", "idempotency-key": randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
    if (bearer === secretKey && answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const platformBusinessId = randomUUID();
  const platformUserId = randomUUID();
  const partner = "/api/platform/v1";
  await ask(`${partner}/businesses`, secretKey, { platformBusinessId });
  await ask(`${partner}/users`, secretKey, { platformUserId, platformBusinessId, roles: ["PRIMARY_OWNER"] });
  const token = await ask(`${partner}/users/platform:${platformUserId}/connect-tokens`, secretKey, {});
  const session = await ask("/api/v1/connect-tokens/exchange", null, { connectToken: token.body["connectToken"] });
  return (path, body) => ask(path, String(session.body["sessionToken"]), body);
}

/** Sends the files, each owner one after the other. They are sent faster than they are scanned, so all of them wait together. */
async function sendAll(owners: Owner[], uploads: Upload[]): Promise<Sent[]> {
  const ofOwners = owners.map(async (owner, first) => {
    const sent: Sent[] = [];
    for (let n = first; n < uploads.length; n += owners.length) sent.push(await send(owner, uploads[n] as Upload));
    return sent;
  });
  return (await Promise.all(ofOwners)).flat();
}

/** Sends one file the whole way. A file whose declared name or type is not allowed is refused before the upload. */
async function send(owner: Owner, upload: Upload): Promise<Sent> {
  const contents = upload.contents();
  const file = {
    id: "1",
    name: upload.name,
    type: upload.type,
    size: contents.length,
    sha256: createHash("sha256").update(contents).digest("hex"),
  };
  const answer = await owner("/api/v1/businesses/document-upload-urls", {
    files: [file],
    documentType: "additional-documents",
  });
  if (answer.status === 422) return { owner, upload, id: "", isRefused: true };
  if (answer.status !== 200) throw new Error(`${upload.what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const [{ documentUploadUrl: place } = { documentUploadUrl: { uploadUrl: "", downloadUrl: "" } }] = answer.body[
    "files"
  ] as {
    documentUploadUrl: { uploadUrl: string; downloadUrl: string };
  }[];
  const put = await fetch(place.uploadUrl, {
    method: "PUT",
    body: new Uint8Array(contents),
    headers: { "content-type": upload.type },
  });
  if (!put.ok) throw new Error(`${upload.what}: the store answered ${put.status}`);
  const id = /[0-9a-f-]{36}/.exec(place.downloadUrl)?.[0] ?? "";
  const confirmed = await owner(`/api/v1/documents/${id}/uploaded`, {});
  if (confirmed.status !== 200) throw new Error(`${upload.what}: ${confirmed.status}`);
  return { owner, upload, id, isRefused: false };
}

const allEnd = ({ admin }: World, sent: Sent[]) =>
  until(
    `${sent.length} files were scanned`,
    async () => {
      const ids = sent.filter(({ isRefused }) => !isRefused).map(({ id }) => id);
      const { rowCount } = await admin.query(
        "select from app.business_document where id = any($1) and status = 'SCANNING'",
        [ids],
      );
      return rowCount === 0;
    },
    600_000,
  );

/** Describes the files that did not end as listed. */
async function held(sent: Sent[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { owner, upload, id, isRefused } of sent) {
    // An upload URL is for a file of an accepted size.
    const isOfWrongSize = upload.ends === "FILE_TOO_LARGE" || upload.ends === "FILE_TOO_SMALL";
    if (isRefused !== isOfWrongSize) wrong.push(`${upload.what}: ${isRefused ? "no upload URL" : "an upload URL"}`);
    if (isRefused) continue;
    const { body } = await owner(`/api/v2/servicing/documents/${id}`);
    const ended = body["rejectionReason"] ?? body["status"];
    if (ended !== upload.ends) wrong.push(`${upload.what}: ${ended}, not ${upload.ends}`);
    if (upload.shownAs && body["fileName"] !== upload.shownAs)
      wrong.push(`${upload.what}: shown as ${body["fileName"]}`);
    const { status, body: place } = await owner(`/api/v2/servicing/documents/${id}/read-file-url`);
    if (upload.ends !== "READY") {
      if (status !== 409) wrong.push(`${upload.what}: could be read`);
      continue;
    }
    const file = await fetch(String(place["url"]));
    if (!Buffer.from(await file.arrayBuffer()).equals(upload.contents())) wrong.push(`${upload.what}: other contents`);
    if (!String(file.headers.get("content-disposition")).startsWith("attachment;"))
      wrong.push(`${upload.what}: shown as a page`);
  }
  return wrong;
}

/** The peak resident memory of a process and its children together, in megabytes. */
function watchMemory(pid: number): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    const children = contentsOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
    const kilobytes = [pid, ...children].map((one) =>
      Number(/VmRSS:\s+(\d+)/.exec(contentsOf(`/proc/${one}/status`))?.[1] ?? 0),
    );
    peak = Math.max(peak, kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(peak);
    },
  };
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has exited; the peak so far counts.
    return "";
  }
}
