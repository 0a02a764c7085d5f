import { step } from "../step.ts";
import { collectBankStatements } from "../steps/collect-bank-statements.ts";

export const recollectBankStatements = step(collectBankStatements);
