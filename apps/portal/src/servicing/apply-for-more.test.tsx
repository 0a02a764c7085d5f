import type { ApplyForMore as Answer } from "@inlay/contracts/onboarding/apply-for-more.ts";
import { expect, it } from "vitest";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import type { Language } from "../shared/language/language.ts";
import { ApplyForMore, applyForMoreKey } from "./apply-for-more.tsx";
import { type Elsewhere, ElsewhereProvider } from "./elsewhere.tsx";
import { rendered } from "./rendered.fixture.tsx";

const noWay = () => undefined;
const servicing = { at: { page: "APPLY_FOR_MORE" }, open: noWay, back: noWay, home: noWay } as const;
const possible: Answer = { whyNot: null, canApplyOn: null, products: ["TERM_LOAN", "MCA"] };

const page = (answer: Partial<Answer>, alert: Elsewhere["alert"] = null, language: Language = "en") =>
  rendered(
    <ServicingProvider value={servicing}>
      <ElsewhereProvider value={{ alert, open: noWay }}>
        <ApplyForMore takesFocus={false} />
      </ElsewhereProvider>
    </ServicingProvider>,
    [[applyForMoreKey, { ...possible, ...answer }]],
    language,
  );

it("apply for more: offers the platform's products and says that answers are kept and consent is given again", async () => {
  const shown = await page({});
  expect(shown).toContain("Your answers are kept: you look at them once more and give your consent.");
  expect(shown).toMatch(/Term Loan .*Merchant Cash Advance .*Start the application/);
});

it("apply for more: after a decline says from which day on, and leads to the reasons", async () => {
  const shown = await page({ whyNot: "REAPPLY_TOO_SOON", canApplyOn: "2026-11-02" }, "APPLICATION_DECLINED");
  expect(shown).toContain("You can apply again from November 2, 2026 on");
  expect(shown).toContain("See the reasons and what would help");
  expect(shown).not.toContain("Start the application");
});

it.each([
  ["APPLICATION_BEGUN", "Your application is not sent yet Continue the application"],
  ["APPLICATION_IN_REVIEW", "We are looking at your application We write to you as soon as there is an answer."],
  ["NEW_OFFERS_AVAILABLE", "New offers available See the offers"],
  ["EXPIRED_OFFERS", "Expired offers See the expired offers"],
] as const)("apply for more: while an application is open leads to it: %s", async (alert, words) => {
  const shown = await page({ whyNot: "APPLICATION_OPEN" }, alert);
  expect(shown).toContain("You already have an open application.");
  expect(shown).toContain(words);
});

it("apply for more: is in Spanish", async () => {
  expect(await page({}, null, "es")).toContain("Comenzar la solicitud");
  expect(await page({ whyNot: "REAPPLY_TOO_SOON" }, null, "es")).toContain("Todavía no puede solicitar");
});
