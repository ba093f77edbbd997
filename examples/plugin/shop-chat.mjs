// Tells a team in its chat what happens in the shop. See docs/guides/plugin-reference.md.
//
//   TRADEWIND_PLUGINS=./examples/plugin/shop-chat.mjs
//   SHOP_CHAT_URL=https://chat.example.com   SHOP_CHAT_CHANNEL=shop
//   SHOP_CHAT_CLIENT_ID=...                  SHOP_CHAT_CLIENT_SECRET=...
//
// The chat is expected to have /authorize and /token (OAuth 2) and to take POST /messages {channel, text}.

/** Keeps the place of the subscribers in the event log, wherever this file is moved to. */
export const name = "shop-chat";

const news = {
  "customer.created": "A customer has signed up.",
  "product-collection.created": "There is a new collection.",
};

/** @param {import("tradewind/plugin").Tradewind} tradewind */
export function register(tradewind) {
  const chat = chatFrom(process.env);

  tradewind.oauthApp({
    applicationName: "shop-chat",
    displayName: "Shop chat",
    installUrl: (state) => chat.authorizeUrl(state),
    async exchange(code, { signal }) {
      const { status, body } = await chat.askForToken(code, signal);
      // The administrator sees the message of a refusal, and not that of any other error.
      if (status !== 200) throw tradewind.refusal("invalid_data", `the chat said ${body.error ?? status}`);
      return body;
    },
  });

  /** Null when nobody has connected the chat yet. */
  async function post(text) {
    const token = await tradewind.oauthToken("shop-chat");
    if (!token) return null;
    // A message that cannot be posted throws, and the subscriber is called again later.
    await chat.post(text, token.access_token);
    return { to: chat.channel, data: { text } };
  }

  for (const [event, text] of Object.entries(news)) tradewind.on(event, () => post(text));

  tradewind.notificationProvider({
    id: "shop-chat",
    events: ["order.placed"],
    send: (_event, data) => post(`Order ${data.id} was placed.`),
    async resend({ to, data }) {
      await post(data.text);
      return { to, data };
    },
  });

  tradewind.routes((app) => {
    app.get("/admin/shop-chat", async () => ({
      channel: chat.channel,
      is_connected: (await tradewind.oauthToken("shop-chat")) !== null,
    }));

    app.post("/admin/shop-chat/messages", { schema: { body: messageBody } }, async (request) => {
      const sent = await post(request.body.text);
      if (!sent) throw tradewind.refusal("not_allowed", "Connect the shop with the chat first.");
      return { message: sent };
    });
  });
}

const messageBody = {
  type: "object",
  properties: { text: { type: "string", minLength: 1, maxLength: 2000 } },
  required: ["text"],
  additionalProperties: false,
};

function chatFrom(environment) {
  const setting = (variable) => {
    if (!environment[variable]) throw new Error(`${variable} is not set`);
    return environment[variable];
  };
  const url = setting("SHOP_CHAT_URL");
  const channel = setting("SHOP_CHAT_CHANNEL");
  const client = { client_id: setting("SHOP_CHAT_CLIENT_ID") };
  const secret = { client_secret: setting("SHOP_CHAT_CLIENT_SECRET") };

  return {
    channel,
    authorizeUrl: (state) =>
      `${url}/authorize?${new URLSearchParams({ response_type: "code", ...client, state })}`,
    async askForToken(code, signal) {
      const answer = await fetch(`${url}/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "authorization_code", code, ...client, ...secret }),
        signal,
      });
      return { status: answer.status, body: await answer.json() };
    },
    async post(text, accessToken) {
      const answer = await fetch(`${url}/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ channel, text }),
        signal: AbortSignal.timeout(10_000),
      });
      if (!answer.ok) throw new Error(`the chat answered with status ${answer.status}`);
    },
  };
}
