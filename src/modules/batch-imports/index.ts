import type { JobType } from "../batch-jobs/index.ts";
import { productImport } from "./products/product-import.ts";

/** The types of jobs that bring many things into the shop at once. */
export const importTypes: readonly JobType[] = [productImport];
