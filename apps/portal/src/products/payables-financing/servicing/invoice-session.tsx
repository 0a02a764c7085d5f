import { SessionFlow } from "../../servicing/invoices/invoice-session.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { useKind } from "./kind.ts";

export const Session = (props: PageProps<"INVOICE_SESSION">) => <SessionFlow {...props} kind={useKind()} />;
