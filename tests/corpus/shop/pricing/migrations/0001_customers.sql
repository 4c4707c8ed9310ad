create table customer_orders (
    order_id varchar(36) primary key,
    customer_id varchar(36) not null,
    tier varchar(8) not null
);

create table refund_statistics (
    day date not null,
    cents bigint not null
);
