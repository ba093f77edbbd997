-- What is taken from stock is there, or nothing is done: whoever takes it need not wait for the answer before going on.
create function tradewind.expect_stock(wanted text[], taken text[]) returns void language plpgsql as $$
declare
  missing text;
begin
  if cardinality(wanted) > cardinality(taken) then
    select id into missing from unnest(wanted) id where id <> all(taken) limit 1;
    raise exception 'there is not enough of it' using errcode = 'check_violation', detail = missing;
  end if;
end $$;
