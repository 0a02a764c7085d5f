import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);

/** Writes a Brotli file beside each built file of text, an eighth smaller than gzip. It takes too long to do when the API starts. */
export const compressedFiles: Plugin = {
  name: "compressed-files",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
    const write = async (name: string) => {
      const file = path.join(dir, name);
      await writeFile(`${file}.br`, await compress(await readFile(file)));
    };
    await Promise.all(names.map(write));
  },
};
