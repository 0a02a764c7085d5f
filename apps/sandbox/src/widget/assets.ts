import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** Serves the named files of a folder below `address`. */
export function serveAssets(app: FastifyInstance, address: string, folder: string, names: readonly string[]): void {
  for (const name of names) {
    const content = readFileSync(path.join(folder, name), "utf8");
    const type = types[path.extname(name)] ?? "text/plain";
    app.get(`${address}/${name}`, async (_, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
}

/** The shared script and styles of the vendors' widget pages. */
export const serveKit = (app: FastifyInstance): void =>
  serveAssets(app, "/kit", import.meta.dirname, ["kit.js", "kit.css"]);
