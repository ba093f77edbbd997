-- Which attempt holds the key: one that was given up must not commit after another has taken its place.
alter table tradewind.idempotency add column owner text;
