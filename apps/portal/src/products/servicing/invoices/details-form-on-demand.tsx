import { onDemand } from "../../../shared/page/on-demand.tsx";

/** The form of an invoice's details. Its fields are downloaded while a file is chosen and read, and not with the page. */
export const DetailsForm = onDemand(async () => (await import("./details-form.tsx")).DetailsForm);
