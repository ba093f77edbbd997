import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { productEvents } from "./events.ts";
import { productOptionRoutes, productVariantRoutes } from "./product-content-routes.ts";
import { productRoutes } from "./product-routes.ts";
import { productsEntities } from "./products-graph.ts";
import { storefrontProductRoutes } from "./storefront-routes.ts";
import { variantRoutes } from "./variant-routes.ts";

export const products = defineModule({
  name: "catalogue/products",
  entities: productsEntities,
  routes: [productOptionRoutes, productRoutes, productVariantRoutes, storefrontProductRoutes, variantRoutes],
  apiNotes,
  areas: { products: "write" },
  adminPaths: { products: "products", variants: "products" },
  events: productEvents,
  eventAreas: { product: "products", "product-variant": "products" },
});
