// A script for the tests of file-process.ts. Its argument says what it does with the file.
import { pbkdf2Sync } from "node:crypto";
import { answerFile } from "./file-process.ts";

const actions: Record<string, (contents: Buffer) => unknown> = {
  length: (contents) => contents.length,
  environment: () => Object.keys(process.env).filter((name) => name.startsWith("FILE_PROCESS") || name === "PATH"),
  loop: () => {
    for (;;);
  },
  wait: () =>
    new Promise(() => {
      setInterval(() => {}, 1_000);
    }),
  native: () => pbkdf2Sync("password", "salt", 2 ** 31 - 1, 64, "sha512").length,
  objects: () => {
    const all: object[] = [];
    for (;;) all.push({ all });
  },
  array: () => new Array(1e8).fill({}).length,
  buffers: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(100_000, 1));
  },
  throw: () => {
    throw new Error("on purpose");
  },
  exit: () => process.exit(0),
  flood: () => "x".repeat(5_000_000),
};

await answerFile(async (contents, [what = ""]) => actions[what]?.(contents));
