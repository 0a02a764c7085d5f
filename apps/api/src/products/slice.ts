import type { Slice } from "../slice.ts";
import { billProduct } from "./bill-product.ts";

export const issuedProducts: Slice = { name: "products", dueJobs: [billProduct] };
