import { describe, expect, it } from "vitest";
import { skeletonOf, spellingsOf, tokensOf } from "./tokens.ts";

describe("name tokens", () => {
  it.each([
    ["José Ñuñez-Álvarez", ["jose", "nunez", "alvarez"]],
    ["Đorđe Łukasz Strauß", ["dorde", "lukasz", "strauss"]],
    ["O'Brien, Séan", ["sean", "obrien"]],
    ["VORSHENKO, Aleksandr Mikhailovich", ["aleksandr", "mikhailovich", "vorshenko"]],
    ["Юрий Щербаков", ["yuriy", "shcherbakov"]],
    ["Γιώργος Παπαδόπουλος", ["giorgos", "papadopoylos"]],
    ["Abd al-Rahman bin Khalid", ["abd", "rahman", "khalid"]],
    ["  J.  R.   Tolliver ", ["j", "r", "tolliver"]],
    ["De La", ["de", "la"]],
    ["", []],
  ])("of a person: %s", (name, words) => {
    expect(tokensOf(name, "PERSON")).toEqual(words);
  });

  it.each([
    ["Meridian Gate Shipping and Trading Company, LLC", ["meridian", "gate", "shipping", "trading"]],
    ["A.B.C. Trading GmbH", ["abc", "trading"]],
    ["OOO Рассвет", ["rassvet"]],
    ["The Company Co.", ["the", "company", "co"]],
    ["7 Seas Marine", ["7", "seas", "marine"]],
  ])("of a business: %s", (name, words) => {
    expect(tokensOf(name, "ORGANIZATION")).toEqual(words);
  });

  it("can be joined in pairs", () => {
    expect(spellingsOf(["abd", "rahman", "khalid"])).toEqual([
      ["abd", "rahman", "khalid"],
      ["abdrahman", "khalid"],
      ["abd", "rahmankhalid"],
    ]);
    expect(spellingsOf(["one"])).toEqual([["one"]]);
  });
});

describe("consonant skeleton", () => {
  it.each([
    ["aleksandr", "alexander"],
    ["muhammad", "mohamed"],
    ["yusuf", "youssef"],
    ["yevgeny", "evgeni"],
    ["zhukov", "jukov"],
    ["khalid", "halid"],
    ["qasim", "kassim"],
    ["dzhokhar", "djohar"],
    ["sergei", "sergey"],
    ["philipp", "filip"],
    ["volkov", "wolkow"],
  ])("is the same for %s and %s", (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  it.each([
    ["marko", "darko"],
    ["khalid", "rashid"],
    ["ivanov", "petrov"],
  ])("differs for %s and %s", (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });
});
