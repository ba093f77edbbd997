export { housekeepingWork, tidyUp } from "./housekeeping-jobs.ts";
