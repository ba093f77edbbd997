// Taxes by the country that the goods go to. See docs/guides/taxes.md.
//
//   TRADEWIND_PLUGINS=./examples/plugin/destination-tax.mjs
//   POST /admin/regions/{id} {"tax_provider_id": "destination"}

export const name = "destination-tax";

const rates = { de: 19, dk: 25, fr: 20, lu: 17, se: 25 };

/** @param {import("tradewind/plugin").Tradewind} tradewind */
export function register(tradewind) {
  tradewind.taxProvider({
    id: "destination",

    // Everything in the cart at once. What gets no line is not taxed; a thing may get several.
    async taxLines({ items, shipping, shippingAddress }) {
      const country = shippingAddress?.countryCode;
      const rate = country ? rates[country] : undefined;
      // Where nobody knows better, the rates that the shop has set hold.
      const due = (known) =>
        rate === undefined ? known : [{ rate, name: `VAT ${country.toUpperCase()}`, code: `vat-${country}` }];
      return {
        items: items.flatMap(({ lineItemId, rates: known }) =>
          due(known).map((one) => ({ ...one, lineItemId })),
        ),
        shipping: shipping.flatMap(({ shippingMethodId, rates: known }) =>
          due(known).map((one) => ({ ...one, shippingMethodId })),
        ),
      };
    },
  });
}
