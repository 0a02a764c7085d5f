export { fundInSandbox } from "./fund-in-sandbox.ts";
export { recordLettersInSandbox } from "./record-letters-in-sandbox.ts";
