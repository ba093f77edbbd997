-- What payment services are asked to do with the money of payments: written down before they are asked, so that a
-- crash in between is found and finished.
create table tradewind.money_movement (
  id text primary key,
  kind text not null,
  payment_id varchar not null,
  order_id varchar,
  amount integer not null,
  -- What it is for, e.g. `return:ret_01…`. For one purpose a payment moves once.
  purpose text not null,
  -- Of a refund: how it is to be booked.
  refund_id varchar,
  is_of_payment boolean not null default false,
  reason text,
  note text,
  no_notification boolean,
  -- Who asked for it under which Idempotency-Key: the same request never pays twice.
  request text,
  state text not null default 'begun',
  -- Until then somebody is asking the payment service; afterwards whoever comes may ask again.
  claimed_until timestamptz not null,
  attempts integer not null default 1,
  next_try_at timestamptz not null,
  -- Why it was not done, or why it is not known whether it was.
  refusal text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_money_movement_payment_id foreign key (payment_id) references public.payment (id) on delete cascade,
  constraint ck_money_movement_kind check (kind in ('capture', 'refund', 'cancel')),
  constraint ck_money_movement_state check (state in ('begun', 'done', 'refused')),
  constraint ck_money_movement_amount check (amount >= 0)
);
-- One at a time for each payment: what it returns is what the next one is asked with.
create unique index uq_money_movement_under_way on tradewind.money_movement (payment_id) where state = 'begun';
create unique index uq_money_movement_purpose on tradewind.money_movement (kind, purpose, payment_id)
  where state <> 'refused';
create index idx_money_movement_payment_id on tradewind.money_movement (payment_id);
create index idx_money_movement_order_id on tradewind.money_movement (order_id);
create index idx_money_movement_purpose on tradewind.money_movement (purpose);
create index idx_money_movement_refund_id on tradewind.money_movement (refund_id) where refund_id is not null;
create index idx_money_movement_due on tradewind.money_movement (next_try_at) where state = 'begun';
