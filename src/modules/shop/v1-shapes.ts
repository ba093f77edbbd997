// Answers of v1 that differ from the others of these modules. Each entry names the operation and what v1 does there.

/** `GET /admin/currencies` needs no login, unlike the other routes under `/admin`. */
export const openToAll = { public: true };

/** The `object` in the answers to these deletions has hyphens; elsewhere it is the key of the answer, with underscores. */
export const deletedObject = {
  salesChannel: "sales-channel",
  locationOfChannel: "stock-location",
  taxRate: "tax-rate",
};

/** `GET /admin/publishable-api-keys/{id}/sales-channels` returns all channels: it takes no paging and returns no count. */
export const allChannelsOfKey = { offset: 0, order: "created_at" };

/** `GET /admin/store/payment-providers` and `…/tax-providers` return all providers: they take no paging and return no count. */
export const allProviders = { limit: 1_000, offset: 0, order: "id" };

/** `POST /admin/store` returns the default currency only if the request changes it. */
export const relationsOfStore = {
  usual: ["currencies"],
  withNewDefault: ["currencies", "default_currency"],
};

/** `GET /store/regions/{id}` takes the parameters of the list; only these have an effect. */
export const effectiveParameters = ({ fields, expand }: { fields?: string; expand?: string }) => ({
  fields,
  expand,
});

/** Tax rates take `fields` and `expand` also as arrays: `expand[]=a&expand[]=b` is the same as `expand=a,b`. */
export const namesFrom = (value: unknown) =>
  Array.isArray(value) ? value.join(",") : (value as string | undefined);
