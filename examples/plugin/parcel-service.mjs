// A carrier that is reached over HTTP: prices by weight, labels, tracking. See docs/guides/fulfilment.md.
//
//   TRADEWIND_PLUGINS=./examples/plugin/parcel-service.mjs
//   PARCEL_SERVICE_URL=https://parcels.example.com   PARCEL_SERVICE_TOKEN=…

export const name = "parcel-service";

const services = [
  { id: "standard", name: "Standard" },
  { id: "express", name: "Express" },
  { id: "return", name: "Return", is_return: true },
];
const basePrice = { standard: 490, express: 1290, return: 490 };

/** @param {import("tradewind/plugin").Tradewind} tradewind */
export function register(tradewind) {
  const { PARCEL_SERVICE_URL: url, PARCEL_SERVICE_TOKEN: token } = process.env;
  if (!url || !token) throw new Error("PARCEL_SERVICE_URL and PARCEL_SERVICE_TOKEN must be set");

  /** What the service refuses is told to the administrator in its own words; other faults are only faults. */
  async function ask(method, path, { body, key } = {}) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { "content-type": "application/json" } : {}),
        ...(key ? { "idempotency-key": key } : {}),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(8_000),
    });
    if (answer.ok) return answer.status === 204 ? null : answer.json();
    const { message = "it refused" } = await answer.json().catch(() => ({}));
    if (answer.status < 500) throw tradewind.refusal("not_allowed", message);
    throw new Error(`${method} ${path}: ${answer.status}`);
  }

  /** The id of the shipment is the same for every repetition: the service books it once. */
  const book = async ({ id, methodData, shippingAddress, email, items }) => {
    const grams = items.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
    const body = { reference: id, service: methodData.service, to: shippingAddress, email, grams };
    const { number, tracking } = await ask("POST", "/shipments", { body, key: id });
    return { number, tracking };
  };

  tradewind.fulfillmentProvider({
    id: "parcel-service",
    options: async () => services,
    validateOption: async ({ id }) => services.some((service) => service.id === id),

    // Of what the storefront sends, only a parcel shop is kept.
    validateData: async (option, data) => ({
      service: option.id,
      ...(typeof data.shop === "string" ? { shop: data.shop.slice(0, 50) } : {}),
    }),

    canCalculate: async () => true,
    calculatePrice: async ({ id }, _data, { items }) => {
      const grams = items.reduce((sum, { weight, quantity }) => sum + (weight ?? 0) * quantity, 0);
      return basePrice[id] + 100 * Math.floor(grams / 1000);
    },

    createFulfillment: book,
    createReturn: book,
    cancelFulfillment: async ({ number }) => {
      await ask("DELETE", `/shipments/${number}`);
    },
    tracking: async ({ tracking }) => [{ number: tracking, url: `${url}/track/${tracking}` }],
    documents: async ({ number }) => {
      const { pdf } = await ask("GET", `/shipments/${number}/label`);
      return [{ name: `label-${number}.pdf`, type: "application/pdf", content: pdf }];
    },
  });
}
