import { expect, it } from "vitest";
import { stepUpMethodsOf } from "./step-up.ts";

it.each([
  [{ hasPasskey: false, hasVerifiedPhone: false, hasEmail: false }, []],
  [{ hasPasskey: false, hasVerifiedPhone: false, hasEmail: true }, ["EMAIL"]],
  [{ hasPasskey: false, hasVerifiedPhone: true, hasEmail: true }, ["SMS"]],
  [{ hasPasskey: true, hasVerifiedPhone: false, hasEmail: true }, ["PASSKEY"]],
  [{ hasPasskey: true, hasVerifiedPhone: true, hasEmail: true }, ["PASSKEY", "SMS"]],
])("step-up: with %o the methods are %o", (known, methods) => {
  expect(stepUpMethodsOf(known)).toEqual(methods);
});
