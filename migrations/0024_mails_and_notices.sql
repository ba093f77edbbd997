-- ====================================================================================================
-- Mails: what was sent to whom, and what could not be sent
-- ====================================================================================================

-- The table `notification` is v1's. It has what was sent only, and what is needed to send it again. A row of this one is a mail with its
-- state, without its text: a token or the code of a gift card is never in it.
create table tradewind.mail (
  id varchar primary key,
  -- The event that the mail is about; null for a test mail.
  event_id text,
  -- `order.placed`; `test` for a test mail.
  kind text not null,
  provider_id text not null,
  resource_type text,
  resource_id text,
  order_id varchar,
  customer_id varchar,
  -- Null while no address is known, because the mail could not be composed.
  recipient text,
  state text not null check (state in ('sent', 'failed')),
  attempts integer not null default 1,
  error text,
  -- Who sends it right now, so that it is not sent twice at the same time.
  claimed_until timestamptz,
  -- The record that it is sent again with.
  notification_id varchar,
  sent_at timestamptz,
  -- How often a user has sent it again.
  resent integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index uq_mail_event_provider on tradewind.mail (event_id, provider_id) where event_id is not null;
create index idx_mail_created_at on tradewind.mail (created_at, id);
create index idx_mail_state on tradewind.mail (state, created_at, id);
create index idx_mail_kind on tradewind.mail (kind, created_at, id);
create index idx_mail_order on tradewind.mail (order_id, created_at, id);
create index idx_mail_resource on tradewind.mail (resource_id);
create index idx_mail_customer on tradewind.mail (customer_id);
create index idx_mail_recipient on tradewind.mail (lower(recipient));
create index idx_mail_recipient_search on tradewind.mail using gin (lower(recipient) public.gin_trgm_ops);
-- The last success and the last failure.
create index idx_mail_updated_at on tradewind.mail (state, updated_at);

-- The mails of the last half year are in the list from the start. Those that v1 has sent stay in its own table.
insert into tradewind.mail (id, event_id, kind, provider_id, resource_type, resource_id, order_id, customer_id, recipient, state,
  notification_id, sent_at, created_at, updated_at)
select 'mail_' || substr(sent.id, 6), sent.data ->> 'event_id', sent.event_name, sent.provider_id, sent.resource_type, sent.resource_id,
  case when sent.resource_type = 'order' then sent.resource_id end, sent.customer_id, sent."to", 'sent', sent.id, sent.created_at,
  sent.created_at, sent.created_at
from public.notification sent
where sent.data ->> 'event_id' like 'evt\_%' and sent.provider_id is not null and sent.event_name is not null
  and sent.parent_id is null and sent.created_at > now() - interval '180 days'
on conflict do nothing;

-- ====================================================================================================
-- First run: whether the checklist of a new shop is shown
-- ====================================================================================================

-- One row, once a user has hidden the checklist or brought it back.
create table tradewind.first_run (
  id boolean primary key default true check (id),
  is_hidden boolean not null,
  updated_at timestamptz not null default now()
);

-- ====================================================================================================
-- Notices: what a user has seen of what happened
-- ====================================================================================================

-- Notices are events of the log. A row of this table is what one user has read of them, and which kinds the user does not want.
create table tradewind.notice_reader (
  user_id varchar primary key,
  -- Everything up to this event was read, and above it the events in `read_ids`.
  read_to bigint not null default 0,
  read_ids text[] not null default '{}',
  muted text[] not null default '{}',
  updated_at timestamptz not null default now()
);

-- Variants that sold down to a few pieces and were announced. A variant that has more again leaves the table.
create table tradewind.low_stock_notice (
  variant_id varchar primary key,
  noted_at timestamptz not null default now()
);

-- How far the orders of the event log were looked at. From the present end on: what was sold before is no news.
create table tradewind.low_stock_cursor (
  id boolean primary key default true check (id),
  seq bigint not null
);
insert into tradewind.low_stock_cursor (seq) select coalesce(max(seq), 0) from tradewind.event;
