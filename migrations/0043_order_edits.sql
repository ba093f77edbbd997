-- The lines of an order edit: those that it adds have no original, so the index of v1 does not have them.
create index idx_line_item_order_edit_id on line_item (order_edit_id) where order_edit_id is not null;

create index idx_order_edit_newest on order_edit (created_at desc, id desc);
