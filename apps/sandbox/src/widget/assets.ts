import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** Serves files that lie in a folder, each at `address` and its name. */
export function serveAssets(app: FastifyInstance, address: string, folder: string, names: readonly string[]): void {
  for (const name of names) {
    const content = readFileSync(path.join(folder, name), "utf8");
    const type = types[path.extname(name)] ?? "text/plain";
    app.get(`${address}/${name}`, async (_, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
}

/** What the pages of vendors' widgets have in common: how an element is made, how a step is shown, how a button looks. */
export const serveKit = (app: FastifyInstance): void =>
  serveAssets(app, "/kit", import.meta.dirname, ["kit.js", "kit.css"]);
