import { type InputScreen, unkept } from "../input-screen.ts";
import { CollectBankInfo } from "../steps/collect-bank-info.tsx";

export const RecollectBankInfo = (props: InputScreen<"RECOLLECT_BANK_INFO">) => (
  <CollectBankInfo {...unkept} {...props} />
);
