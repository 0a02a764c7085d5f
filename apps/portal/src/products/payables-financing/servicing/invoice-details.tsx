import { LineInvoice } from "../../servicing/invoices/invoice-details.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { useKind } from "./kind.ts";

export const Details = (props: PageProps<"INVOICE_DETAILS">) => <LineInvoice {...props} kind={useKind()} />;
