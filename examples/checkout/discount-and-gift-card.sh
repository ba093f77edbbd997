#!/usr/bin/env bash
# A shop gives away a code and a gift card, and a guest pays with both.
# docs/guides/discounts-and-gift-cards.md explains the rules.
#
#   BASE=http://localhost:9000 ADMIN_EMAIL=admin@tradewind.local ADMIN_PASSWORD=… \
#     examples/checkout/discount-and-gift-card.sh
source "$(dirname "$0")/http.sh"

# The shop: ten per cent off, for the first hundred who use the code, and a card worth 20 €.
region=$(ask /store/regions | pick 'it.regions.find((region) => region.name === "Europe").id')
code=HARBOUR-$RANDOM$RANDOM
discount=$(ask_admin /admin/discounts -d "{
  \"code\": \"$code\", \"usage_limit\": 100, \"regions\": [\"$region\"],
  \"rule\": {\"type\": \"percentage\", \"value\": 10, \"allocation\": \"total\"}
}" | pick it.discount.id)
card=$(ask_admin /admin/gift-cards -d "{\"region_id\": \"$region\", \"value\": 2000}" | pick it.gift_card.id)
card_code=$(ask_admin "/admin/gift-cards/$card" | pick it.gift_card.code)

# The guest. A discount's code may be typed in any case, that of a gift card is as it is.
variant=$(ask "/store/products?region_id=$region&limit=20&is_giftcard=false" |
  pick 'it.products.flatMap(({ variants }) => variants).find((one) => one.calculated_price && one.inventory_quantity > 0).id')
items="[{\"variant_id\": \"$variant\", \"quantity\": 1}]"
cart=$(ask /store/carts -d "{\"region_id\": \"$region\", \"items\": $items}" | pick it.cart.id)
ask "/store/carts/$cart" -d "{
  \"email\": \"grace@example.com\",
  \"discounts\": [{\"code\": \"${code,,}\"}], \"gift_cards\": [{\"code\": \"$card_code\"}],
  \"shipping_address\": {\"first_name\": \"Grace\", \"last_name\": \"Hopper\", \"address_1\": \"Kade 41\",
                         \"city\": \"Harlingen\", \"postal_code\": \"8861 AB\", \"country_code\": \"nl\"}
}" >/dev/null
option=$(ask "/store/shipping-options/$cart" | pick 'it.shipping_options[0].id')
ask "/store/carts/$cart/shipping-methods" -d "{\"option_id\": \"$option\"}" >/dev/null
ask "/store/carts/$cart/payment-sessions" -X POST | pick '`goods     ${it.cart.subtotal}
discount  -${it.cart.discount_total}
shipping  ${it.cart.shipping_total}
tax       ${it.cart.tax_total}
gift card -${it.cart.gift_card_total}, and its tax -${it.cart.gift_card_tax_total}
to pay    ${it.cart.total}`'
ask "/store/carts/$cart/complete" -X POST >/dev/null

# Both are taken with the order, not before.
echo "uses of the code: $(ask_admin "/admin/discounts/$discount" | pick it.discount.usage_count)"
echo "left on the card: $(ask_admin "/admin/gift-cards/$card" | pick it.gift_card.balance)"
