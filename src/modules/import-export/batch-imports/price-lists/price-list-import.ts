import type { Connection } from "../../../../db/database.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import {
  checkPriceList,
  dropOlderPrices,
  type PriceInput,
  replaceVariantPrices,
  unknownPriceList,
} from "../../../catalogue/price-lists/index.ts";
import { shown } from "../csv/cells.ts";
import { type Header, unknownColumn } from "../csv/header.ts";
import { readMarket } from "../csv/market-store.ts";
import { amountsOf, type Market, type PriceColumn, priceColumnOf } from "../csv/price-columns.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { fileContext } from "../engine/file-context.ts";
import { importType } from "../engine/import-type.ts";
import { EndOfImport, type Importer, type Opening } from "../engine/importer.ts";
import { refusedGroup } from "../engine/refused.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import type { Outcome } from "../engine/tally.ts";
import { beganAt, findVariants } from "./variants-store.ts";

const ID = "Product Variant ID";
const SKU = "SKU";
/** Counts rows, as v1 does, however many prices they have. */
const CREATED = "PRICE_LIST_PRICE_CREATE";

interface VariantPrices {
  variantId: string;
  prices: Omit<PriceInput, "id">[];
}

interface Layout {
  header: Header;
  prices: PriceColumn[];
}

/** The prices of a price list, a row for each variant. The list has no others afterwards. */
export const priceListImport = importType<VariantPrices>({
  id: "price-list-import",
  operations: [CREATED],
  tables: ["money_amount", "product_variant_money_amount"],
  checkedContext: async ({ db }, context) => {
    const listId = context.price_list_id;
    if (typeof listId !== "string" || listId === "") throw invalid("Price list id is required");
    await checkPriceList(db, listId);
    return fileContext(context);
  },
  open: openPrices,
  stat: (operations) => ({
    key: "price-list-import-count",
    name: "PriceList to import",
    message: `${operations[CREATED]} prices will be added`,
  }),
});

async function openPrices({ deps, job, header }: Opening): Promise<Importer<VariantPrices>> {
  const listId = String(job.context.price_list_id);
  const layout = layoutOf(header, await readMarket(deps.db));
  const checked = (isThere: boolean) => {
    if (!isThere) throw new EndOfImport(unknownPriceList(listId));
  };
  return {
    keyOf: ({ number }) => String(number),
    look: () => [CREATED],
    plan: (on, groups) => planned(on, layout, groups),
    save: async (tx, all) => {
      // Of several rows for a variant the last one counts.
      const last = new Map(all.map((each) => [each.variantId, each.prices]));
      const prices = [...last.values()].flat();
      checked(await replaceVariantPrices(tx, { listId, variantIds: [...last.keys()], prices }));
    },
    finish: async (tx) => checked(await dropOlderPrices(tx, { listId, before: await beganAt(tx, job.id) })),
  };
}

function layoutOf(header: Header, market: Market): Layout {
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

async function planned(
  on: Connection,
  layout: Layout,
  groups: readonly RowGroup[],
): Promise<Outcome<VariantPrices>[]> {
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

interface Known {
  ids: ReadonlySet<string>;
  skus: ReadonlyMap<string | null, string>;
}

function pricesOf({ header, prices }: Layout, { cells }: CsvRow, known: Known): VariantPrices {
  const variantId = variantOf(header.cell(cells, ID).trim(), header.cell(cells, SKU).trim(), known);
  const amounts = amountsOf(header, prices, cells).flatMap(({ column, amount }) =>
    amount === null ? [] : { variant_id: variantId, amount, ...placeOf(column) },
  );
  return { variantId, prices: amounts };
}

function variantOf(id: string, sku: string, { ids, skus }: Known): string {
  if (id !== "") {
    if (!ids.has(id)) throw new Refusal("not_found", `There is no variant with the id ${shown(id)}`);
    return id;
  }
  if (sku === "") throw invalid(`${ID} or ${SKU} is required`);
  const found = skus.get(sku);
  if (found === undefined) throw new Refusal("not_found", `There is no variant with the SKU ${shown(sku)}`);
  return found;
}

const placeOf = ({ regionId, currencyCode }: PriceColumn) =>
  regionId === null ? { currency_code: currencyCode } : { region_id: regionId };
