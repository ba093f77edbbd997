import { Type } from "typebox";
import type { Routes } from "../http/routes.ts";
import { Refusal } from "../kernel/refusal.ts";
import { drawScene, type Scene } from "./pictures/scene.ts";
import { type DemoProduct, hashOf } from "./product.ts";
import { demoProducts } from "./products.ts";

/** A product has two pictures: in its first colour, and in its second one or closer where it has only one. */
export const pictureNamesOf = (handle: string) => [handle, `${handle}-2`] as const;

/** The path of a picture. */
export const demoPicturePath = (name: string) => `/demo/pictures/${name}.svg`;

function scenesOf({ handle, picture }: DemoProduct): [name: string, scene: Scene][] {
  const { kind, tints } = picture;
  const [first, second] = pictureNamesOf(handle);
  return [
    [first, { kind, tint: tints[0], seed: hashOf(first), closeUp: false }],
    [second, { kind, tint: tints[1] ?? tints[0], seed: hashOf(second), closeUp: !tints[1] }],
  ];
}

const scenes = new Map(demoProducts.flatMap(scenesOf));

/** The SVG of a picture by its name (a product's handle, or that and `-2`), null for a name we do not have. */
export function demoPicture(name: string): string | null {
  const scene = scenes.get(name);
  return scene ? drawScene(scene) : null;
}

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
