import type { Model } from "./onboarding-application-model.ts";
import type { Ask, Ground, Person, Reply, TestPlatform } from "./onboarding-ground.ts";

/** One applicant of the walk, with what the model knows about the business. */
export type Walker = {
  ground: Ground;
  person: Person;
  platform: TestPlatform;
  random: () => number;
  count(what: string): void;
  model: Model;
  /** Each debt as JSON, and whether a refinance option was chosen for it. */
  debts: Map<string, boolean>;
  last: Map<string, object>;
  /** The sessions of co-owners who followed their invitation. */
  guests: Map<string, Ask>;
  /** When an owner who stops before consent is reminded; ENDED after that or consent, null before the first step. */
  ownersReminder: number | "ENDED" | null;
  /** Compares the server with the model. */
  compare(what: string): Promise<void>;
};

export const oneOf = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
export const mark = ({ random }: Walker) => Math.floor(random() * 1e12).toString(36);
export const digits = ({ random }: Walker, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join("");

export const complete = ({ person }: Walker, step: string, data: object): Promise<Reply> =>
  person.ask("PUT", "/api/v1/completeStep", { completedStep: step, data });

export const answerInput = ({ person }: Walker, subStep: string, data: object): Promise<Reply> =>
  person.ask("PUT", "/api/v1/completeStep", { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep, data });
