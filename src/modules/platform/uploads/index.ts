export { fileRoutes, uploadRoutes } from "./upload-routes.ts";
