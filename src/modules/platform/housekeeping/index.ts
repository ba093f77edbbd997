export { tidyUp } from "./housekeeping-jobs.ts";
