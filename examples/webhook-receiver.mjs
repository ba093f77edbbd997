// Receives webhooks of a shop: WEBHOOK_SECRET=whsec_… PORT=4000 node examples/webhook-receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

function isGenuine(header = "", body, secret) {
  const parts = header.split(",").map((part) => part.split("="));
  const time = parts.find(([name]) => name === "t")?.[1];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false; // older than five minutes: not sent by the shop
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest();
  const given = parts.filter(([name]) => name === "v1").map(([, hex]) => Buffer.from(hex ?? "", "hex"));
  return given.some((mac) => mac.length === expected.length && timingSafeEqual(mac, expected));
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString(); // as it was sent: not parsed and written again
  const isOurs = isGenuine(request.headers["tradewind-signature"], body, process.env.WEBHOOK_SECRET);
  if (!isOurs) return response.writeHead(401).end();
  const event = JSON.parse(body); // keep event.id: the same event may come twice
  console.log(event.name, event.data.id);
  response.writeHead(204).end(); // within ten seconds; do long work afterwards
}).listen(process.env.PORT ?? 4000, () => console.log("listening"));
