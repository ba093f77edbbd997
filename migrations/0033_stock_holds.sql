-- Stock that is kept for carts while they are being paid.
create table tradewind.stock_hold (
  cart_id varchar not null references public.cart (id) on delete cascade,
  -- An inventory level, or a variant where its own quantity counts.
  stock_id varchar not null,
  quantity integer not null check (quantity > 0),
  -- From then on it means nothing, whether the row is still there or not.
  expires_at timestamptz not null,
  primary key (cart_id, stock_id)
);
create index idx_stock_hold_stock_id on tradewind.stock_hold (stock_id);
create index idx_stock_hold_expires_at on tradewind.stock_hold (expires_at);
