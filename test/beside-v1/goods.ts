import type { Pair } from "./pair.ts";
import { COUNTRIES } from "./shop.ts";
import type { Known, World } from "./world.ts";

/** A variant of the basic shop: it has prices everywhere and enough stock. */
export const isGood = ({ data }: Known): boolean => /-[SM]$/.test(String(data["sku"]));

export const sold = (world: World): Pair | undefined => world.any("variant", isGood);

/** Mostly what sells, sometimes anything. */
export const wanted = (world: World): Pair | undefined =>
  world.random.isLucky(0.8) ? sold(world) : world.any("variant");

const isOfShop = ({ data }: Known): boolean => ["North", "South"].includes(String(data["name"]));

export const shopRegion = (world: World): Known | undefined => world.known("reg", isOfShop);

/** A shipping option of the region, mostly one of the basic shop that delivers. */
export const optionOf = (world: World, regionId: unknown): Pair | undefined =>
  world.any(
    "so",
    ({ data }) =>
      data["region_id"] === regionId && data["is_return"] !== true && / delivery$/.test(String(data["name"])),
  );

export const countryOf = (world: World, regionId: unknown): string =>
  world.dataOf(String(regionId))["name"] === "North" ? COUNTRIES.north : COUNTRIES.south;

export const addressIn = (country_code: string) => ({
  first_name: "A",
  last_name: "B",
  address_1: "Street 1",
  city: "Town",
  country_code,
  postal_code: "1000",
});
