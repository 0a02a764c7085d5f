import { rightInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { accountant, bankInfo, inviteAccountant, upload } from "./onboarding-answers.ts";
import {
  aDay,
  applyAgain,
  close,
  confirmList,
  correctBusiness,
  findMissing,
  isOpen,
  openInputs,
  passTime,
  raise,
  settleInput,
} from "./onboarding-application-model.ts";
import { closeBank, isChecking, linkBank, repair } from "./onboarding-banks.ts";
import { coOwnerActs, nameSomebody, primaryShare, removeSomebody, replaceSomebody } from "./onboarding-people.ts";
import { answerInput, mark, type Walker } from "./onboarding-walker.ts";
import { hold } from "./proof.ts";

const mostMoves = 16;
const mostApplications = 3;

/** What happens after consent, until the owner applies again or the applicant is left alone. */
export async function afterConsent(walker: Walker): Promise<"AGAIN" | "LEFT"> {
  const { model, random, count } = walker;
  await walker.compare("consent");
  const moves = Math.floor(random() * mostMoves);
  for (let n = 0; n < moves; n++) {
    if (!isOpen(model)) {
      await pass(walker, 1 + Math.floor(random() * 20));
      if (model.applications >= mostApplications || random() < 0.3) return "LEFT";
      await again(walker);
      return "AGAIN";
    }
    const kind = await move(walker);
    if (!kind) continue;
    count(kind);
    await walker.compare(kind);
  }
  // Whoever is still waited for does not answer any more.
  if (random() < 0.5) await pass(walker, 50);
  return "LEFT";
}

async function pass(walker: Walker, days: number): Promise<void> {
  const { ground, person, model, count } = walker;
  const until = model.now + days * aDay;
  await ground.advance(person, new Date(until));
  passTime(model, until);
  count("days passed");
  await walker.compare(`${days} days`);
}

async function move(walker: Walker): Promise<string | null> {
  const { random } = walker;
  const chance = random();
  if (chance < 0.28) {
    await pass(walker, 1 + Math.floor(random() * random() * 16));
    return null;
  }
  if (chance < 0.5) return coOwnerActs(walker);
  if (chance < 0.72) return answerFirst(walker);
  if (chance < 0.78) return (await closeBank(walker)) ? "banks closed" : null;
  if (chance < 0.83) return (await removeSomebody(walker)) ? "co-owners removed" : null;
  if (chance < 0.89) return (await replaceSomebody(walker)) ? "co-owners replaced" : null;
  if (chance < 0.93) return (await nameSomebody(walker)) ? "co-owners named after consent" : null;
  return withdraw(walker);
}

async function withdraw({ person, model }: Walker): Promise<string> {
  const url = "/api/v1/loan-applications/withdraw";
  hold("the application is withdrawn", (await person.ask("POST", url, { reason: "NO_LONGER_NEEDED" })).status, 200);
  close(model, "LOAN_APPLICATION_WITHDRAWN");
  const second = await person.ask("POST", url, { reason: "NO_LONGER_NEEDED" });
  hold("a second withdrawal", second.body["code"], "NO_OPEN_APPLICATION");
  return "applications withdrawn";
}

async function again(walker: Walker): Promise<void> {
  const { person, model, count } = walker;
  hold("applying again", (await person.ask("POST", "/api/v1/loan-applications/apply-again", {})).status, 200);
  applyAgain(model);
  walker.last.delete("COLLECT_CONSENT");
  walker.ownersReminder = model.now + 2 * aDay;
  count("applications begun again");
  await walker.compare("applying again");
}

/** Answers the input at the head of the queue. */
async function answerFirst(walker: Walker): Promise<string | null> {
  const [subStep] = openInputs(walker.model);
  const send = subStep ? inputAnswers[subStep] : undefined;
  if (!subStep) return null;
  if (!send) throw new Error(`there is no answer for ${subStep}`);
  await send(walker);
  findMissing(walker.model);
  return "inputs answered";
}

async function answered(walker: Walker, subStep: string, data: object): Promise<void> {
  const { status, body } = await answerInput(walker, subStep, data);
  hold(`${subStep}: ${JSON.stringify(body).slice(0, 300)}`, status, 200);
  settleInput(walker.model, subStep);
}

const inputAnswers: Record<string, (walker: Walker) => Promise<void>> = {
  VERIFY_BUSINESS_INFORMATION: async (walker) => {
    const { businessStepPayload } = rightInputs.VERIFY_BUSINESS_INFORMATION;
    const named = { ...businessStepPayload, businessName: `Harbor ${mark(walker)}` };
    await answered(walker, "VERIFY_BUSINESS_INFORMATION", { businessStepPayload: named });
    correctBusiness(walker.model);
  },
  RECOLLECT_PLAID: async (walker) => {
    const { model, random } = walker;
    const lost = model.banks.find(({ isLost }) => isLost);
    const chance = random();
    if (chance < 0.35) {
      const hasOther = model.hasTypedAccount || model.done.has("COLLECT_BANK_INFO") || model.banks.some(isChecking);
      // The answer leads to other questions, so the owner's days go on.
      raise(model, "RECOLLECT_BANK_STATEMENTS", "ASKED");
      if (!hasOther) raise(model, "RECOLLECT_BANK_INFO", "ASKED");
      await answered(walker, "RECOLLECT_PLAID", { optToProvideBankStatements: true });
      walker.count("closed banks replaced by statements");
    } else if (lost && chance < 0.7) {
      walker.count("closed banks connected again");
      await repair(walker, lost);
    } else {
      // A bank that was linked before the request does not answer it.
      if (lost && model.banks.some(isChecking)) {
        const refused = await answerInput(walker, "RECOLLECT_PLAID", {});
        hold("RECOLLECT_PLAID without a change", refused.body["code"], "BANK_NOT_LINKED");
        walker.count("answers refused while a bank is closed");
        await repair(walker, lost);
      } else await linkBank(walker);
      if (model.inputs.has("RECOLLECT_PLAID")) await answered(walker, "RECOLLECT_PLAID", {});
    }
  },
  RECOLLECT_BANK_INFO: async (walker) => {
    await answered(walker, "RECOLLECT_BANK_INFO", bankInfo(walker));
    walker.model.hasTypedAccount = true;
  },
  RECOLLECT_BANK_STATEMENTS: async (walker) =>
    answered(walker, "RECOLLECT_BANK_STATEMENTS", { files: [await upload(walker, "bank-statements")] }),
  RECOLLECT_RAILZ: async (walker) => {
    await answered(walker, "RECOLLECT_RAILZ", accountant(walker));
    inviteAccountant(walker.model);
  },
  RECOLLECT_TAX_RETURNS: async (walker) => {
    const files = [await upload(walker, "tax-returns")];
    if (walker.random() < 0.5) files.push(await upload(walker, "tax-returns"));
    await answered(walker, "RECOLLECT_TAX_RETURNS", { files });
    walker.model.returns = files.length;
  },
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: async (walker) => {
    const { model, random } = walker;
    const chance = random();
    if (chance < 0.3) await removeSomebody(walker);
    else if (chance < 0.5) await replaceSomebody(walker);
    const control = model.coOwners.find(() => random() < 0.3)?.id ?? null;
    await answered(walker, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", {
      ownershipPercentage: primaryShare,
      controlPersonId: control,
    });
    confirmList(model, control);
  },
};
