/** The shop that the recorded requests are about, by what they need of it. */
export interface Ids {
  region: string;
  product: string;
  variant: string;
  collection: string;
  customer: string;
  order: string;
  cart: string;
  option: string;
}

export interface RecordedRequest {
  /** The name of the file. */
  file: string;
  method: "GET" | "POST";
  path: (ids: Ids) => string;
  body?: (ids: Ids) => Record<string, unknown>;
}

const read = (file: string, path: (ids: Ids) => string): RecordedRequest => ({ file, method: "GET", path });

const change = (
  file: string,
  path: (ids: Ids) => string,
  body: (ids: Ids) => Record<string, unknown> = () => ({}),
): RecordedRequest => ({ file, method: "POST", path, body });

export const ADDRESS = {
  first_name: "Ada",
  last_name: "Marsh",
  address_1: "1 Quay",
  city: "Harbour",
  postal_code: "10001",
  country_code: "us",
};

/** In the order in which they are sent: the checkout of one cart is the last part. */
export const REQUESTS: readonly RecordedRequest[] = [
  read("store-products-list", (ids) => `/store/products?limit=12&region_id=${ids.region}`),
  read("store-product", (ids) => `/store/products/${ids.product}?region_id=${ids.region}`),
  read("store-collections-list", () => "/store/collections"),
  read("store-collection", (ids) => `/store/collections/${ids.collection}`),
  read("store-regions-list", () => "/store/regions"),
  read("store-region", (ids) => `/store/regions/${ids.region}`),
  read("store-order", (ids) => `/store/orders/${ids.order}`),
  read("admin-products-list", () => "/admin/products?limit=12"),
  read("admin-product", (ids) => `/admin/products/${ids.product}`),
  read("admin-orders-list", () => "/admin/orders?limit=12"),
  read("admin-order", (ids) => `/admin/orders/${ids.order}`),
  read("admin-customers-list", () => "/admin/customers?limit=12"),
  read("admin-customer", (ids) => `/admin/customers/${ids.customer}`),
  read("admin-collections-list", () => "/admin/collections"),
  read("admin-regions-list", () => "/admin/regions"),
  read("store-cart", (ids) => `/store/carts/${ids.cart}`),
  change(
    "checkout-1-create-cart",
    () => "/store/carts",
    (ids) => ({ region_id: ids.region }),
  ),
  change(
    "checkout-2-add-line",
    (ids) => `/store/carts/${ids.cart}/line-items`,
    (ids) => ({ variant_id: ids.variant, quantity: 1 }),
  ),
  change(
    "checkout-3-address",
    (ids) => `/store/carts/${ids.cart}`,
    () => ({ email: "ada@example.com", shipping_address: ADDRESS }),
  ),
  change(
    "checkout-4-shipping",
    (ids) => `/store/carts/${ids.cart}/shipping-methods`,
    (ids) => ({ option_id: ids.option }),
  ),
  change("checkout-5-payment-sessions", (ids) => `/store/carts/${ids.cart}/payment-sessions`),
  change("checkout-6-complete", (ids) => `/store/carts/${ids.cart}/complete`),
];
