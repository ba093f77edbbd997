/** One provider of each kind. @param {import("tradewind/plugin").Tradewind} tradewind */
export function addProviders(tradewind) {
  const dataOf = ({ data }) => data;
  tradewind.paymentProvider({
    id: "every-port",
    initiate: async ({ amount }) => ({ amount }),
    update: async (data, { amount }) => ({ ...data, amount }),
    authorize: async ({ data }) => ({ status: "authorized", data }),
    capture: async ({ data }) => ({ ...data, captured: true }),
    refund: async (step) => dataOf(step),
    cancel: async (step) => dataOf(step),
    deleteSession: async () => {},
    status: async () => "authorized",
  });
  tradewind.fulfillmentProvider({
    id: "every-port",
    options: async () => [{ id: "bike" }],
    validateOption: async ({ id }) => id === "bike",
    validateData: async (_option, data) => data,
    canCalculate: async () => true,
    calculatePrice: async () => 250,
    createFulfillment: async ({ id }) => ({ id }),
    cancelFulfillment: async () => {},
    createReturn: async ({ id }) => ({ id }),
    documents: async () => [],
  });
  tradewind.taxProvider({
    id: "every-port",
    taxLines: async ({ items }) => ({
      items: items.map(({ lineItemId }) => ({ lineItemId, rate: 10, name: "Ten", code: null })),
      shipping: [],
    }),
  });
  tradewind.notificationProvider({
    id: "every-port",
    events: ["order.placed"],
    send: async (_event, { id }) => ({ to: String(id), data: {} }),
    resend: async (sent, { to }) => ({ ...sent, to: to ?? sent.to }),
  });
  tradewind.fileProvider({
    id: "every-port",
    save: async ({ name }) => ({ key: name, url: null }),
    delete: async () => {},
    read: async () => (async function* () {})(),
    downloadUrl: async (key) => `https://files.example/${key}`,
  });
  tradewind.batchJobType({
    id: "every-port-count",
    preProcess: async () => ({ result: { advancement_count: 0 } }),
    process: async () => ({}),
  });
  tradewind.oauthApp({
    applicationName: "every-port",
    displayName: "Every port",
    exchange: async (code) => ({ access_token: code }),
  });
}
