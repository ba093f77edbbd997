import type { Permission } from "../session/permission.ts";

/** The imports of the server that take a file, and what a user needs for each. */
export const IMPORT_TYPES = ["product-import", "price-list-import", "customer-import"] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

export const EXPORT_TYPES = ["product-export", "order-export", "customer-export"] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const JOB_TYPES = [
  ...IMPORT_TYPES,
  ...EXPORT_TYPES,
  "price-list-percentage",
  "discount-codes",
] as const;
export type JobType = (typeof JOB_TYPES)[number];

export const NEEDED: Record<ImportType | ExportType, readonly Permission[]> = {
  "product-import": ["products:write"],
  "price-list-import": ["price-lists:write"],
  "customer-import": ["customers:write"],
  "product-export": ["products:read"],
  "order-export": ["orders:read", "personal-data:read"],
  "customer-export": ["personal-data:read"],
};

/** Plugins may have types of their own: those are shown by their name. */
export const isJobType = (type: string): type is JobType => (JOB_TYPES as readonly string[]).includes(type);
export const isImport = (type: string): type is ImportType =>
  (IMPORT_TYPES as readonly string[]).includes(type);
