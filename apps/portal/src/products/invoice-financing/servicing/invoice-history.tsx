import { LineHistory } from "../../servicing/invoices/invoice-history.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { useKind } from "./kind.ts";

export const History = (props: PageProps<"INVOICE_HISTORY">) => <LineHistory {...props} kind={useKind()} />;
