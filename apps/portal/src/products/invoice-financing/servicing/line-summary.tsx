import { LineSummary } from "../../servicing/invoices/line-summary.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { useKind } from "./kind.ts";

export const Summary = (props: PageProps<"PRODUCT">) => <LineSummary {...props} kind={useKind()} />;
