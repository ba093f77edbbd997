/** The rate of a region or an order, where a thing has none of its own. As in v1 its code is not the region's tax code. */
export const defaultTax = (rate: number) => ({ rate, name: "default", code: "default" });
