-- What a transaction goes by, or insists on, without waiting for the answer before it goes on: it holds, or nothing is done.
-- A change may go by what a process remembers instead of looking first. Where that has changed the work is done again, with
-- a look: PostgreSQL's own word for it is a serialization failure.
create function tradewind.expect(holds boolean, otherwise text default 'serialization_failure') returns void
language plpgsql as $$
begin
  if holds is not true then
    raise exception 'what was expected does not hold' using errcode = otherwise;
  end if;
end $$;

-- It takes the place of tradewind.expect_kept (0050), which stays while processes of the version before may run beside this one.
