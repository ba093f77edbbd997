-- The channel that every shop begins with names no other product, unless its text was changed.
update sales_channel set description = 'Created with the store'
where id = 'sc_01D0000000TRADEW1ND0000001' and description = 'Created by Medusa';
