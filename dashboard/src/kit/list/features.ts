import { columnVisibilityFeature, rowSelectionFeature, tableFeatures } from "@tanstack/react-table";

/** What every table can do. */
export const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature });
export type Features = typeof features;
