import { describe } from "vitest";
import { behavesLikeAnInvoiceReader } from "../port.suite.ts";
import { unpdfReader } from "./adapter.ts";

describe("invoice reader by unpdf", () => {
  behavesLikeAnInvoiceReader(unpdfReader);
});
