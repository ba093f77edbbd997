-- Of the pieces of a line that were returned, those that had not been packed: they are not sent any more.
alter table line_item add column returned_unsent integer not null default 0;

-- What came back beyond what was packed had not been packed.
update line_item set returned_unsent = returned_quantity - coalesce(fulfilled_quantity, 0)
where returned_quantity > coalesce(fulfilled_quantity, 0);

-- Of a payment that is not captured yet, what is not to be captured: it is owed for goods that were returned.
alter table payment add column amount_waived integer not null default 0;
