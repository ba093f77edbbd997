interface Page {
  name: string;
  request: (products: number) => { method?: "GET" | "POST"; url: string; payload?: object };
}

const get = (name: string, url: string | ((products: number) => string)): Page => ({
  name,
  request: (products) => ({ url: typeof url === "string" ? url : url(products) }),
});

/** A product in the middle of the catalogue. */
const middle = (products: number) => Math.floor(products / 2) + 1;

/** One product in fifty is a draft. */
const published = (products: number) => products - products / 50;

export const pages: Page[] = [
  get("storefront list", "/store/products?limit=20"),
  get("storefront list with prices", "/store/products?limit=20&region_id=reg_BENCH"),
  get(
    "storefront product by handle",
    (products) => `/store/products?handle=bench-product-${middle(products)}&region_id=reg_BENCH`,
  ),
  get(
    "storefront product by id",
    (products) =>
      `/store/products/prod_BENCH${String(middle(products)).padStart(10, "0")}?region_id=reg_BENCH`,
  ),
  get(
    "storefront category page",
    "/store/products?limit=20&region_id=reg_BENCH&category_id[]=pcat_BENCH0000000015",
  ),
  get(
    "storefront collection page",
    "/store/products?limit=20&region_id=reg_BENCH&collection_id[]=pcol_BENCH0000000007",
  ),
  get("storefront q, rare", (products) => `/store/products?limit=20&q=${middle(products)}`),
  get("storefront q, common", "/store/products?limit=20&q=lantern"),
  {
    name: "storefront search",
    request: () => ({ method: "POST", url: "/store/products/search", payload: { q: "lantern" } }),
  },
  {
    name: "storefront search, misspelt",
    request: () => ({ method: "POST", url: "/store/products/search", payload: { q: "lanturn" } }),
  },
  get("admin list", "/admin/products?limit=20"),
  get("admin list, drafts by title", "/admin/products?limit=20&status[]=draft&order=title"),
  get("admin list, q", "/admin/products?limit=20&q=lantern"),
  get("admin list, tag", "/admin/products?limit=20&tags[]=ptag_BENCH0000000003"),
  get("admin variants", "/admin/variants?limit=20"),
  get("page 46 of the list", "/admin/products?limit=20&offset=900"),
  get(
    "deepest page, storefront",
    (products) => `/store/products?limit=20&offset=${published(products) - 20}`,
  ),
  get(
    "deepest page, storefront with prices",
    (products) => `/store/products?limit=20&region_id=reg_BENCH&offset=${published(products) - 20}`,
  ),
  get("deepest page, admin", (products) => `/admin/products?limit=20&offset=${products - 20}`),
  get("nine tenths deep, storefront", (products) => `/store/products?limit=20&offset=${products * 0.9}`),
  get("half deep, admin", (products) => `/admin/products?limit=20&offset=${products / 2}`),
];
