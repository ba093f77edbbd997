import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { DeclaredFields } from "../graph/custom-fields/declared-fields.ts";
import { Registry } from "../graph/registry.ts";
import { packageRoot } from "../package-root.ts";
import { type ApiParts, apiDocument } from "./openapi/document.ts";

type ApiDocument = ReturnType<typeof apiDocument>;
type Described = Omit<ApiParts, "routes" | "examples">;

declare module "fastify" {
  interface FastifyInstance {
    /** The OpenAPI description of all routes, made at the first call. */
    describeApi(): ApiDocument;
  }
}

/** `/openapi.json`, made from the schemas of the routes, and `/docs`, a page to browse it. */
export function installApiReference(app: FastifyInstance, parts: Described): void {
  const routes: RouteOptions[] = [];
  const { registry } = parts;
  app.addHook("onRoute", (route) => {
    routes.push(route);
  });
  const describe = (fields: DeclaredFields) =>
    apiDocument({
      ...parts,
      registry: new Registry(registry.all(), fields),
      routes,
      examples: recordedExamples(),
    });
  const documents = new Map<string, { number: number; document: ApiDocument }>();
  const described = (reader: "user" | "anyone"): ApiDocument => {
    const { fields } = registry;
    const known = documents.get(reader);
    if (known?.number === fields.number) return known.document;
    const document = describe(reader === "user" ? fields : fields.forStorefront());
    documents.set(reader, { number: fields.number, document });
    return document;
  };
  app.decorate("describeApi", () => described("user"));
  // Names, descriptions and choices of fields that only the administration sees are for its users.
  app.get("/openapi.json", { schema: { hide: true } }, async (request) => {
    await registry.fields.refresh();
    const { userId } = await request.caller();
    return described(userId === null ? "anyone" : "user");
  });
  installPage(app);
}

/** Written by `npm run examples`. */
const recordedExamples = () =>
  JSON.parse(readFileSync(join(packageRoot, "reference", "examples.json"), "utf8")) as Record<
    string,
    unknown
  >;

// The page may load nothing from other hosts, and has neither scripts nor styles inline.
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types = {
  "page.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "elements.js": "text/javascript; charset=utf-8",
  "schemas.js": "text/javascript; charset=utf-8",
  "try-it.js": "text/javascript; charset=utf-8",
};

/** The page of docs/adr/0028-a-reference-page-of-our-own.md. */
function installPage(app: FastifyInstance): void {
  const file = (name: string) => readFile(join(packageRoot, "reference", "page", name));
  app.get("/docs", { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", contentSecurityPolicy)
      .send(await file("page.html")),
  );
  for (const [name, type] of Object.entries(types)) {
    app.get(`/docs/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).send(await file(name)),
    );
  }
}
