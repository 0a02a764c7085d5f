import { z } from "zod/mini";

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));

/** Who makes the credit decision, as the law wants it named in notices: name, address, licenses, and the federal agency in charge. */
export const lenderOfRecord = z.object({
  name: line,
  address: line,
  licenses: z.array(line).check(z.maxLength(60)),
  agency: z.object({ name: line, address: line }),
});
export type LenderOfRecord = z.infer<typeof lenderOfRecord>;

/**
 * Sample data until counsel names the lender of a platform. The agency is the one of lenders that are not banks. The name has no word for
 * loans, because it is also printed on the forms of advances, which are none.
 */
export const sampleLender: LenderOfRecord = {
  name: "Inlay Funding LLC",
  address: "100 Example Plaza, Wilmington, DE 19801",
  licenses: [],
  agency: {
    name: "Federal Trade Commission, Equal Credit Opportunity",
    address: "600 Pennsylvania Avenue NW, Washington, DC 20580",
  },
};
