export { type Cleanups, housekeepingWork, tidyUp } from "./housekeeping-jobs.ts";
