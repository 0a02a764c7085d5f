import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { end } from "../scripts/killable.ts";
import { freePort, until } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";
import { hold, type Proof } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const wanted = 0.8;

export const proof: Proof = {
  claim:
    "Reads of a signed-in person through the whole server (session token, permission, tenant transaction, typed queries, contract) are compared with the same statements in the same transaction, run by bare `pg` in a bare Fastify. The two run alternately in one run. The ratio is the median of seven.",
  run: async ({ tenth, say }) => {
    const world = await createWorld("hot-read", { INLAY_ENV: "production", DATABASE_POOL: "16" });
    try {
      const token = await sessionToken(world);
      const figures: Record<string, string> = {};
      for (const url of ["/api/v1/workflow/servicing", "/api/v1/workflow"]) {
        const { ratios, ours, bare } = await ratiosToBare(world, url, token, { tenth, say });
        const ratio = median(ratios);
        figures[`${url}: requests a second, ours`] = `${Math.round(median(ours))}`;
        figures[`${url}: requests a second, bare`] = `${Math.round(median(bare))}`;
        figures[`${url}: ratio, median of ${ratios.length}`] =
          `${ratio.toFixed(2)} [${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}]`;
        // A tenth-size run is too short to judge.
        if (!tenth) hold(`${url} reaches ${wanted} (${ratio.toFixed(3)})`, ratio >= wanted, true);
      }
      return figures;
    } finally {
      await world.close();
    }
  },
};

type Measured = { ratios: number[]; ours: number[]; bare: number[] };

/** Measures a read through the whole server and its statements in a bare one, alternately, in requests a second. */
export async function ratiosToBare(
  world: World,
  url: string,
  token: string,
  { tenth, say }: { tenth: boolean; say: (line: string) => void },
): Promise<Measured> {
  if (spawnSync("wrk", ["--version"]).error) throw new Error("This proof needs wrk: apt-get install wrk");
  const rounds = tenth ? 1 : 7;
  const seconds = tenth ? 1 : 4;
  const servers: ChildProcess[] = [];
  try {
    const ports = [await freePort(), await freePort()];
    const start = (kind: string, port = 0) => {
      const child = spawn(
        process.execPath,
        [path.join(root, "proofs/hot-read-server.ts"), kind, String(port), url, token],
        {
          env: { ...process.env, ...world.engine.env },
          stdio: ["ignore", "ignore", "inherit"],
        },
      );
      servers.push(child);
      return until(
        `${kind} answers`,
        async () =>
          (await fetch(`http://127.0.0.1:${port}${url}`, { headers: { authorization: `Bearer ${token}` } })).ok,
      );
    };
    await Promise.all([start("ours", ports[0]), start("bare", ports[1])]);
    const measure = (port = 0) => load(`http://127.0.0.1:${port}${url}`, token, seconds);
    await measure(ports[0]);
    await measure(ports[1]);
    const measured: Measured = { ratios: [], ours: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      const first = round % 2;
      const a = await measure(ports[first]);
      const b = await measure(ports[1 - first]);
      const [ours, bare] = first === 0 ? [a, b] : [b, a];
      measured.ours.push(ours);
      measured.bare.push(bare);
      measured.ratios.push(ours / bare);
      say(
        `${url} round ${round + 1}: ours ${Math.round(ours)}/s, bare ${Math.round(bare)}/s, ratio ${(ours / bare).toFixed(2)}`,
      );
    }
    return measured;
  } finally {
    await Promise.all(servers.map((child) => end(child, "SIGTERM")));
  }
}

export const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export async function sessionToken(world: World): Promise<string> {
  const { rows } = await world.admin.query(
    "select u.id from app.business_user u where u.platform_user_id = 'harbor-bakery-owner'",
  );
  const { id: userId } = rows[0];
  const sessionId = crypto.randomUUID();
  await world.admin.query(
    "insert into app.session (id, platform_id, token_type, mode, user_id, expires_at) values ($1, $2, 'BUSINESS_USER', 'CONNECT', $3, now() + interval '1 hour')",
    [sessionId, world.platformId, userId],
  );
  return world.app.tokens.sign(
    { sessionId, tokenType: "BUSINESS_USER", platformId: world.platformId, userId, email: null },
    new Date(Date.now() + 3_600_000),
  );
}

async function load(url: string, token: string, seconds: number): Promise<number> {
  const child = spawn("wrk", ["-t1", "-c32", `-d${seconds}s`, "-H", `Authorization: Bearer ${token}`, url]);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once("exit", resolve));
  if (/Non-2xx/.test(output)) throw new Error(`not every answer was a success:\n${output}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}
