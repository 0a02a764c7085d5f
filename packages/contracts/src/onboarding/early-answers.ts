import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { usStates } from "../fields/us-states.ts";

// General policy that a step shows as soon as it concerns the answer. It is no decision, and the person can continue.

const product = z.enum(productTypes);

/** The states in which a product that the owner applies for is not offered. Products that are offered everywhere are left out. */
export const notOffered = z.array(z.object({ product, states: z.array(z.enum(usStates)) }));
export type NotOffered = z.infer<typeof notOffered>;

/** The products that ask for more months in business than the owner has said. */
export const olderBusinesses = z.array(z.object({ product, minAgeMonths: z.int() }));
export type OlderBusinesses = z.infer<typeof olderBusinesses>;
