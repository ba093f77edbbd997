import { at, type Request } from "./pair.ts";
import type { World } from "./world.ts";

const post = (path: string, body: object): Request => ({ as: "admin", method: "POST", path: [path], body });

export const SHOPPERS = [
  { name: "ada", email: "ada@example.com", password: "analytical engine" },
  { name: "grace", email: "grace@example.com", password: "nanoseconds matter" },
];

export const COUNTRIES = { north: "dk", south: "us" };

type Step = (world: World) => Request;

/** What every scenario can use. Each request is compared like the others. */
export const basicShop: readonly Step[] = [
  () => ({ as: "admin", method: "GET", path: ["/admin/store"] }),
  () => post("/admin/store", { currencies: ["usd", "eur"], default_currency_code: "usd" }),
  () => post("/admin/regions", regionBody("North", "eur", { tax_rate: 25, countries: [COUNTRIES.north] })),
  () => post("/admin/regions", regionBody("South", "usd", { tax_rate: 0, countries: [COUNTRIES.south] })),
  () => ({ as: "admin", method: "GET", path: ["/admin/shipping-profiles"] }),
  (world) => post("/admin/shipping-options", optionBody(world, "North", 500)),
  (world) => post("/admin/shipping-options", optionBody(world, "South", 700)),
  (world) => post("/admin/shipping-options", { ...optionBody(world, "North", 300), is_return: true }),
  ...["Shirt", "Mug", "Lamp"].map(
    (title, index) => () => post("/admin/products", basicProduct(title, index)),
  ),
  () => post("/admin/customer-groups", { name: "Wholesale" }),
  ...SHOPPERS.map(({ email, password, name }) => (): Request => {
    const body = { email, password, first_name: name, last_name: "Tester" };
    return { as: "visitor", method: "POST", path: at`/store/customers`, body };
  }),
  () => post("/admin/return-reasons", { value: "too_small", label: "Too small" }),
];

/** Stock by location, for the goods of the basic shop. */
export const stockedShop: readonly Step[] = [
  () => post("/admin/stock-locations", { name: "Warehouse" }),
  () => ({ as: "admin", method: "GET", path: ["/admin/sales-channels"] }),
  (world) => {
    const path = at`/admin/sales-channels/${world.any("sc")!}/stock-locations`;
    return { as: "admin", method: "POST", path, body: { location_id: world.any("sloc")! } };
  },
  ...basicShop,
  () => ({ as: "admin", method: "GET", path: ["/admin/inventory-items"] }),
  ...Array.from(
    { length: 6 },
    (_, index): Step =>
      (world) => {
        const path = at`/admin/inventory-items/${world.all("iitem")[index]!.id}/location-levels`;
        const body = { location_id: world.any("sloc")!, stocked_quantity: 500 };
        return { as: "admin", method: "POST", path, body };
      },
  ),
];

export const regionBody = (name: string, currency_code: string, more: object) => ({
  name,
  currency_code,
  tax_rate: 0,
  payment_providers: ["manual"],
  fulfillment_providers: ["manual"],
  ...more,
});

const optionBody = (world: World, region: string, amount: number) => ({
  name: `${region} delivery`,
  region_id: world.any("reg", ({ data }) => data["name"] === region)!,
  provider_id: "manual",
  data: { id: "manual-fulfillment" },
  price_type: "flat_rate",
  amount,
});

const basicProduct = (title: string, index: number) => ({
  title,
  status: "published",
  options: [{ title: "Size" }],
  variants: ["S", "M"].map((size) => ({
    title: size,
    sku: `${title}-${size}`,
    inventory_quantity: 1000,
    options: [{ value: size }],
    prices: [
      { currency_code: "usd", amount: 1000 + index * 37 },
      { currency_code: "eur", amount: 900 + index * 31 },
    ],
  })),
});
