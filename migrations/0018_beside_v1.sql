-- What Tradewind does for v1 on the same database, between `tradewind adopt --yes` and `--finish`.
-- The functions run as their owner: v1 may be another role.

-- ====================================================================================================
-- A refund that v1 and Tradewind make at the same time
-- ====================================================================================================

-- v1 reads what is refundable, asks the payment service, and writes later, without a lock: what Tradewind has refunded
-- meanwhile is not seen. Then the refund of v1 fails with the code that v1 answers as a conflict. No payment service gives
-- back more than it has captured, so the refund that cannot be recorded was refused by the service or, as for manual
-- payments, moved no money. Tradewind checks its own refunds before it records them; what a service has really paid, it
-- records in any case.
create function tradewind.limit_refunds_beside_v1() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  of_order varchar;
  captured bigint;
  payments integer;
  refunded bigint;
begin
  if not exists (select from pg_catalog.pg_tables where schemaname = 'tradewind_adoption' and tablename = 'state')
    or exists (select from tradewind.payment_operation where refund_id = new.id) then
    return null;
  end if;
  of_order := coalesce(new.order_id, (select order_id from public.payment where id = new.payment_id));
  -- A statement of its own: the next ones see what the other transaction has committed.
  perform from public.payment where order_id = of_order or id = new.payment_id order by created_at, id for no key update;
  select coalesce(sum(amount), 0), count(*) into captured, payments from public.payment
    where (order_id = of_order or id = new.payment_id) and captured_at is not null;
  select coalesce(sum(amount), 0) into refunded from public.refund
    where order_id = of_order or payment_id = new.payment_id
      or payment_id in (select id from public.payment where order_id = of_order);
  -- Without a captured payment the money was moved by another system, and only that system can compare it.
  if captured > 0 and refunded > captured then
    raise exception 'Refund amount is greater than the refundable amount: it was refunded at the same time'
      using errcode = 'serialization_failure';
  end if;
  -- v1 writes the sum that it has read before, plus its own refund.
  if payments = 1 then
    update public.payment set amount_refunded = refunded
      where (order_id = of_order or id = new.payment_id) and captured_at is not null and amount_refunded < refunded;
  end if;
  return null;
end $$;

revoke execute on function tradewind.limit_refunds_beside_v1() from public;

create trigger limit_refunds_beside_v1 after insert on refund
  for each row execute function tradewind.limit_refunds_beside_v1();

-- ====================================================================================================
-- Stock that v1 has packed
-- ====================================================================================================

-- When a fulfillment with a location is canceled, v1 puts its pieces back there and reserves nothing for the order again. It
-- forgets to do so for swaps and claims, whose pieces it has taken all the same: Tradewind puts them back, too. Without a
-- location, or without the inventory module, v1 has taken nothing. What is shipped cannot be canceled.
create function tradewind.stock_packed_by_v1(fulfillments varchar[]) returns setof tradewind.fulfillment_stock
  language sql stable as $$
  select packed.fulfillment_id, packed.item_id, needed.inventory_item_id, made.location_id, null::varchar,
    packed.quantity * needed.required_quantity, 0
  from public.fulfillment made
  join public.fulfillment_item packed on packed.fulfillment_id = made.id
  join public.line_item line on line.id = packed.item_id
  join public.product_variant_inventory_item needed on needed.variant_id = line.variant_id and needed.deleted_at is null
  where made.id = any(fulfillments) and made.location_id is not null and made.canceled_at is null
    and made.shipped_at is null and packed.quantity > 0
    and not exists (select from tradewind.fulfillment_stock known where known.fulfillment_id = made.id)
$$;
