import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { mediaEntities } from "./media-graph.ts";
import { mediaRoutes } from "./media-routes.ts";
import { fileRoutes, uploadRoutes } from "./upload-routes.ts";

export const uploads = defineModule({
  name: "platform/uploads",
  entities: mediaEntities,
  routes: [fileRoutes, mediaRoutes, uploadRoutes],
  apiNotes,
  areas: { uploads: "write" },
  adminPaths: { uploads: "uploads" },
});
