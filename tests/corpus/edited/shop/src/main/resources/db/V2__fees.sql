CREATE TABLE fees (
  id BIGINT PRIMARY KEY,
  order_id BIGINT REFERENCES orders (id),
  rate INT
);
ALTER TABLE orders ADD COLUMN refund INT;
