import type {
  BatchJobType,
  ByteStream,
  FileProvider,
  FulfillmentProvider,
  NotificationProvider,
  OauthApp,
  PaymentProvider,
  PaymentStep,
  ProviderData,
  TaxProvider,
  Tradewind,
} from "tradewind/plugin";

const id = "every-port";
const dataOf = async ({ data }: PaymentStep): Promise<ProviderData> => data;

const payment: Required<PaymentProvider> = {
  id,
  isLocal: true,
  webhookId: id,
  payPage: {
    script: "https://pay.example/script.js",
    origins: ["https://pay.example"],
    start: "() => ({ confirm: async () => null })",
    dataFor: ({ amount }) => ({ amount }),
  },
  initiate: async ({ amount }) => ({ amount }),
  update: async (data, { amount }, sent) => ({ ...data, ...sent, amount }),
  authorize: async ({ data }, { resourceId }) => ({ status: resourceId ? "authorized" : "error", data }),
  capture: async ({ data }) => ({ ...data, captured: true }),
  refund: dataOf,
  cancel: dataOf,
  deleteSession: async () => {},
  status: async () => "authorized",
  savedMethods: async ({ email }) => [{ email }],
  webhook: async ({ rawBody, headers }) =>
    rawBody.length > 0 && headers["x-every-port"]
      ? { kind: "captured", resourceId: "cart_none", data: {} }
      : { kind: "nothing" },
};

const carrier: Required<FulfillmentProvider> = {
  id,
  isLocal: true,
  options: async () => [{ id: "bike" }],
  validateOption: async (option) => option["id"] === "bike",
  validateData: async (_option, data) => data,
  canCalculate: async () => true,
  calculatePrice: async () => 250,
  createFulfillment: async (shipment) => ({ id: shipment.id }),
  cancelFulfillment: async () => {},
  tracking: async () => [{ number: "1", url: null }],
  createReturn: async (shipment) => ({ id: shipment.id }),
  documents: async () => [],
};

const taxes: Required<TaxProvider> = {
  id,
  taxLines: async ({ items }) => ({
    items: items.map(({ lineItemId }) => ({ lineItemId, rate: 10, name: "Ten", code: null })),
    shipping: [],
  }),
};

const messages: Required<NotificationProvider> = {
  id,
  events: ["order.placed"],
  send: async (_event, data) => ({ to: String(data["id"]), data: {} }),
  resend: async (sent, { to }) => ({ ...sent, to: to ?? sent.to }),
  sendTest: async (to) => ({ to, data: {} }),
};

async function* nothing(): ByteStream & AsyncGenerator<Uint8Array> {}

const files: Required<FileProvider> = {
  id,
  save: async ({ name, isPrivate }) => ({
    key: name,
    url: isPrivate ? null : `https://files.example/${name}`,
  }),
  delete: async () => {},
  read: async () => nothing(),
  downloadUrl: async (key, { seconds }) => `https://files.example/${key}?for=${seconds}`,
};

const counting: Required<BatchJobType> = {
  id: "every-port-count",
  preProcess: async () => ({ result: { advancement_count: 0 } }),
  async process(job, run) {
    await run.checkpoint({ result: { advancement_count: 1 } });
    return (await run.isCanceled()) ? {} : { context: job.context };
  },
};

const application: Required<OauthApp> = {
  applicationName: id,
  displayName: "Every port",
  installUrl: (state) => `https://books.example/install?state=${state}`,
  uninstallUrl: "https://books.example/uninstall",
  exchange: async (code, { signal }) => ({ access_token: signal.aborted ? "" : code }),
  refresh: async (token) => token,
};

/** One of each kind, with all its functions. */
export function addProviders(
  tradewind: Pick<
    Tradewind,
    | "paymentProvider"
    | "fulfillmentProvider"
    | "taxProvider"
    | "notificationProvider"
    | "fileProvider"
    | "batchJobType"
    | "oauthApp"
  >,
): void {
  tradewind.paymentProvider(payment);
  tradewind.fulfillmentProvider(carrier);
  tradewind.taxProvider(taxes);
  tradewind.notificationProvider(messages);
  tradewind.fileProvider(files);
  tradewind.batchJobType(counting);
  tradewind.oauthApp(application);
}
