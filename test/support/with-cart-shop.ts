import { expect } from "vitest";
import { type StartedShop, startShop } from "./app.ts";
import * as carts from "./carts.ts";
import type { Answer } from "./client.ts";
import { aSoldVariant } from "./sold-products.ts";
import { withShop } from "./with-shop.ts";

interface Setup {
  /** For a shop with settings or providers of its own. */
  start?: () => Promise<StartedShop>;
  /** The region, where it is not the usual one. */
  region?: Record<string, unknown>;
}

/**
 * A running shop with a region (10 % tax) and a shirt (10.00), and the carts that tests of carts start from:
 *
 *     const { it, shop, place, shirt, aFilledCart, refusing } = withCartShop();
 */
export function withCartShop({ start = startShop, region }: Setup = {}) {
  const { it, shop } = withShop(start);
  const made = {} as { place: carts.Place; shirtId: string };
  it.beforeAll(async () => {
    made.place = await carts.aPlace(shop, region);
    made.shirtId = await aSoldVariant(shop);
  });
  const place: carts.Place = {
    get id() {
      return made.place.id;
    },
    get countries() {
      return made.place.countries;
    },
  };
  const shirt = {
    get id() {
      return made.shirtId;
    },
  };
  const visitor = () => shop.visitor();

  const anEmptyCart = (client = visitor()) => carts.aCart(client, { region_id: place.id });

  const aFilledCart = ({
    quantity = 1,
    variantId = shirt.id,
    regionId = place.id,
    client = visitor(),
  } = {}) => carts.aFilledCart(client, { regionId, variantId, quantity });

  /** The refusal of a request that must change neither the rows of the cart nor its events. */
  async function refusing(cartId: string, request: () => Promise<Answer>) {
    const before = await carts.rowsOf(shop, cartId);
    const answer = await request();
    expect(await carts.rowsOf(shop, cartId)).toEqual(before);
    return { ...carts.refused(answer), code: answer.body.code };
  }

  /** The same for a change of the cart itself. */
  const refusingChange = (cartId: string, changes: unknown, client = visitor()) =>
    refusing(cartId, () => client.post(`/store/carts/${cartId}`, changes));

  return { it, shop, place, shirt, visitor, anEmptyCart, aFilledCart, refusing, refusingChange };
}
