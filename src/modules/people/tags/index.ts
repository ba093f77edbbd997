export { customerHasTag, orderHasTag } from "./tags-graph.ts";
