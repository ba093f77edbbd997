import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import {
  body,
  nonEmptyText,
  nullableText,
  ok,
  optional,
  path,
  type Routes,
  text,
} from "../../../http/routes.ts";
import { readPresentation, updatePresentation } from "./presentation-changes.ts";

const address = Type.String({ minLength: 1, maxLength: 10_000 });
const nullable = (maxLength: number, description: string) =>
  optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength, description }));

const changesBody = body({
  seo_title: nullable(255, "The title for search engines; null for that of the product."),
  seo_description: nullable(1_000, "The description for search engines; null for that of the product."),
  rich_description: nullable(
    300_000,
    "HTML. What is not allowed in it is left out. Its plain text becomes the description of the product; null clears both.",
  ),
  image_texts: optional(
    Type.Array(body({ url: address, alt: Type.String({ maxLength: 1_000 }) }), {
      maxItems: 500,
      description: "Replaces all of them.",
    }),
  ),
  variant_images: optional(
    Type.Array(body({ variant_id: nonEmptyText, url: address }), {
      maxItems: 1_000,
      description: "Replaces all of them.",
    }),
  ),
});

const presentation = Type.Object({
  product_id: text,
  seo_title: nullableText,
  seo_description: nullableText,
  rich_description: nullableText,
  image_texts: Type.Array(Type.Object({ url: text, alt: text })),
  variant_images: Type.Array(Type.Object({ variant_id: text, url: text })),
});

const one = {
  tags: ["Products"],
  querystring: noQuery,
  params: path("id"),
  response: ok({ presentation }),
};

export const presentationRoutes: Routes = (app, { db }) => {
  app.get(
    "/admin/products/:id/presentation",
    { schema: { ...one, summary: "Get the presentation of a product" } },
    async (request) => ({ presentation: await readPresentation({ db }, request.params.id) }),
  );

  app.post(
    "/admin/products/:id/presentation",
    { schema: { ...one, summary: "Update the presentation of a product", body: changesBody } },
    async (request) => {
      await updatePresentation({ db }, request.params.id, request.body);
      return { presentation: await readPresentation({ db }, request.params.id) };
    },
  );
};
