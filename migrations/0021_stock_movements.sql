-- What v1 has no place for: why a quantity changed, goods on their way, and counts. v1's own tables have the quantities.

-- Every quantity that a person or an import changed: from, to, who and why. Sales and returns are in the orders.
create table tradewind.stock_change (
  id text primary key,
  seq bigint generated always as identity,
  created_at timestamptz not null default now(),
  -- Of a variant that counts its pieces itself, in a shop without locations, the other two are null.
  variant_id text,
  inventory_item_id text,
  location_id text,
  -- stocked or incoming.
  quantity text not null,
  -- Null: the item was not kept there, or is not any more.
  before integer,
  after integer,
  -- edit, import, transfer, incoming or count.
  reason text not null,
  note text,
  -- The transfer, the count or the batch job.
  subject_id text,
  user_id text
);
create unique index uq_stock_change_seq on tradewind.stock_change (seq);
create index idx_stock_change_location_id_seq on tradewind.stock_change (location_id, seq);
create index idx_stock_change_inventory_item_id_seq on tradewind.stock_change (inventory_item_id, seq);
create index idx_stock_change_reason_seq on tradewind.stock_change (reason, seq);
create index idx_stock_change_subject_id on tradewind.stock_change (subject_id) where subject_id is not null;

-- Goods that go from one location to another, or, without the first one, that a supplier sends.
create table tradewind.stock_transfer (
  id text primary key,
  number bigint generated always as identity,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- draft, sent, received or canceled.
  status text not null default 'draft',
  from_location_id text,
  to_location_id text not null,
  supplier text,
  reference text,
  note text,
  expected_at timestamptz,
  sent_at timestamptz,
  received_at timestamptz,
  canceled_at timestamptz,
  created_by text,
  -- Grows with every change: a request about an older state is refused.
  version integer not null default 1
);
create unique index uq_stock_transfer_number on tradewind.stock_transfer (number);
create index idx_stock_transfer_status_number on tradewind.stock_transfer (status, number);
create index idx_stock_transfer_to_location_id_number on tradewind.stock_transfer (to_location_id, number);
create index idx_stock_transfer_from_location_id_number on tradewind.stock_transfer (from_location_id, number);

create table tradewind.stock_transfer_line (
  id text primary key,
  transfer_id text not null,
  inventory_item_id text not null,
  place integer not null,
  quantity integer not null,
  received_quantity integer not null default 0,
  constraint fk_stock_transfer_line_transfer_id foreign key (transfer_id)
    references tradewind.stock_transfer (id) on delete cascade
);
create unique index uq_stock_transfer_line_item on tradewind.stock_transfer_line (transfer_id, inventory_item_id);
create index idx_stock_transfer_line_inventory_item_id on tradewind.stock_transfer_line (inventory_item_id);

-- A count of the goods of a location.
create table tradewind.stock_count (
  id text primary key,
  number bigint generated always as identity,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- open, applied or canceled.
  status text not null default 'open',
  location_id text not null,
  note text,
  created_by text,
  applied_by text,
  applied_at timestamptz,
  canceled_at timestamptz
);
create unique index uq_stock_count_number on tradewind.stock_count (number);
create index idx_stock_count_status_number on tradewind.stock_count (status, number);
create index idx_stock_count_location_id_number on tradewind.stock_count (location_id, number);

create table tradewind.stock_count_line (
  id text primary key,
  count_id text not null,
  inventory_item_id text not null,
  -- As they were when the count began: they sort and find the lines.
  sku text,
  name text,
  -- What was stocked when the item was counted. Pieces that are sold afterwards do not become a difference.
  expected_quantity integer,
  counted_quantity integer,
  counted_by text,
  counted_at timestamptz,
  constraint fk_stock_count_line_count_id foreign key (count_id)
    references tradewind.stock_count (id) on delete cascade
);
create unique index uq_stock_count_line_item on tradewind.stock_count_line (count_id, inventory_item_id);
create index idx_stock_count_line_count_id_sku on tradewind.stock_count_line (count_id, sku, inventory_item_id);
