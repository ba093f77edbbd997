-- A cart is made like the last one of its kind, as long as what carts stand on has not changed. If it has, the work is
-- to be done again: PostgreSQL's own word for that is a serialization failure.
create function tradewind.expect_kept(version text) returns void language plpgsql as $$
begin
  if version is distinct from (select string_agg(id::text, ',') from tradewind.kept_change) then
    raise exception 'what hardly ever changes has changed' using errcode = 'serialization_failure';
  end if;
end $$;

create trigger note_kept_change after insert or update or delete or truncate on store
  for each statement execute function tradewind.note_kept_change();

-- As in 0048, without a function between: this happens several times in every checkout.
create or replace function tradewind.renew_own_cart() returns trigger language plpgsql as $$
begin
  if new.cart_id is not null then
    update cart set updated_at = updated_at
    where id = new.cart_id and completed_at is null and xmin <> pg_current_xact_id()::xid;
  end if;
  if old.cart_id is distinct from new.cart_id and old.cart_id is not null then
    update cart set updated_at = updated_at
    where id = old.cart_id and completed_at is null and xmin <> pg_current_xact_id()::xid;
  end if;
  return null;
end $$;
