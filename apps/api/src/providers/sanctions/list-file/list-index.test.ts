import { describe, expect, it } from "vitest";
import { indexOf, type ListedName } from "./list-index.ts";

const people = [
  "VORSHENKO, Aleksandr Mikhailovich",
  "AL-TARZIMI, Muhammad Yusuf Khalil",
  "PAKEN, Wei Hua",
  "MENVAVILLO, Carlos Antonio",
  "ABD-AL-RAHMAN, Tariq",
  "STOJANOVIC, Zoran",
];
const organizations = ["MERIDIAN GATE SHIPPING AND TRADING COMPANY", "KORVANDA TRADING LLC", "ZARQUENT"];
/** Other names, which make some words common. */
const crowd = Array.from({ length: 40 }, (_, n) => `SURNAME${"abcdefghij"[n % 10]}${n}, Muhammad`);
const names: ListedName[] = [
  ...[...people, ...crowd].map((name, entry) => ({ entry, name, kind: "PERSON" as const })),
  ...organizations.map((name, n) => ({ entry: 100 + n, name, kind: "ORGANIZATION" as const })),
  ...Array.from({ length: 30 }, (_, n) => ({
    entry: 200 + n,
    name: `FIRM${n} SHIPPING AND TRADING`,
    kind: "ORGANIZATION" as const,
  })),
];
const index = indexOf(names);
const closest = (name: string, kind: "PERSON" | "ORGANIZATION" = "PERSON") => index.find(name, kind)[0]?.name ?? null;

describe("listed person", () => {
  const [vorshenko, tarzimi, paken, menvavillo, tariq] = people;
  it.each([
    ["Aleksandr Mikhailovich Vorshenko", vorshenko, "as the list has it"],
    ["Vorshenko Aleksandr", vorshenko, "in another order and without the middle name"],
    ["Alexandr Vörshénko", vorshenko, "with marks"],
    ["Alexander Worschenko", vorshenko, "carried over otherwise"],
    ["Александр Воршенко", vorshenko, "in its own alphabet"],
    ["Aleksandr Vorshneko", vorshenko, "with a slip"],
    ["A. M. Vorshenko", vorshenko, "with initials"],
    ["Mohamed Youssef al Tarzimi", tarzimi, "with a particle apart"],
    ["Muhammad Tarzimi", tarzimi, "with two names of four"],
    ["Wei Hua Paken", paken, "with short names"],
    ["WeiHua Paken", paken, "with two names as one"],
    ["Carlos Menva Villo", menvavillo, "with one name as two"],
    ["Tariq Abdulrahman", tariq, "with a particle inside"],
  ])("is found by %s: %s, %s", (name, listed) => {
    expect(closest(name)).toBe(listed);
  });

  it.each([
    ["Aleksandr Petrenko", "shares a given name"],
    ["Irina Vorshenko", "shares a surname"],
    ["Muhammad Khan", "shares a common name"],
    ["Goran Stojanovic", "has another given name"],
    ["Wei Chen", "shares a short name"],
    ["V. Aleksandrova", "has an initial and little else"],
    ["Mary Smith", "shares nothing"],
    ["", "is nobody"],
  ])("is not found by %s, who %s", (name) => {
    expect(closest(name)).toBeNull();
  });
});

describe("listed organization", () => {
  it.each([
    ["Meridian Gate Trading LLC", organizations[0]],
    ["Meridiangate Shipping", organizations[0]],
    ["Korvanda Trading", organizations[1]],
    ["Korwanda Trading Co.", organizations[1]],
    ["Zarquent Bakery", organizations[2]],
  ])("is found by %s", (name, listed) => {
    expect(closest(name, "ORGANIZATION")).toBe(listed);
  });

  it.each(["Harbor Street Trading LLC", "Meridian Bakery", "Gate Trading", "Shipping and Trading Company"])(
    "is not meant by %s",
    (name) => {
      expect(closest(name, "ORGANIZATION")).toBeNull();
    },
  );

  it("is never matched with a person, while a business is matched with listed people too", () => {
    expect(closest("Korvanda Trading", "PERSON")).toBeNull();
    expect(closest("Aleksandr Vorshenko Holding", "ORGANIZATION")).toBe(people[0]);
  });
});

describe("several matches", () => {
  it("are ordered closest first, each entry once with the closest of its names", () => {
    const found = indexOf([
      { entry: 0, name: "VORSHENKO, Aleksandr", kind: "PERSON" },
      { entry: 1, name: "VORSHENKA, Aleksandra", kind: "PERSON" },
      { entry: 1, name: "VORSHENKO, Alexandra", kind: "PERSON" },
    ]).find("Aleksandr Vorshenko", "PERSON");
    expect(found.map(({ entry }) => entry)).toEqual([0, 1]);
    expect(found[0]?.score).toBe(1);
  });
});
