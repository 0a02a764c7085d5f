import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { inScope } from "../../db/scope.ts";
import type { TestPerson, TestPlatform, TestServer } from "../../http/server.fixture.ts";

/** The steps between the details and the consent, hidden for tests that are not about them. */
const between: PlatformSettings["hiddenSteps"] = [
  ...(["COLLECT_PLAID", "COLLECT_RAILZ", "COLLECT_BUSINESS_TAX", "COLLECT_EXISTING_DEBT"] as const),
  ...(["COLLECT_REFINANCE_OPTIONS", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"] as const),
];

export type Applicant = TestPerson & { platform: TestPlatform; id: string };
type Wishes = {
  /** A platform that has other applicants. `settings` are those of a new one. */
  platform?: TestPlatform;
  settings?: Partial<PlatformSettings>;
  products?: ProductType[];
  lastName?: string;
  businessName?: string;
  /** Null: the business has no tax number on file. */
  ein?: string | null;
};

export const complete = (person: TestPerson, completedStep: string, data: object = {}) =>
  person.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });

/** An owner who has completed every step except the consent. */
export async function applicantAtConsent(server: TestServer, wishes: Wishes = {}): Promise<Applicant> {
  const { settings = {}, products = ["FAST_PAY"], lastName = "Marín", businessName, ein = "990000001" } = wishes;
  const platform = wishes.platform ?? (await server.platform({ hiddenSteps: between, ...settings }));
  const person = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  const id = uuidOf("business", person.businessId) ?? "";
  if (ein) {
    const { pool, vault } = server.app;
    const key = await vault.keyFor({ platformId: platform.id, businessId: id });
    const fingerprint = vault.fingerprint(ein, "EIN");
    await inScope(pool, { platformId: platform.id, businessId: id }, (tx) =>
      vault.save(tx, key, { ownerId: id, field: "EIN", value: new Secret(ein), fingerprint }),
    );
  }
  const steps: [string, object][] = [
    ["START_FLOW", rightAnswers.START_FLOW],
    ["SELECT_PRODUCTS", { selectedProducts: products }],
    ["COLLECT_PERSONAL_DETAILS", { ...rightAnswers.COLLECT_PERSONAL_DETAILS, primaryBusinessOwnerLastName: lastName }],
    [
      "COLLECT_BUSINESS_DETAILS",
      { ...rightAnswers.COLLECT_BUSINESS_DETAILS, businessName: businessName ?? `Harbor ${randomUUID().slice(0, 8)}` },
    ],
  ];
  for (const [step, data] of steps) {
    const answer = await complete(person, step, data);
    if (answer.status !== 200) throw new Error(`${step}: ${answer.text}`);
  }
  return { ...person, platform, id };
}

export const agree = (person: TestPerson, more: object = {}) =>
  complete(person, "COLLECT_CONSENT", { ...rightAnswers.COLLECT_CONSENT, ...more });
