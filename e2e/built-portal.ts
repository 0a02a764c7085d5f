import path from "node:path";
import type { Route } from "@playwright/test";
import { build, type InlineConfig } from "vite";

const root = path.resolve(import.meta.dirname, "../apps/portal");
const contentTypes: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export type Files = Map<string, string | Uint8Array>;

/** Builds a part of the portal that is not shipped, and so not served, into memory. `page` is the entry page. */
export async function buildPortal(page: string, changes: Pick<InlineConfig, "define"> = {}): Promise<Files> {
  const built = await build({
    root,
    logLevel: "error",
    ...changes,
    build: { write: false },
    plugins: [{ name: "page", options: (options) => ({ ...options, input: path.join(root, page) }) }],
  });
  if (!("output" in built)) throw new Error("the portal build has no single output");
  return new Map(built.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]));
}

/** Fulfills a request with a file of that build. */
export const fulfill = (route: Route, pathname: string, file: string | Uint8Array): Promise<void> =>
  route.fulfill({ body: Buffer.from(file), contentType: contentTypes[path.extname(pathname)] ?? "" });
