import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid } from "../../../kernel/refusal.ts";
import type { Cart } from "../cart.ts";
import { type Ground, type GroundRegion, readGround } from "../cart-ground-store.ts";
import {
  blankAddress,
  channelFor,
  checkedChannel,
  onlyCountryOf,
  refuseForeignCountry,
  unknownRegion,
} from "../cart-place.ts";
import { insertCart } from "../cart-store.ts";
import type { WantedLine } from "../line.ts";
import { insertLines } from "../line-store.ts";
import { blankCart, cartAfter } from "../remembered-cart-store.ts";
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
  const asked = channelFor(input.sales_channel_id, input.channelsOfKey);
  const { id, after } = await inTransaction(deps.db, async (tx) => {
    const ground = await readGround(tx, {
      regionId: input.region_id ?? null,
      salesChannelId: asked,
      customerId: input.customerId,
    });
    const region = regionOf(ground, input);
    const salesChannelId = checkedChannel(ground.channel, asked);
    refuseForeignCountry(region, input.country_code);
    const country = input.country_code?.toLowerCase() ?? onlyCountryOf(region);
    const address = country === null ? null : { ...blankAddress(newId("addr")), country_code: country };
    const id = newId("cart");
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
      context: input.context ?? null,
      addresses: address ? [address] : [],
    });
    await insertLines(tx, id, lines);
    await announce(tx, "cart.created", { id });
    return { id, after: cartAfter(deps.graph, tx, { id, before: blankCart() }) };
  });
  return { id, cart: await after() };
}

function regionOf({ region }: Ground, { region_id }: NewCart): GroundRegion {
  if (region) return region;
  if (region_id !== undefined) throw unknownRegion(region_id);
  throw invalid("region_id: A cart needs a region, and the shop has none yet");
}
