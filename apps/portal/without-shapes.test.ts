import { transformSync } from "@babel/core";
import { expect, it } from "vitest";
import { withoutShapes } from "./without-shapes.ts";

const built = (code: string) =>
  transformSync(code, { presets: [withoutShapes.preset], configFile: false, babelrc: false })?.code?.replace(
    /\s+/g,
    " ",
  );

it("the build of a call keeps its method, path, step-up and file type, and loads nothing that only its shapes used", () => {
  const code = `
    import { z } from "zod/mini";
    import { call } from "../call.js";
    import { namesAccount } from "../step-answer.js";
    import { uuid } from "../ids.js";
    const params = z.object({ id: uuid });
    export const send = call({ method: "PUT", path: "/api/v1/send/:id", slice: "people", params, answer: z.object({}), stepUp: namesAccount, file: "application/pdf" });`;
  expect(built(code)).toBe(
    'import { call } from "../call.js"; import { namesAccount } from "../step-answer.js"; ' +
      'export const send = call({ method: "PUT", path: "/api/v1/send/:id", stepUp: namesAccount, file: "application/pdf" });',
  );
});

it("the build of a call keeps what it shares with other calls", () => {
  const code = `
    import { call } from "../call.js";
    const removal = { method: "DELETE", slice: "people" };
    export const remove = call({ ...removal, path: "/api/v1/things/:id", summary: "Removes a thing." });`;
  expect(built(code)).toContain('call({ ...removal, path: "/api/v1/things/:id" });');
});

it("a schema that is exported may be left out of the build", () => {
  expect(built('import { z } from "zod/mini"; export const name = z.string().check(z.maxLength(5));')).toBe(
    'import { z } from "zod/mini"; export const name = /*#__PURE__*/(() => z.string().check(z.maxLength(5)))();',
  );
});
