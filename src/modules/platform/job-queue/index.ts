export { jobQueueRoutes } from "./job-queue-routes.ts";
