import type { Finding } from "../finding.ts";
import { type Examination, hasTable, note, stop, warning } from "./examination.ts";

/** Feature flags whose migrations run only with the flag, and what shows that they ran. */
const flags: readonly (readonly [flag: string, table: string, columns?: string[]])[] = [
  ["sales_channels", "sales_channel"],
  ["tax_inclusive_pricing", "region", ["includes_tax"]],
  ["analytics", "analytics_config"],
];

export async function examineModules(examination: Examination): Promise<Finding[]> {
  return [
    flagFinding(examination),
    stockFinding(examination),
    ...v2Findings(examination),
    ...(await pricingFindings(examination)),
  ];
}

function flagFinding(examination: Examination): Finding {
  const on = flags
    .filter(([, table, columns]) => hasTable(examination, table, columns))
    .map(([flag]) => flag);
  const off = flags.map(([flag]) => flag).filter((flag) => !on.includes(flag));
  const found = `Feature flags of v1 found in the schema: ${on.join(", ") || "none"}`;
  const added = `not found: ${off.join(", ")}, whose columns and tables are added`;
  return note("feature_flags", `${found}${off.length > 0 ? `; ${added}` : ""}. In Tradewind all are on.`, {
    on,
    off,
  });
}

function stockFinding(examination: Examination): Finding {
  const inventory = hasTable(examination, "inventory_item");
  const locations = hasTable(examination, "stock_location");
  const details = { inventory, stockLocation: locations };
  if (inventory && locations)
    return note("modules", "The modules for inventory and stock locations are installed.", details);
  if (!inventory && !locations) {
    return note(
      "modules",
      "Neither the module for inventory nor the one for stock locations is installed: variants keep their own quantity until the shop has a location.",
      details,
    );
  }
  const [present, missing] = inventory ? ["inventory", "stock locations"] : ["stock locations", "inventory"];
  return warning(
    "modules",
    `The module for ${present} is installed without the one for ${missing}; Tradewind uses both or none. Look at the stock of some variants after adopting a copy.`,
    details,
  );
}

/** The flag medusa_v2 moves products, prices and channels to tables of other shapes. */
function v2Findings(examination: Examination): Finding[] {
  const traces = [
    ...(hasTable(examination, "line_item", ["product_id"]) ? ["line_item.product_id"] : []),
    ...(hasTable(examination, "product_sales_channel", ["id"]) ? ["product_sales_channel.id"] : []),
    ...(hasTable(examination, "order_sales_channel") ? ["order_sales_channel"] : []),
  ];
  if (traces.length === 0) return [];
  return [
    stop(
      "v2_flag",
      `The migrations of the flag medusa_v2 have run (${traces.join(", ")}). Tradewind knows the tables of v1 without this flag only: revert these migrations on a copy first.`,
      { traces },
    ),
  ];
}

async function pricingFindings(examination: Examination): Promise<Finding[]> {
  if (!hasTable(examination, "price_set")) return [];
  const used = await examination.rows("prices of the pricing module", "select from price_set limit 1");
  if (used === null || used.length > 0) {
    return [
      stop(
        "pricing_module",
        "Prices are in the pricing module (table price_set). Tradewind reads the prices of variants in money_amount: move them back first.",
      ),
    ];
  }
  return [note("pricing_module", "The tables of the pricing module are there, and empty.")];
}
