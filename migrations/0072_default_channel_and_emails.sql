-- A shop without a default sales channel shows all published products. Their places are not counted in advance: this is
-- the state of a shop that is being set up, or that was taken over from v1 without channels.
create function tradewind.product_at_default(place bigint)
  returns table (created_at timestamptz, id varchar) language plpgsql stable as $$
declare
  channel varchar := (select store.default_sales_channel_id from store limit 1);
begin
  if channel is not null then
    return query select * from tradewind.product_at(channel, place);
  else
    return query select product.created_at, product.id from product
      where product.status = 'published' and product.deleted_at is null
      order by product.created_at desc, product.id desc offset place limit 1;
  end if;
end $$;

-- Emails are compared without regard to capitals; rows that were written by other programs may have some.
create index customer_account_email_lower on customer (lower(email)) where has_account and deleted_at is null;
