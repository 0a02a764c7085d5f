import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signingLifecycle } from "../documents/signing.ts";
import { isDisclosedBeforeAgreement, nextToSign, type SigningProgress, signingSteps } from "./next-to-sign.ts";

const time = fc.integer({ min: 0, max: 5 }).map((minute) => new Date(minute * 60_000));
const progresses: fc.Arbitrary<SigningProgress> = fc.record({
  required: fc.constantFrom("SIGNED" as const, "DELIVERED" as const, null),
  disclosure: fc.option(
    fc.record({ isCurrent: fc.boolean(), deliveredAt: fc.option(time), signedAt: fc.option(time) }),
  ),
  agreement: fc.option(fc.record({ status: fc.constantFrom(...signingLifecycle.states), openedAt: time })),
});
const holds = (property: (progress: SigningProgress) => boolean) =>
  fc.assert(fc.property(progresses, property), { numRuns: 500 });

const at = (minute: number) => new Date(minute * 60_000);
const form = (deliveredAt: Date | null, signedAt: Date | null, isCurrent = true) => ({
  isCurrent,
  deliveredAt,
  signedAt,
});
const opened = (status: (typeof signingLifecycle.states)[number], minute = 3) => ({ status, openedAt: at(minute) });

describe("what is signed next", () => {
  it.each([
    ["no form was made", "SIGNED", null, null, "DELIVER_DISCLOSURE"],
    ["the form was not delivered", "DELIVERED", form(null, null), null, "DELIVER_DISCLOSURE"],
    ["the form is of another amount", "SIGNED", form(at(1), at(2), false), null, "DELIVER_DISCLOSURE"],
    ["a form to be signed was only delivered", "SIGNED", form(at(1), null), null, "SIGN_DISCLOSURE"],
    ["delivery is enough", "DELIVERED", form(at(1), null), null, "SIGN_AGREEMENT"],
    ["the form is signed", "SIGNED", form(at(1), at(2)), null, "SIGN_AGREEMENT"],
    ["no form applies", null, null, null, "SIGN_AGREEMENT"],
    ["the agreement was declined", "SIGNED", form(at(1), at(2)), opened("DECLINED"), "SIGN_AGREEMENT"],
    ["everything is signed", "SIGNED", form(at(1), at(2)), opened("COMPLETED"), "NOTHING"],
    ["only the agreement is signed", "SIGNED", form(at(1), null), opened("COMPLETED"), "SIGN_DISCLOSURE"],
  ] as const)("when %s", (_, required, disclosure, agreement, next) => {
    expect(nextToSign({ required, disclosure, agreement })).toBe(next);
  });

  it("is the agreement or nothing only if the required form is current, delivered and, where the law asks for it, signed", () => {
    holds((progress) => {
      const { required, disclosure } = progress;
      const isDisclosed =
        required === null ||
        (disclosure?.isCurrent === true &&
          disclosure.deliveredAt !== null &&
          (required === "DELIVERED" || disclosure.signedAt !== null));
      return ["SIGN_AGREEMENT", "NOTHING"].includes(nextToSign(progress)) === isDisclosed;
    });
  });

  it("does not depend on the agreement before the disclosure is complete", () => {
    holds((progress) => {
      const withoutAgreement = nextToSign({ ...progress, agreement: null });
      return withoutAgreement === "SIGN_AGREEMENT" || nextToSign(progress) === withoutAgreement;
    });
  });

  it("never goes back when a document is delivered or signed", () => {
    const rank = (progress: SigningProgress) => signingSteps.indexOf(nextToSign(progress));
    holds((progress) => {
      const { disclosure } = progress;
      if (!disclosure) return true;
      return [{ deliveredAt: at(9) }, { signedAt: at(9) }].every(
        (more) => rank({ ...progress, disclosure: { ...disclosure, ...more } }) >= rank(progress),
      );
    });
  });

  it("starts again with the delivery when the form is no longer current", () => {
    holds((progress) => {
      const { required, disclosure } = progress;
      if (required === null || !disclosure) return true;
      return nextToSign({ ...progress, disclosure: { ...disclosure, isCurrent: false } }) === "DELIVER_DISCLOSURE";
    });
  });
});

describe("disclosure before the agreement", () => {
  const signed = { required: "SIGNED", disclosure: form(at(1), at(2)), agreement: opened("COMPLETED", 3) } as const;

  it("holds if the form was complete when the agreement was opened", () => {
    expect(isDisclosedBeforeAgreement(signed)).toBe(true);
    expect(isDisclosedBeforeAgreement({ ...signed, agreement: opened("COMPLETED", 2) })).toBe(true);
  });

  it("does not hold if the form was signed afterwards, even if everything is signed now", () => {
    expect(isDisclosedBeforeAgreement({ ...signed, agreement: opened("COMPLETED", 1) })).toBe(false);
    expect(nextToSign({ ...signed, agreement: opened("COMPLETED", 1) })).toBe("NOTHING");
  });

  it("counts the delivery where the law asks for nothing more", () => {
    const delivered = { ...signed, required: "DELIVERED", disclosure: form(at(1), null) } as const;
    expect(isDisclosedBeforeAgreement(delivered)).toBe(true);
    expect(isDisclosedBeforeAgreement({ ...delivered, agreement: opened("COMPLETED", 0) })).toBe(false);
  });

  it("holds only if nothing is left to sign", () => {
    holds((progress) => !isDisclosedBeforeAgreement(progress) || nextToSign(progress) === "NOTHING");
  });
});
