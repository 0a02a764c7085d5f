import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const binary = "/usr/sbin/clamd";

/** Whether Debian's clamav-daemon is installed. */
export const hasClamd = (): boolean => existsSync(binary);
export const clamdMissing =
  "There is no malware scanner on this machine (`apt-get install clamav-daemon`), so uploaded files stay in quarantine.";

/** The harmless EICAR test file that every scanner reports. Concatenated here, so that scanners do not report this source file. */
export const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR"}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`);

/** Writes the configuration of a clamd below `dir` and returns its command. Its only signature is the EICAR test file. */
export function clamdConfig(dir: string, port: number): { command: string[] } {
  const database = path.join(dir, "signatures");
  mkdirSync(database, { recursive: true });
  writeFileSync(path.join(database, "inlay.ndb"), `Inlay.Test.EICAR:0:*:${eicar.toString("hex")}\n`);
  const file = path.join(dir, "clamd.conf");
  // Uploads are at most 10 MB. The limits are higher, so that clamd always scans the whole file.
  const settings = {
    DatabaseDirectory: database,
    TCPSocket: port,
    TCPAddr: "127.0.0.1",
    Foreground: "yes",
    TemporaryDirectory: dir,
    StreamMaxLength: "16M",
    MaxFileSize: "64M",
    MaxScanSize: "128M",
    MaxThreads: 4,
    ReadTimeout: 30,
    AlertExceedsMax: "yes",
    ConcurrentDatabaseReload: "no",
  };
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(""),
  );
  return { command: [binary, "--config-file", file] };
}
