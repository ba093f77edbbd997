import type { JobType } from "../batch-jobs/index.ts";
import { customerImport } from "./customers/customer-import.ts";
import { discountCodes } from "./discount-codes/discount-codes.ts";
import { priceListImport } from "./price-lists/price-list-import.ts";
import { priceListPercentage } from "./price-lists/price-list-percentage.ts";
import { productImport } from "./products/product-import.ts";

export const importTypes: readonly JobType[] = [
  productImport,
  priceListImport,
  priceListPercentage,
  customerImport,
  discountCodes,
];
