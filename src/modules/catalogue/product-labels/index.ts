export { listProductTypes } from "./product-labels-graph.ts";
