import path from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { behavesLikeARenderer, type RendererWorld } from "../port.suite.ts";
import { typstRenderer } from "./adapter.ts";
import { textOf } from "./pdf-text.fixture.ts";

let world: RendererWorld;
beforeAll(() => {
  const templates = path.resolve(import.meta.dirname, "../../../documents/templates");
  world = {
    renderer: typstRenderer(),
    shortTimeout: typstRenderer({ templates, timeoutMs: 1 }),
    textOf: async (pdf) => (await textOf(pdf)).text,
  };
});
afterAll(async () => {
  await world.renderer.close();
  await world.shortTimeout.close();
});

describe("documents by Typst", () => behavesLikeARenderer(() => world));
