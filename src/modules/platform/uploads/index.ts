export { fileRoutes } from "./file-routes.ts";
export { uploadRoutes } from "./upload-routes.ts";
