import { CollectBankInfo } from "../steps/collect-bank-info.tsx";
import { type InputScreen, unkept } from "./input-screen.ts";

export const RecollectBankInfo = (props: InputScreen<"RECOLLECT_BANK_INFO">) => (
  <CollectBankInfo {...unkept} {...props} />
);
