import { guidesInOrder } from "../../../http/guides/documents.ts";
import { isPageRequested, sendPage } from "../../../http/html-page.ts";
import type { Routes } from "../../../http/routes.ts";
import { version } from "../../../package-root.ts";
import { publicUrlOf } from "../../../public-url.ts";
import { findStoreName } from "../store/index.ts";
import { favicon } from "./favicon.ts";
import { homeDocument, homePage } from "./home-page.ts";

/** `/` for people and programs, and the picture of the browser's tab. */
export const homeRoutes: Routes = (app, { config, db }) => {
  app.get("/", { schema: { hide: true } }, async (request, reply) => {
    const shop = await findStoreName(db).catch(() => null);
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : config.port;
    const guides = guidesInOrder().map(({ name, title }) => ({ title, path: `/guides/${name}` }));
    const hasDashboard = config.dashboard === "on";
    const home = { shop, version, guides, hasDashboard, url: publicUrlOf({ ...config, port }) };
    reply.header("cache-control", shop === null ? "no-store" : "public, max-age=60");
    return isPageRequested(request, reply) ? sendPage(reply, homePage(home)) : homeDocument(home);
  });

  // Browsers request the second path for pages that name no icon.
  for (const path of ["/favicon.svg", "/favicon.ico"]) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(favicon),
    );
  }
};
