import { inTransaction } from "../../../../db/transaction.ts";
import { newId } from "../../../../kernel/ids.ts";
import { jsonBytes } from "../../../../kernel/json.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, tooLarge } from "../../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../../kernel/sent-fields.ts";
import { insertCartLines } from "../../line-items/index.ts";
import { type CartResult, NewCart } from "../cache/index.ts";
import { unknownRegion } from "../cart.ts";
import { type CartContext, type ContextRegion, readCartContext } from "../cart-context-store.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { refuseManyLines } from "../cart-limits.ts";
import {
  channelFor,
  checkedChannel,
  emptyAddress,
  onlyCountryOf,
  refuseForeignCountry,
} from "../cart-region.ts";
import { cartFields, insertCart } from "../cart-store.ts";
import { cartEvents } from "../events.ts";
import type { LineRequest } from "../line.ts";
import { newCartLines } from "./priced-lines.ts";

export interface NewCartInput {
  region_id?: string;
  country_code?: string;
  sales_channel_id?: string;
  items?: LineRequest[];
  context?: Metadata;
  custom_fields?: SentCustomFields;
  /** The customer who is logged in. */
  customerId: string | null;
  /** Channels of the storefront's publishable key; null without one. */
  channelsOfKey: readonly string[] | null;
}

export async function createCart(deps: CartDeps, input: NewCartInput): Promise<CartResult> {
  refuseManyLines(input.items?.length ?? 0, deps.config);
  if (jsonBytes(input.context) > deps.config.cartBytes) {
    throw tooLarge(
      `context: a cart cannot hold more than ${deps.config.cartBytes} bytes of metadata, context, addresses and provider data`,
    );
  }
  const requestedChannel = channelFor(input.sales_channel_id, input.channelsOfKey);
  const pending = await inTransaction(deps.db, async (tx) => {
    const newCart = new NewCart(deps, tx, isEmpty(input) ? templateKeyOf(input, requestedChannel) : null);
    const where = await newCart.context(() => readCartContext(tx, contextRequest(input, requestedChannel)));
    const region = regionOf(where, input);
    const salesChannelId = checkedChannel(where.channel, requestedChannel);
    refuseForeignCountry(region, input.country_code);
    const country = input.country_code?.toLowerCase() ?? onlyCountryOf(region);
    const address = country === null ? null : { ...emptyAddress(newId("addr")), country_code: country };
    const id = newId("cart");
    const context = input.context ?? null;
    const lines = await newCartLines(deps, {
      on: tx,
      cartId: id,
      region,
      salesChannelId,
      customer: where.customer,
      requested: input.items ?? [],
      source: "cart",
    });
    await insertCart(tx, {
      id,
      email: where.customer?.email ?? null,
      customer_id: where.customer?.id ?? null,
      region_id: region.id,
      sales_channel_id: salesChannelId,
      billing_address_id: null,
      shipping_address_id: address?.id ?? null,
      context,
      addresses: address ? [address] : [],
    });
    await cartFields.save(tx, id, input.custom_fields);
    await insertCartLines(tx, id, lines);
    await cartEvents.announce(tx, "cart.created", { id });
    return newCart.result({ id, context, address });
  });
  return pending();
}

/** Empty carts of guests can be created from a template. */
const isEmpty = ({ items = [], customerId, custom_fields }: NewCartInput) =>
  items.length === 0 && customerId === null && !custom_fields;

/** Requests with the same key get the same region and channel. */
const templateKeyOf = ({ region_id, country_code }: NewCartInput, channel: string | null) =>
  JSON.stringify([region_id, channel, country_code !== undefined]);

const contextRequest = ({ region_id, customerId }: NewCartInput, channel: string | null) => ({
  regionId: region_id ?? null,
  salesChannelId: channel,
  customerId,
});

function regionOf({ region }: CartContext, { region_id }: NewCartInput): ContextRegion {
  if (region) return region;
  if (region_id !== undefined) throw unknownRegion(region_id);
  throw invalid("A region is required to create a cart");
}
