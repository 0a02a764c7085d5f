import { LineUpload } from "../../servicing/invoices/invoice-upload.tsx";
import type { PageProps } from "../../servicing/pages.ts";
import { useKind } from "./kind.ts";

export const Upload = (props: PageProps<"INVOICE_UPLOAD">) => <LineUpload {...props} kind={useKind()} />;
