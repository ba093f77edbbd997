-- Returns whose goods were received by a person who may not move money: the refund is still to be decided. A row is deleted when
-- a user who may has paid it back, or has decided to pay nothing. To v1 they are returns that were received, and not refunded.
create table tradewind.refund_due (
  return_id text primary key,
  created_at timestamptz not null default now(),
  constraint fk_refund_due_return_id foreign key (return_id) references public."return" (id) on delete cascade
);
