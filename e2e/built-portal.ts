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

/** What of the portal is no part of what is shipped, nobody serves: it is built into memory. `page` is the page that it begins with. */
export async function buildPortal(page: string, changes: Pick<InlineConfig, "define"> = {}): Promise<Files> {
  const built = await build({
    root,
    logLevel: "error",
    ...changes,
    build: { write: false },
    plugins: [{ name: "page", options: (options) => ({ ...options, input: path.join(root, page) }) }],
  });
  if (!("output" in built)) throw new Error("the portal is not one build");
  return new Map(built.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]));
}

/** Answers with a file of that build. */
export const fulfill = (route: Route, pathname: string, file: string | Uint8Array): Promise<void> =>
  route.fulfill({ body: Buffer.from(file), contentType: contentTypes[path.extname(pathname)] ?? "" });
