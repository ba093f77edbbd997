#!/usr/bin/env bash
# A region whose prices contain the tax: what is on the label is what is paid. docs/guides/taxes.md explains it.
#
#   BASE=http://localhost:9000 ADMIN_EMAIL=admin@tradewind.local ADMIN_PASSWORD=… examples/checkout/tax-inclusive.sh
source "$(dirname "$0")/http.sh"

# The shop, unless an earlier run has made it: a country can be in one region only.
region=$(ask /store/regions | pick 'it.regions.find((region) => region.name === "Norway")?.id ?? ""')
if [ -z "$region" ]; then
  # Refused where the store has the currency already.
  ask_admin /admin/store/currencies/nok -X POST >/dev/null 2>&1 || true
  region=$(ask_admin /admin/regions -d '{
    "name": "Norway", "currency_code": "nok", "countries": ["no"], "tax_rate": 25, "includes_tax": true,
    "payment_providers": ["manual"], "fulfillment_providers": ["manual"]}' | pick it.region.id)
  ask_admin /admin/shipping-options -d "{
    \"name\": \"Parcel\", \"region_id\": \"$region\", \"provider_id\": \"manual\",
    \"data\": {\"id\": \"manual-fulfillment\"}, \"price_type\": \"flat_rate\",
    \"amount\": 9900, \"includes_tax\": true}" >/dev/null
  # A price of the region contains the tax because the region says so; one of the currency would ask the currency.
  ask_admin /admin/products -d "{
    \"title\": \"Lofoten Blanket\", \"status\": \"published\", \"options\": [{\"title\": \"Size\"}],
    \"variants\": [{\"title\": \"Large\", \"manage_inventory\": false, \"options\": [{\"value\": \"Large\"}],
                    \"prices\": [{\"region_id\": \"$region\", \"amount\": 129900}]}]}" >/dev/null
fi

variant=$(ask "/store/products?handle=lofoten-blanket&region_id=$region" | pick 'it.products[0].variants[0].id')
items="[{\"variant_id\": \"$variant\", \"quantity\": 1}]"
cart=$(ask /store/carts -d "{\"region_id\": \"$region\", \"items\": $items}" | pick it.cart.id)
ask "/store/carts/$cart" -d '{"email": "roald@example.com", "shipping_address": {
  "first_name": "Roald", "last_name": "Amundsen", "address_1": "Strandgata 3", "city": "Tromsø",
  "postal_code": "9008", "country_code": "no"}}' >/dev/null
option=$(ask "/store/shipping-options/$cart" | pick 'it.shipping_options[0].id')
ask "/store/carts/$cart/shipping-methods" -d "{\"option_id\": \"$option\"}" >/dev/null
ask "/store/carts/$cart/payment-sessions" -X POST >/dev/null
ask "/store/carts/$cart/complete" -X POST | pick '`goods without tax    ${it.data.subtotal}
shipping without tax ${it.data.shipping_total}
tax                  ${it.data.tax_total}
paid                 ${it.data.total}`'
