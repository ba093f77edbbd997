// A tax service and a carrier that are asked over the network: see outside-world.ts. Payments: ledger-plugin.mjs.
async function ask(url, body) {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  return response.json();
}

export function register(tradewind) {
  tradewind.taxProvider({
    id: "far-tax",
    taxLines: (calculation) => ask(`${process.env.SOAK_TAX_URL}/taxes`, calculation),
  });
  tradewind.fulfillmentProvider({
    id: "far-carrier",
    options: async () => [{ id: "parcel", name: "Parcel" }],
    validateOption: async () => true,
    validateData: async (_option, data) => data,
    canCalculate: async () => false,
    calculatePrice: async () => 0,
    createReturn: async () => ({}),
    documents: async () => [],
    createFulfillment: (shipment) => ask(`${process.env.SOAK_CARRIER_URL}/book`, { id: shipment.id }),
    cancelFulfillment: async (data) => void (await ask(`${process.env.SOAK_CARRIER_URL}/cancel`, data)),
  });
}
