import { Type } from "typebox";
import type { Routes } from "../http/routes.ts";
import { Refusal } from "../kernel/refusal.ts";
import { demoPicture, demoPicturePath } from "./pictures.ts";

const params = Type.Object({ file: Type.String() });

/** The pictures of the demo shop are generated for each request, so there are no files to store. */
export const demoRoutes: Routes = (app) => {
  app.get(
    demoPicturePath(":file").replace(/\.svg$/, ""),
    { schema: { hide: true, params } },
    async (request, reply) => {
      const picture = demoPicture(request.params.file.replace(/\.svg$/, ""));
      if (picture === null) throw new Refusal("not_found", `There is no picture ${request.params.file}`);
      return reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(picture);
    },
  );
};
