-- Answers about the catalogue show what can be sold at the locations of a channel. Locations and the channels that sell
-- from them hardly ever change: that is noted. Levels change with every order, and are compared row by row, as variants.
do $$
declare
  noted text;
begin
  foreach noted in array array['stock_location', 'sales_channel_location']
  loop
    execute format('create trigger note_catalogue_change after insert or update or delete or truncate on public.%I
      for each statement execute function tradewind.note_catalogue_change()', noted);
  end loop;
end $$;
