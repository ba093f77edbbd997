import { boolean, entity, text } from "../../../graph/entity.ts";

export const currency = entity({
  name: "currency",
  isReferenceData: true,
  key: "code",
  columns: {
    code: text.required,
    symbol: text.required,
    symbol_native: text.required,
    name: text.required,
    includes_tax: boolean.required,
  },
});

export const currenciesEntities = [currency];
