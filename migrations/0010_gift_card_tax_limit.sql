-- Whether the tax that is saved by gift cards is limited to the tax that is due. v1 does not limit it, and has charged its
-- customers accordingly: its orders keep their totals. v1 does not know the column, so the default is for its rows.
alter table gift_card_transaction add column limits_tax boolean not null default false;

-- All rows of a database that is being adopted are those of v1.
update gift_card_transaction set limits_tax = true where to_regclass('tradewind_adoption.state') is null;
