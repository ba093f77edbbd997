import { drawScene, type Scene } from "./pictures/scene.ts";
import { type DemoProduct, hashOf } from "./product.ts";
import { demoProducts } from "./products.ts";

/** A product has two pictures: in its first colour, and in its second one or closer where it has only one. */
export const pictureNamesOf = (handle: string) => [handle, `${handle}-2`] as const;

/** Where the server answers a picture. */
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
