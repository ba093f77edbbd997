import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { jsonBytes } from "../../../kernel/json-bytes.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, tooLarge } from "../../../kernel/refusal.ts";
import { type Cart, unknownRegion } from "../cart.ts";
import { cartAfter } from "../cart-after-store.ts";
import { type Ground, type GroundRegion, readGround } from "../cart-ground-store.ts";
import { refuseManyLines } from "../cart-limits.ts";
import {
  blankAddress,
  channelFor,
  checkedChannel,
  onlyCountryOf,
  refuseForeignCountry,
} from "../cart-place.ts";
import { insertCart } from "../cart-store.ts";
import type { WantedLine } from "../line.ts";
import { insertLines } from "../line-store.ts";
import { blankCart } from "../remembered-cart-store.ts";
import { cartLike, expectSameGround, groundOf, keepTwin, twinFor } from "../twin-cart-store.ts";
import type { CartDeps } from "./deps.ts";
import { linesFor } from "./lines-for.ts";

export interface NewCart {
  region_id?: string;
  country_code?: string;
  sales_channel_id?: string;
  items?: WantedLine[];
  context?: Metadata;
  /** Who is logged in. */
  customerId: string | null;
  /** Channels of the storefront's publishable key; null without one. */
  channelsOfKey: readonly string[] | null;
}

/** Returns the new cart, or null where it has to be read. */
export async function createCart(deps: CartDeps, input: NewCart): Promise<{ id: string; cart: Cart | null }> {
  refuseManyLines(input.items?.length ?? 0, deps.config);
  if (jsonBytes(input.context) > deps.config.cartBytes) {
    throw tooLarge(`context: a cart cannot hold more than ${deps.config.cartBytes} bytes of notes`);
  }
  const asked = channelFor(input.sales_channel_id, input.channelsOfKey);
  const words = isBlank(input) ? wordsOf(input, asked) : null;
  const { id, after, twin } = await inTransaction(deps.db, async (tx) => {
    const twin = words !== null && tx.mayAssume ? twinFor(deps.graph, words) : undefined;
    if (twin) expectSameGround(tx, twin);
    const ground = twin ? groundOf(twin) : await readGround(tx, placeAsked(input, asked));
    const region = regionOf(ground, input);
    const salesChannelId = checkedChannel(ground.channel, asked);
    refuseForeignCountry(region, input.country_code);
    const country = input.country_code?.toLowerCase() ?? onlyCountryOf(region);
    const address = country === null ? null : { ...blankAddress(newId("addr")), country_code: country };
    const id = newId("cart");
    const context = input.context ?? null;
    const lines = await linesFor(deps, {
      tx,
      cartId: id,
      region,
      salesChannelId,
      customerGroupIds: ground.customer?.group_ids ?? [],
      wanted: input.items ?? [],
    });
    await insertCart(tx, {
      id,
      email: ground.customer?.email ?? null,
      customer_id: ground.customer?.id ?? null,
      region_id: region.id,
      sales_channel_id: salesChannelId,
      billing_address_id: null,
      shipping_address_id: address?.id ?? null,
      context,
      addresses: address ? [address] : [],
    });
    await insertLines(tx, id, lines);
    await announce(tx, "cart.created", { id });
    const after = twin
      ? cartLike(deps.graph, tx, { twin, made: { id, context, address } })
      : cartAfter(deps.graph, tx, { id, before: blankCart() });
    return { id, after, twin };
  });
  const cart = await after();
  if (words !== null && cart && !twin) keepTwin(deps.graph, words, cart);
  return { id, cart };
}

/** Nothing in it, and nobody's: such carts are all alike. */
const isBlank = ({ items = [], customerId }: NewCart) => items.length === 0 && customerId === null;

/** Carts that are asked for in the same words stand on the same ground. */
const wordsOf = ({ region_id, country_code }: NewCart, channel: string | null) =>
  JSON.stringify([region_id, channel, country_code !== undefined]);

const placeAsked = ({ region_id, customerId }: NewCart, channel: string | null) => ({
  regionId: region_id ?? null,
  salesChannelId: channel,
  customerId,
});

function regionOf({ region }: Ground, { region_id }: NewCart): GroundRegion {
  if (region) return region;
  if (region_id !== undefined) throw unknownRegion(region_id);
  throw invalid("A region is required to create a cart");
}
