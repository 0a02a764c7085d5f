import { CollectBankInfo } from "../steps/collect-bank-info.tsx";
import type { InputScreen } from "./input-screen.ts";

export const RecollectBankInfo = (props: InputScreen<"RECOLLECT_BANK_INFO">) => <CollectBankInfo {...props} />;
