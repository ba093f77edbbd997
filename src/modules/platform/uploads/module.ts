import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { fileRoutes, uploadRoutes } from "./upload-routes.ts";

export const uploads = defineModule({
  name: "platform/uploads",
  routes: [fileRoutes, uploadRoutes],
  apiNotes,
  areas: { uploads: "write" },
  adminPaths: { uploads: "uploads" },
});
