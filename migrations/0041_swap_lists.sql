-- The newest first, at a million swaps as at ten.
create index idx_swap_newest on swap (created_at desc, id desc) where deleted_at is null;
