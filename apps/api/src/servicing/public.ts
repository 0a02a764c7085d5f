export { recordSalesDay } from "./sales-days.ts";
