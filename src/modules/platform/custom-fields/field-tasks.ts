export const INDEX_TASK = "custom-fields-indexes";
export const PURGE_TASK = "custom-fields-purge";
