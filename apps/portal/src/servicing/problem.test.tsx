import { describe, expect, it } from "vitest";
import { Problem } from "../shared/page/problem.tsx";
import { markup } from "./rendered.fixture.tsx";

describe("a page that cannot be loaded", () => {
  const shown = (isPart: boolean) =>
    markup(
      <Problem error={new Error("offline")} again={() => undefined} isPart={isPart} note="Nothing is lost." />,
      [],
    );

  it("has a level-1 heading, a way to try again and what the person is to know besides", async () => {
    const html = await shown(false);
    expect(html).toMatch(/<h1[^>]*>Something went wrong<\/h1>/);
    expect(html).toContain("Try again");
    expect(html).toContain("Nothing is lost.");
  });

  it("has no second heading where it is a part of a page", async () => {
    expect(await shown(true)).not.toContain("<h1");
  });
});
