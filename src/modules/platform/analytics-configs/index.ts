export { deleteAnalyticsConfigsOf } from "./analytics-config-store.ts";
