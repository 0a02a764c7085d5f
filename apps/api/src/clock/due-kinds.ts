import { refreshBankData } from "../banking/public.ts";
import { askAboutSigning } from "../documents/public.ts";
import { expirePrequalification } from "../onboarding/public.ts";
import { advanceOrder } from "../payments/public.ts";
import {
  askVerifierAgain,
  requestAccountingDataAgain,
  waitForAccountant,
  waitForInputs,
} from "../underwriting/public.ts";
import type { DueKinds } from "./due-kind.ts";

/** Every command that time triggers. */
export const dueKinds: DueKinds = [
  advanceOrder,
  askAboutSigning,
  expirePrequalification,
  askVerifierAgain,
  requestAccountingDataAgain,
  refreshBankData,
  waitForAccountant,
  waitForInputs,
];
