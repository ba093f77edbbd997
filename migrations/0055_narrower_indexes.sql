-- Every index is written to by every checkout. Those that begin another index are not needed; and who belongs to nothing
-- need not be found by what they belong to.
drop index idx_line_item_tax_line_item_id;
drop index idx_shipping_method_tax_line_shipping_method_id;
drop index idx_customer_billing_address_id;
drop index idx_order_customer_id;
drop index idx_product_variant_product_id;

-- A payment names its cart, and a cart has one that counts (uq_payment_cart_id_active). Without this a cart is completed in
-- place.
alter table cart drop constraint uq_cart_payment_id;

alter table "order" drop constraint uq_order_draft_order_id;
create unique index uq_order_draft_order_id on "order" (draft_order_id) where draft_order_id is not null;
alter table shipping_method drop constraint uq_shipping_method_return_id;
create unique index uq_shipping_method_return_id on shipping_method (return_id) where return_id is not null;
alter table payment drop constraint uq_payment_swap_id;
create unique index uq_payment_swap_id on payment (swap_id) where swap_id is not null;
alter table customer drop constraint uq_customer_billing_address_id;
create unique index uq_customer_billing_address_id on customer (billing_address_id) where billing_address_id is not null;

do $$
declare
  part text[];
begin
  foreach part slice 1 in array array[['line_item', 'order_id'], ['shipping_method', 'order_id'], ['address', 'customer_id'],
    ['cart', 'customer_id'], ['cart', 'billing_address_id'], ['cart', 'shipping_address_id']]
  loop
    execute format('drop index idx_%s_%s', part[1], part[2]);
    execute format('create index idx_%1$s_%2$s on %1$I (%2$I) where %2$I is not null', part[1], part[2]);
  end loop;
end $$;
