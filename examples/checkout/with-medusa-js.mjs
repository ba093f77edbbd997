// A customer with an account buys something, with the client that storefronts of Medusa v1 use.
//
//   BASE=http://localhost:9000 node examples/checkout/with-medusa-js.mjs
import Medusa from "@medusajs/medusa-js";

const options = { baseUrl: process.env.BASE ?? "http://localhost:9000", maxRetries: 3 };

// In a browser the client keeps the session cookie by itself. Outside of one it is given a token.
const login = { email: `marie-${Date.now()}@example.com`, password: "polonium and radium" };
const visitor = new Medusa(options);
await visitor.customers.create({ ...login, first_name: "Marie", last_name: "Curie" });
const { access_token: token } = await visitor.auth.getToken(login);
const medusa = new Medusa({ ...options, customHeaders: { Authorization: `Bearer ${token}` } });

const { regions } = await medusa.regions.list();
const region = regions.find(({ name }) => name === "Europe");
const { products } = await medusa.products.list({ region_id: region.id, is_giftcard: false, limit: 20 });
const variants = products.flatMap((product) => product.variants);
// A product may have no price in the region; then it is not sold there.
const wanted = variants.find(
  ({ calculated_price, inventory_quantity }) => calculated_price !== undefined && inventory_quantity > 0,
);

// The cart is the customer's own from the start: it has their email.
const { cart } = await medusa.carts.create({ region_id: region.id });
await medusa.carts.lineItems.create(cart.id, { variant_id: wanted.id, quantity: 1 });
await medusa.carts.update(cart.id, {
  shipping_address: {
    first_name: "Marie",
    last_name: "Curie",
    address_1: "8 quai des Voiliers",
    city: "Concarneau",
    postal_code: "29900",
    country_code: "fr",
  },
});

const { shipping_options: ways } = await medusa.shippingOptions.listCartOptions(cart.id);
await medusa.carts.addShippingMethod(cart.id, { option_id: ways[0].id });
await medusa.carts.createPaymentSessions(cart.id);
await medusa.carts.setPaymentSession(cart.id, { provider_id: "manual" });

const { type, data: order } = await medusa.carts.complete(cart.id);
if (type !== "order") throw new Error(`the payment needs more: ${JSON.stringify(order.payment_session)}`);

const { orders, count } = await medusa.customers.listOrders();
console.log(`order ${order.display_id} of ${order.email}: ${order.total} ${order.currency_code}`);
console.log(`orders of the customer: ${count}, the last one ${orders[0].display_id}`);
