import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import swagger from "@fastify/swagger";
import type { FastifyInstance, RouteOptions } from "fastify";
import { Type } from "typebox";
import type { Registry } from "../graph/registry.ts";
import { viewSchema } from "../graph/view-schema.ts";

const errorSchema = Type.Object(
  {
    type: Type.String(),
    message: Type.String(),
    code: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(Type.String(), { description: "Each thing that is wrong, where a request names many." }),
    ),
  },
  { $id: "Error", description: "Why a request was refused." },
);

const isApi = (url: string) => /^\/(admin|store)\//.test(url);

/** What holds for every route: how it refuses, and which credentials it asks for. */
function describeRoute(route: RouteOptions): void {
  if (!route.schema || route.schema.hide || !isApi(route.url)) return;
  const isAdmin = route.url.startsWith("/admin/") && !route.config?.public;
  const needsCredential = isAdmin || route.config?.customerOnly;
  route.schema = {
    ...route.schema,
    ...(needsCredential ? { security: [{ session: [] }, { token: [] }] } : {}),
    response: { ...(route.schema.response as object), "4XX": Type.Ref("Error") },
  };
}

/** `/openapi.json`, made from the schemas of the routes, and `/docs`, a page to browse it. */
export async function installApiReference(
  app: FastifyInstance,
  registry: Registry,
  version: string,
): Promise<void> {
  for (const entity of registry.all()) app.addSchema(viewSchema(entity));
  app.addSchema(errorSchema);
  app.addHook("onRoute", describeRoute);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tradewind",
        description:
          "A headless commerce backend: /admin for those who run a shop, /store for those who buy there.",
        version,
        license: { name: "MIT" },
      },
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: "connect.sid", description: "Made by a login." },
          token: { type: "http", scheme: "bearer", description: "The api_token of a user, or a JWT." },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json["$id"] ?? `schema-${index}`),
    },
  });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  installPage(app);
}

// The page may load nothing from other hosts, whatever its library would like to.
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
].join("; ");

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tradewind API</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/reference.js"></script>
    <script>
      Scalar.createApiReference("#reference", {
        url: "/openapi.json",
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: "never",
        agent: { disabled: true },
        mcp: { disabled: true },
      });
    </script>
  </body>
</html>
`;

/** The package's Fastify plugin would load a parser that is not needed here; its browser script is all we serve. */
function installPage(app: FastifyInstance): void {
  const script = () => new URL("js/standalone.js", import.meta.resolve("@scalar/fastify-api-reference"));
  app.get("/docs", { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", contentSecurityPolicy)
      .send(page),
  );
  app.get("/docs/reference.js", { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(createReadStream(fileURLToPath(script()))),
  );
}
