export { type MarkupPlan, readMarkupPlans, submitMarkup } from "./markup.ts";
