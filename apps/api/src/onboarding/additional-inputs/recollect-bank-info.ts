import type { InputHandler } from "../input-handler.ts";
import { type BankInfoReady, collectBankInfo } from "../steps/collect-bank-info.ts";

export const recollectBankInfo: InputHandler<"RECOLLECT_BANK_INFO", BankInfoReady> = {
  ...collectBankInfo,
  complete: async (context, answer) => {
    await collectBankInfo.complete(context, answer);
  },
};
