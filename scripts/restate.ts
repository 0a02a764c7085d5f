import { type ChildProcess, spawn } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { endWithThisProcess, until } from "./processes.ts";

export type RestatePorts = { ingress: number; admin: number; node: number };

/** Writes the configuration of a one-node Restate below `dir` and returns its command. `webUi` serves its pages at the admin port. */
export function restateConfig(dir: string, ports: RestatePorts, webUi = false) {
  mkdirSync(dir, { recursive: true });
  const pem = path.join(dir, "identity.pem");
  if (!existsSync(pem)) {
    writeFileSync(pem, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }), {
      mode: 0o600,
    });
  }
  const file = path.join(dir, "restate.toml");
  // Telemetry is off because the server would otherwise connect to the internet at each start. Attempts are unlimited because the
  // default pauses an invocation after about an hour, and our workflows must survive any outage of a vendor.
  writeFileSync(
    file,
    `cluster-name = "inlay"
node-name = "inlay-1"
base-dir = ${JSON.stringify(path.join(dir, "data"))}
listen-mode = "tcp"
bind-ip = "127.0.0.1"
bind-port = ${ports.node}
advertised-host = "127.0.0.1"
default-num-partitions = 8
rocksdb-total-memory-size = "512.0 MiB"
disable-telemetry = true
log-filter = "error,octocrab=off"
log-format = "compact"
log-disable-ansi-codes = true
shutdown-timeout = "10s"

[default-retry-policy]
initial-interval = "100ms"
exponentiation-factor = 2.0
max-attempts = "unlimited"
max-interval = "10s"

[worker.invoker]
request-identity-private-key-pem-file = ${JSON.stringify(pem)}

[ingress]
bind-ip = "127.0.0.1"
bind-port = ${ports.ingress}

[admin]
bind-ip = "127.0.0.1"
bind-port = ${ports.admin}
disable-web-ui = ${!webUi}
`,
  );
  return {
    command: [binary(), "--config-file", file, "--no-logo"],
    dataDir: path.join(dir, "data"),
    publicKey: publicKeyOf(readFileSync(pem, "utf8")),
    ingress: `http://127.0.0.1:${ports.ingress}`,
    admin: `http://127.0.0.1:${ports.admin}`,
  };
}

export type RunningRestate = ReturnType<typeof restateConfig> & { child: ChildProcess; stop(): Promise<void> };

export async function startRestate(dir: string, ports: RestatePorts): Promise<RunningRestate> {
  const config = restateConfig(dir, ports);
  const [command = "", ...args] = config.command;
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  endWithThisProcess(child, "SIGKILL");
  const hasEnded = () => child.exitCode !== null;
  await until("Restate is healthy", async () => hasEnded() || (await fetch(`${config.admin}/health`)).ok);
  if (hasEnded()) throw new Error(`Restate ended with ${child.exitCode}`);
  return {
    ...config,
    child,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

function binary(): string {
  const require = createRequire(import.meta.url);
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  const home = path.dirname(
    createRequire(require.resolve("@restatedev/restate-server/package.json")).resolve(`${name}/package.json`),
  );
  return path.join(home, "bin", "restate-server");
}

/** Restate's format of the public key: a prefix and the raw key in base 58. */
function publicKeyOf(pem: string): string {
  const raw = Buffer.from(createPublicKey(createPrivateKey(pem)).export({ format: "jwk" }).x ?? "", "base64url");
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let number = BigInt(`0x${raw.toString("hex")}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text;
  for (const byte of raw) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return `publickeyv1_${text}`;
}
