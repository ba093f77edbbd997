-- A change may go by what a process remembers instead of looking first: a statement that travels with it fails unless that
-- still holds. The work is then done again, with a look: PostgreSQL's own word for that is a serialization failure.
create function tradewind.expect(holds boolean) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception 'what was remembered has changed' using errcode = 'serialization_failure';
  end if;
end $$;

-- Was for one such memory only.
drop function tradewind.expect_kept(text);

-- For what nobody has to wait for before going on, as in 0054: it holds, or nothing is done.
create function tradewind.insist(holds boolean) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception 'what has to hold does not' using errcode = 'check_violation';
  end if;
end $$;
