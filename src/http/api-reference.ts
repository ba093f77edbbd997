import swagger from "@fastify/swagger";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import type { Registry } from "../graph/registry.ts";
import { viewSchema } from "../graph/view-schema.ts";

/** `/openapi.json`, made from the schemas of the routes, and `/docs`, a page to browse it; nothing comes from outside. */
export async function installApiReference(
  app: FastifyInstance,
  registry: Registry,
  version: string,
): Promise<void> {
  for (const entity of registry.all()) app.addSchema(viewSchema(entity));
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
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  await app.register(scalar, {
    routePrefix: "/docs",
    configuration: {
      title: "Tradewind API",
      url: "/openapi.json",
      withDefaultFonts: false,
      telemetry: false,
    },
  });
  // The page may load nothing from other hosts, whatever its library would like to.
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.url.startsWith("/docs")) {
      reply.header(
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:",
      );
    }
    return payload;
  });
}
