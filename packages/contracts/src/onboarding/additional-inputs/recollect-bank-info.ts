import { step } from "../step.ts";
import { collectBankInfo } from "../steps/collect-bank-info.ts";

export const recollectBankInfo = step(collectBankInfo);
