import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeAddressSuggest } from "../port.suite.ts";
import { placesSuggest } from "./adapter.ts";
import { places } from "./config.ts";

let vendor: TestVendor<typeof places.variables>;
beforeAll(async () => {
  vendor = await startVendor(places);
});
afterAll(() => vendor.close());

describe("address suggestions by Places", () => {
  behavesLikeAddressSuggest(
    () => placesSuggest(vendor.settings(), patienceMs),
    () => placesSuggest(vendor.settings(), impatienceMs),
    () => placesSuggest(vendor.unreachable, patienceMs),
  );
});
