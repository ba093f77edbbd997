#!/usr/bin/env bash
# A guest buys two things in the demo shop. docs/guides/checkout.md explains the steps.
#
#   BASE=http://localhost:9000 examples/checkout/guest.sh
source "$(dirname "$0")/http.sh"

# What is there, and what it costs where the customer is.
region=$(ask /store/regions | pick 'it.regions.find((region) => region.name === "Europe").id')
products=$(ask "/store/products?region_id=$region&limit=20&is_giftcard=false")
in_stock='it.products.flatMap(({ variants }) => variants).filter((one) => one.calculated_price && one.inventory_quantity > 1)'
first=$(pick "$in_stock[0].id" <<<"$products")
second=$(pick "$in_stock.at(-1).id" <<<"$products")

# The cart. Any client that knows its id can change it: store it where the customer is.
cart=$(ask /store/carts -d "{\"region_id\": \"$region\"}" | pick it.cart.id)
ask "/store/carts/$cart/line-items" -d "{\"variant_id\": \"$first\", \"quantity\": 1}" >/dev/null
ask "/store/carts/$cart/line-items" -d "{\"variant_id\": \"$second\", \"quantity\": 2}" >/dev/null

# Who buys, and where it goes.
ask "/store/carts/$cart" -d '{
  "email": "ada@example.com",
  "shipping_address": {"first_name": "Ada", "last_name": "Lovelace", "address_1": "Havnegade 12",
                       "city": "København", "postal_code": "1058", "country_code": "dk"}
}' >/dev/null

# How it goes there.
option=$(ask "/store/shipping-options/$cart" | pick 'it.shipping_options[0].id')
ask "/store/carts/$cart/shipping-methods" -d "{\"option_id\": \"$option\"}" >/dev/null

# How it is paid. Where the region has one way to pay, that one is chosen already.
to_pay=$(ask "/store/carts/$cart/payment-sessions" -X POST | pick it.cart.total)

# The order. Sent again, the same request gives the same order.
buy() { ask "/store/carts/$cart/complete" -X POST -H "idempotency-key: buy-$cart"; }
order=$(buy | pick it.data.id)
[ "$(buy | pick it.data.id)" = "$order" ]

answer=$(ask "/store/orders/cart/$cart")
[ "$(pick it.order.total <<<"$answer")" = "$to_pay" ]
echo "order $(pick it.order.display_id <<<"$answer") of ada@example.com: $to_pay eur"
