import type { Connection } from "../../../../db/database.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import {
  checkPriceList,
  deletePricesOlderThan,
  type PriceInput,
  priceListNotFound,
  replaceVariantPrices,
} from "../../../catalogue/price-lists/index.ts";
import { shortened } from "../csv/cells.ts";
import {
  amountsOf,
  type Header,
  type Market,
  type PriceColumn,
  priceColumnOf,
  unknownColumn,
} from "../csv/columns.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { checkedFileContext } from "../engine/import-file.ts";
import { importType } from "../engine/import-type.ts";
import {
  type GroupOutcome,
  ImportAborted,
  type ImportContext,
  type Importer,
  refusedGroup,
} from "../engine/importer.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import { findVariants, readMarket, startedAt } from "../import-references-store.ts";

const ID = "Product Variant ID";
const SKU = "SKU";
/** As in v1, counts rows, not prices. */
const CREATED = "PRICE_LIST_PRICE_CREATE";

interface VariantPrices {
  variantId: string;
  prices: Omit<PriceInput, "id">[];
}

interface PriceLayout {
  header: Header;
  prices: PriceColumn[];
}

/** Replaces all prices of a price list. One row for each variant. */
export const priceListImport = importType<VariantPrices>({
  id: "price-list-import",
  permission: "price-lists:write",
  operations: [CREATED],
  tables: ["money_amount", "product_variant_money_amount"],
  checkedContext: async ({ db }, context) => {
    const listId = context.price_list_id;
    if (typeof listId !== "string" || listId === "") throw invalid("Price list id is required");
    await checkPriceList(db, listId);
    return checkedFileContext(context);
  },
  open: openPrices,
  stat: (operations) => ({
    key: "price-list-import-count",
    name: "PriceList to import",
    message: `${operations[CREATED]} prices will be added`,
  }),
});

async function openPrices({ deps, job, header }: ImportContext): Promise<Importer<VariantPrices>> {
  const listId = String(job.context.price_list_id);
  const layout = layoutOf(header, await readMarket(deps.db));
  const checked = (exists: boolean) => {
    if (!exists) throw new ImportAborted(priceListNotFound(listId));
  };
  return {
    keyOf: ({ number }) => String(number),
    scan: () => [CREATED],
    plan: (on, groups) => planGroups(on, layout, groups),
    save: async (tx, all) => {
      // If a variant has several rows, the last one counts.
      const last = new Map(all.map((each) => [each.variantId, each.prices]));
      const prices = [...last.values()].flat();
      checked(await replaceVariantPrices(tx, { listId, variantIds: [...last.keys()], prices }));
    },
    finish: async (tx) =>
      checked(await deletePricesOlderThan(tx, { listId, before: await startedAt(tx, job.id) })),
  };
}

function layoutOf(header: Header, market: Market): PriceLayout {
  if (!header.has(ID) && !header.has(SKU)) throw invalid(`The file has no column "${ID}" or "${SKU}"`);
  const prices = header.names
    .filter((name) => name !== ID && name !== SKU)
    .map((name) => {
      const column = priceColumnOf(name, market);
      if (!column) throw unknownColumn(name);
      return column;
    });
  return { header, prices };
}

async function planGroups(
  on: Connection,
  layout: PriceLayout,
  groups: readonly RowGroup[],
): Promise<GroupOutcome<VariantPrices>[]> {
  const valuesOf = (name: string) =>
    groups.flatMap(({ rows }) => layout.header.cell(rows[0]!.cells, name).trim() || []);
  const found = await findVariants(on, { ids: valuesOf(ID), skus: valuesOf(SKU) });
  const known = {
    ids: new Set(found.map(({ id }) => id)),
    skus: new Map(found.map(({ id, sku }) => [sku, id])),
  };
  return groups.map((group) => {
    try {
      const plan = pricesOf(layout, group.rows[0]!, known);
      return { rows: 1, refused: [], operations: { [CREATED]: 1 }, plan };
    } catch (error) {
      if (error instanceof Refusal) return refusedGroup(group, error);
      throw error;
    }
  });
}

interface KnownVariants {
  ids: ReadonlySet<string>;
  skus: ReadonlyMap<string | null, string>;
}

function pricesOf({ header, prices }: PriceLayout, { cells }: CsvRow, known: KnownVariants): VariantPrices {
  const variantId = variantIdOf(header.cell(cells, ID).trim(), header.cell(cells, SKU).trim(), known);
  const amounts = amountsOf(header, prices, cells).flatMap(({ column, amount }) =>
    amount === null ? [] : { variant_id: variantId, amount, ...priceMarketOf(column) },
  );
  return { variantId, prices: amounts };
}

function variantIdOf(id: string, sku: string, { ids, skus }: KnownVariants): string {
  if (id !== "") {
    if (!ids.has(id)) throw new Refusal("not_found", `There is no variant with the id ${shortened(id)}`);
    return id;
  }
  if (sku === "") throw invalid(`${ID} or ${SKU} is required`);
  const found = skus.get(sku);
  if (found === undefined)
    throw new Refusal("not_found", `There is no variant with the SKU ${shortened(sku)}`);
  return found;
}

const priceMarketOf = ({ regionId, currencyCode }: PriceColumn) =>
  regionId === null ? { currency_code: currencyCode } : { region_id: regionId };
