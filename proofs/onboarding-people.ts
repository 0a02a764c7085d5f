import { rightConsent, rightCoOwnerPerson } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { type CoOwner, decline, inviteAll, newCoOwner, pullFile } from "./onboarding-application-model.ts";
import { complete, mark, oneOf, type Walker } from "./onboarding-walker.ts";
import { hold } from "./proof.ts";

export const primaryShare = 20;
const mostCoOwners = 2;
const step = "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";
const list = "/api/v2/workflow/secondary-owners";
const invitations = "/api/invitation-tokens/v1/secondary-owners";

/** Some addresses refuse every email, and the credit files of some people are locked for every pull. */
const somebody = (walker: Walker) => ({
  firstName: "Ines",
  lastName: walker.random() < 0.25 ? "Frozen" : "Ortega",
  email: `${walker.random() < 0.1 ? "refused" : "ines"}.${mark(walker)}@harbor.test`,
  phoneNumber: null,
});
const isLocked = ({ lastName }: { lastName: string }) => lastName === "Frozen";
/** Two co-owners of 40 % and the primary owner's 20 % are the whole. */
const somePercentage = ({ random }: Walker) => oneOf(random, [20, 24.99, 25, 40]);

/** The primary owner names a co-owner. Version 1 takes no percentage, and before consent the step waits for it. */
export async function nameSomebody(walker: Walker): Promise<boolean> {
  const { person, model, random } = walker;
  if (model.coOwners.length >= mostCoOwners) return false;
  const details = somebody(walker);
  const ownershipPercentage = somePercentage(walker);
  const isFirstVersion = !model.done.has("COLLECT_CONSENT") && random() < 0.3;
  const named = await (isFirstVersion
    ? person.ask("POST", "/api/v1/workflow/secondary-owners", details)
    : person.ask("POST", list, { ...details, ownershipPercentage }));
  hold("a co-owner is named", named.status, 200);
  const id = String(named.body["id"]);
  if (isFirstVersion) {
    const refused = await complete(walker, step, { ownershipPercentage: primaryShare });
    hold("a list without a percentage", refused.body["code"], "OWNERSHIP_PERCENTAGE_MISSING");
    const stated = await person.ask("PATCH", `${list}/${id}`, { ownershipPercentage });
    hold("a percentage is stated", stated.status, 200);
  }
  const { email } = details;
  model.coOwners.push(newCoOwner({ id, email, percentage: ownershipPercentage, isLocked: isLocked(details) }));
  if (model.done.has("COLLECT_CONSENT")) inviteAll(model, false);
  return true;
}

/** The primary owner takes a co-owner off the list, which is refused once they have begun. */
export async function removeSomebody(walker: Walker): Promise<boolean> {
  const { person, model, random } = walker;
  if (model.coOwners.length === 0) return false;
  const owner = oneOf(random, model.coOwners);
  const removed = await person.ask("DELETE", `${list}/${owner.id}`);
  const hasBegun = owner.step !== "START_FLOW";
  hold("a co-owner is removed", removed.body["code"] ?? "removed", hasBegun ? "CO_OWNER_HAS_BEGUN" : "removed");
  if (hasBegun) return true;
  model.coOwners = model.coOwners.filter((one) => one !== owner);
  return true;
}

/** The primary owner puts somebody else in the place of a co-owner who has not come, or corrects what a co-owner owns. */
export async function replaceSomebody(walker: Walker): Promise<boolean> {
  const { person, model, random } = walker;
  const silent = model.coOwners.filter(({ hasEntered }) => !hasEntered);
  if (silent.length === 0) return false;
  const owner = oneOf(random, silent);
  const percentage = somePercentage(walker);
  const isSamePerson = random() < 0.4;
  const details = somebody(walker);
  const changes = isSamePerson ? { ownershipPercentage: percentage } : { ...details, ownershipPercentage: percentage };
  hold("a co-owner is corrected", (await person.ask("PATCH", `${list}/${owner.id}`, changes)).status, 200);
  owner.percentage = percentage;
  if (!isSamePerson) {
    owner.email = details.email;
    owner.isLocked = isLocked(details);
    owner.invitation = "NONE";
  }
  if (model.done.has("COLLECT_CONSENT")) inviteAll(model, false);
  return true;
}

/** What a co-owner does by themselves: follow the invitation and go on for a while, or decline. Null if nobody can do anything. */
export async function coOwnerActs(walker: Walker): Promise<string | null> {
  const { model, random } = walker;
  const able = model.coOwners.filter(({ hasEntered, invitation }) => hasEntered || invitation === "WORKING");
  const unfinished = able.filter(({ finishedAt, pulls }) => finishedAt === null && pulls < 3);
  if (unfinished.length === 0) return null;
  const owner = oneOf(random, unfinished);
  if (!owner.hasEntered) return random() < 0.2 ? declineInvitation(walker, owner) : enter(walker, owner);
  if (owner.step === "START_FLOW" && random() < 0.1) return declineOwnership(walker, owner);
  do await goOn(walker, owner);
  while (owner.finishedAt === null && owner.pulls < 3 && random() < 0.75);
  return owner.finishedAt === null ? "co-owners who stopped halfway" : "co-owners who finished";
}

async function tokenOf({ ground }: Walker, { email }: CoOwner): Promise<string> {
  const emails = await ground.sandbox.emailsTo(email);
  const links = emails.flatMap(({ text }) => /https?:\/\/\S+invite=\S+/.exec(text) ?? []);
  return new URL(links[0] ?? "http://none").searchParams.get("invite") ?? "";
}

async function enter(walker: Walker, owner: CoOwner): Promise<string> {
  const opened = await walker.ground.withToken(`${invitations}/exchange`, await tokenOf(walker, owner));
  hold("an invitation is followed", opened.status, 200);
  walker.guests.set(owner.id, walker.ground.guest(opened.cookie, opened.body["userIndex"]));
  owner.hasEntered = true;
  return "invitations followed";
}

async function declineInvitation(walker: Walker, owner: CoOwner): Promise<string> {
  const declined = await walker.ground.withToken(`${invitations}/decline`, await tokenOf(walker, owner));
  hold("an invitation is declined", declined.status, 200);
  decline(walker.model, owner);
  return "invitations declined";
}

const guestOf = ({ guests }: Walker, { id }: CoOwner) => {
  const ask = guests.get(id);
  if (!ask) throw new Error("a co-owner who entered has no session");
  return ask;
};

async function declineOwnership(walker: Walker, owner: CoOwner): Promise<string> {
  hold(
    "ownership is declined",
    (await guestOf(walker, owner)("POST", "/api/secondary-owners/v2/decline", {})).status,
    200,
  );
  decline(walker.model, owner);
  return "invitations declined";
}

/** The next step of the co-owner, or the answer to what they were asked for. */
async function goOn(walker: Walker, owner: CoOwner): Promise<void> {
  const answer = (completedStep: string, data: object, subStep?: string) =>
    guestOf(walker, owner)("PUT", "/api/secondary-owners/v2/complete-step", {
      completedStep,
      data,
      ...(subStep && { subStep }),
    });
  const asked = "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED";
  const details = { ...rightCoOwnerPerson, secondaryOwnerEmail: owner.email };
  const person = owner.isLocked ? { ...details, secondaryOwnerLastName: "Frozen" } : details;
  const sent = owner.isAskedToUnlock
    ? await answer("REQUEST_ADDITIONAL_USER_INPUT", {}, asked)
    : owner.step === "START_FLOW"
      ? await answer("START_FLOW", {})
      : owner.step === "COLLECT_PERSONAL_DETAILS"
        ? await answer("COLLECT_PERSONAL_DETAILS", person)
        : await answer("COLLECT_CONSENT", rightConsent);
  hold(`a co-owner at ${owner.step}: ${JSON.stringify(sent.body).slice(0, 200)}`, sent.status, 200);
  if (owner.isAskedToUnlock) pullFile(walker.model, owner);
  else if (owner.step === "START_FLOW") owner.step = "COLLECT_PERSONAL_DETAILS";
  else if (owner.step === "COLLECT_PERSONAL_DETAILS") owner.step = "COLLECT_CONSENT";
  else {
    owner.step = "WAITING_FOR_OFFERS";
    pullFile(walker.model, owner);
  }
  // The worker pulls the report before the co-owner goes on.
  await walker.ground.settle(walker.person.businessId);
}

/** The step of each co-owner who has a session. */
export async function compareCoOwners(walker: Walker, what: string): Promise<void> {
  for (const owner of walker.model.coOwners) {
    if (!owner.hasEntered) continue;
    const { body } = await guestOf(walker, owner)("GET", "/api/secondary-owners/v2/workflow");
    const found = String(body["currentStep"]).replace("ONBOARDING.", "");
    hold(`${what}: the co-owner's step`, found, owner.isAskedToUnlock ? "REQUEST_ADDITIONAL_USER_INPUT" : owner.step);
  }
}
