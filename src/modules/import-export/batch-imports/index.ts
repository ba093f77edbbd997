import type { JobType } from "../batch-jobs/index.ts";
import { customerImport } from "./customers/customer-import.ts";
import { discountCodes } from "./discount-codes/discount-codes.ts";
import { priceListImport } from "./price-lists/price-list-import.ts";
import { productImport } from "./products/product-import.ts";

/** The types of jobs that bring many things into the shop at once. */
export const importTypes: readonly JobType[] = [
  productImport,
  priceListImport,
  customerImport,
  discountCodes,
];
