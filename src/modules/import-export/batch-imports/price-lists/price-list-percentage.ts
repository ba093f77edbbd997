import { Type } from "typebox";
import { reading } from "../../../../http/validation.ts";
import {
  checkPriceList,
  type PercentagePrices,
  previewPercentagePrices,
  setNextPercentagePrices,
} from "../../../catalogue/price-lists/index.ts";
import { type PriceChange, priceEndings } from "../../../catalogue/pricing/index.ts";
import type { JobType } from "../../batch-jobs/index.ts";

/** Variants of one transaction. Customers who buy them wait for it, so it is short. */
const CHUNK = 500;

const ids = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 1_000 }),
);

const readContext = reading(
  Type.Object({
    price_list_id: Type.String({ minLength: 1, maxLength: 255 }),
    percent: Type.Number({ exclusiveMinimum: -100, maximum: 1_000 }),
    ending: Type.Optional(
      Type.Unsafe<PriceChange["ending"]>({ type: "string", enum: [...priceEndings], default: "none" }),
    ),
    product_id: ids,
    collection_id: ids,
    category_id: ids,
    tag_id: ids,
    currency_code: Type.Optional(
      Type.Array(Type.String({ minLength: 3, maxLength: 3 }), { minItems: 1, maxItems: 200 }),
    ),
  }),
  { name: "context" },
);

/** Filters that are not sent do not count: a job without any is for all products. */
function wantedBy(context: Record<string, unknown>): PercentagePrices {
  const read = readContext(context);
  return {
    listId: read.price_list_id,
    percent: read.percent,
    ending: read.ending ?? "none",
    productIds: read.product_id ?? null,
    collectionIds: read.collection_id ?? null,
    categoryIds: read.category_id ?? null,
    tagIds: read.tag_id ?? null,
    currencies: read.currency_code?.map((code) => code.toLowerCase()) ?? null,
  };
}

/** Gives a price list prices that are a percentage of the regular ones, for all products or some. */
export const priceListPercentage: JobType = {
  id: "price-list-percentage",
  permission: "price-lists:write",
  checkedContext: async ({ db }, context) => {
    await checkPriceList(db, wantedBy(context).listId);
    return context;
  },
  preProcess: async ({ db }, { context }) => {
    const { variants, prices, examples } = await previewPercentagePrices(db, wantedBy(context));
    const stat = {
      key: "price-list-percentage-count",
      name: "Prices to set",
      message: `${prices} prices of ${variants} variants will be set`,
    };
    const operations = { PRICE_LIST_PRICE_SET: prices };
    return {
      result: { count: variants, advancement_count: 0, operations, examples, stat_descriptors: [stat] },
    };
  },
  process: async (_, { context, result }, run) => {
    const wanted = wantedBy(context);
    let progress: Progress | null = progressIn(result);
    while (progress) {
      const from: Progress = progress;
      await run.inChunk(async (tx) => {
        const next = await setNextPercentagePrices(tx, { ...wanted, after: from.after, limit: CHUNK });
        progress = next && {
          ...from,
          after: next.last,
          done: from.done + next.variants,
          prices: from.prices + next.prices,
        };
        return progress ? { result: resultOf(progress) } : {};
      });
    }
    return { result: { progress: 1 } };
  },
};

interface Progress {
  /** The last variant whose prices are set. */
  after: string;
  count: number;
  done: number;
  prices: number;
}

/** What an earlier run has saved. */
function progressIn(result: Record<string, unknown>): Progress {
  const { last_variant_id: last, count, advancement_count: done, operations } = result;
  const isBegun = typeof last === "string";
  const set = (operations as Record<string, number> | undefined)?.PRICE_LIST_PRICE_SET;
  return {
    after: isBegun ? last : "",
    count: Number(count ?? 0),
    done: isBegun ? Number(done) : 0,
    prices: isBegun ? Number(set) : 0,
  };
}

const resultOf = ({ after, count, done, prices }: Progress) => ({
  last_variant_id: after,
  advancement_count: done,
  progress: count === 0 ? 1 : Math.min(1, done / count),
  operations: { PRICE_LIST_PRICE_SET: prices },
});
