-- The channel that every shop begins with names no product of anybody, as long as nobody wrote something else.
update sales_channel set description = 'Created with the store'
where id = 'sc_01D0000000TRADEW1ND0000001' and description = 'Created by Medusa';
