import { expect, it } from "vitest";
import { excludedInstitutions, whyNotLink } from "./why-not-link.ts";

it("bank linking is refused for the two banks that cannot be linked, and for one that is already linked", () => {
  expect(excludedInstitutions).toEqual(["ins_129313", "ins_114126"]);
  for (const id of excludedInstitutions) expect(whyNotLink(id, [id])).toBe("INSTITUTION_EXCLUDED");
  expect(whyNotLink("ins_1", ["ins_2", "ins_1"])).toBe("INSTITUTION_ALREADY_LINKED");
  expect(whyNotLink("ins_1", ["ins_2"])).toBeNull();
});
