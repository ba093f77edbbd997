import { customerExport } from "./exports/customer-export.ts";
import { orderExport } from "./exports/order-export.ts";
import { productExport } from "./exports/product-export.ts";
import type { JobType } from "./job-type.ts";

export { isFileInUse } from "./batch-job-store.ts";
export { batchJobWork } from "./engine/job-tasks.ts";
export { csvOf, decimalOf } from "./exports/csv.ts";
export { exportName } from "./exports/export-name-store.ts";
export { NotAvailableYet } from "./job-failure.ts";
export type { JobDeps, JobRun, JobType, JobWatch, RunningJob } from "./job-type.ts";

export const exportTypes: readonly JobType[] = [productExport, orderExport, customerExport];
export { fieldFromCell, PRODUCT_FIELD, VARIANT_FIELD } from "./field-cells.ts";
