import { demoPicturePath, pictureNamesOf } from "../pictures.ts";
import type { DemoProduct, DemoVariant } from "../product.ts";
import { demoProducts } from "../products.ts";
import type { Birth } from "./birth.ts";
import { the } from "./lookup.ts";
import type { Taxonomy } from "./seed-taxonomy.ts";
import type { Seeding } from "./seeding.ts";

export type SeededVariant = DemoVariant & { handle: string; productId: string; birth: Birth };

type SeededProduct = DemoProduct & { birth: Birth };

/** Products, their variants and pictures; the prices follow in seed-prices.ts. Returns the variants. */
export async function seedProducts(seeding: Seeding, taxonomy: Taxonomy, publicUrl: string) {
  const pictureUrl = (name: string) => publicUrl.replace(/\/+$/, "") + demoPicturePath(name);
  // Lists show the newest first: born in reverse, the products appear in the order of the data.
  const products = demoProducts.toReversed().map((product) => ({ ...product, birth: seeding.born("prod") }));
  await seeding.insert(
    "product",
    products.map((product) => ({
      ...product.birth,
      title: product.title,
      subtitle: product.subtitle,
      description: product.description,
      handle: product.handle,
      is_giftcard: product.isGiftCard,
      thumbnail: pictureUrl(pictureNamesOf(product.handle)[0]),
      weight: product.variants[0]?.weight ?? null,
      hs_code: product.hsCode,
      origin_country: product.origin,
      material: product.material,
      collection_id: product.collection && the(taxonomy.collections, product.collection),
      type_id: the(taxonomy.types, product.type),
      // Money for money: a discount on a gift card would be a gift.
      discountable: !product.isGiftCard,
      status: "published",
    })),
  );
  await seedPictures(seeding, products, pictureUrl);
  await sortProducts(seeding, products, taxonomy);
  return seedVariants(seeding, products);
}

async function seedPictures(
  { insert, born }: Seeding,
  products: SeededProduct[],
  pictureUrl: (name: string) => string,
) {
  const pictures = products.flatMap(({ handle, birth }) =>
    pictureNamesOf(handle).map((name) => ({
      productId: birth.id,
      image: { ...born("img"), url: pictureUrl(name) },
    })),
  );
  await insert(
    "image",
    pictures.map(({ image }) => image),
  );
  await insert(
    "product_images",
    pictures.map(({ productId, image }) => ({ product_id: productId, image_id: image.id })),
  );
}

async function sortProducts(
  { insert, shop }: Seeding,
  products: SeededProduct[],
  { categories, tags }: Taxonomy,
) {
  await insert(
    "product_tags",
    products.flatMap((product) =>
      product.tags.map((tag) => ({ product_id: product.birth.id, product_tag_id: the(tags, tag) })),
    ),
  );
  await insert(
    "product_category_product",
    products.map(({ birth, category }) => ({
      product_id: birth.id,
      product_category_id: the(categories, category),
    })),
  );
  await insert(
    "product_sales_channel",
    products.map(({ birth }) => ({ product_id: birth.id, sales_channel_id: shop.salesChannelId })),
  );
  await insert(
    "product_shipping_profile",
    products.map(({ birth, isGiftCard }) => ({
      product_id: birth.id,
      profile_id: isGiftCard ? shop.giftCardProfileId : shop.defaultProfileId,
    })),
  );
}

async function seedVariants({ insert, born }: Seeding, products: SeededProduct[]): Promise<SeededVariant[]> {
  const options = products.map(({ birth, options }) =>
    Object.keys(options).map((title) => ({ ...born("opt"), title, product_id: birth.id })),
  );
  const variants = products.map(({ handle, birth, variants }) =>
    variants.map((variant) => ({ ...variant, handle, productId: birth.id, birth: born("variant") })),
  );
  await insert("product_option", options.flat());
  await insert(
    "product_variant",
    products.flatMap(({ isGiftCard }, index) =>
      (variants[index] ?? []).map(({ birth, title, productId, sku, stock, weight }, rank) => ({
        ...birth,
        title,
        product_id: productId,
        sku,
        inventory_quantity: stock,
        manage_inventory: !isGiftCard,
        weight,
        variant_rank: rank,
      })),
    ),
  );
  await insert(
    "product_option_value",
    options.flatMap((ofProduct, index) =>
      (variants[index] ?? []).flatMap(({ values, birth }) =>
        ofProduct.map((option, position) => ({
          ...born("optval"),
          value: values[position] ?? null,
          option_id: option.id,
          variant_id: birth.id,
        })),
      ),
    ),
  );
  return variants.flat();
}
