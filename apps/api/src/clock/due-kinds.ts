import { keepBankDataFresh } from "../banking/public.ts";
import { askAboutSigning } from "../documents/public.ts";
import { expirePrequalification } from "../onboarding/public.ts";
import { movePayment } from "../payments/public.ts";
import { askForBooksAgain, askVerifierAgain, waitForAccountant, waitForInputs } from "../underwriting/public.ts";
import type { DueKinds } from "./due-kind.ts";

/** Everything that time causes. */
export const dueKinds: DueKinds = [
  movePayment,
  askAboutSigning,
  expirePrequalification,
  askVerifierAgain,
  askForBooksAgain,
  keepBankDataFresh,
  waitForAccountant,
  waitForInputs,
];
