create table orders (
    id varchar(36) primary key,
    status varchar(16) not null,
    paid_at timestamp
);

create table order_lines (
    order_id varchar(36) not null references orders (id),
    sku varchar(64) not null,
    quantity int not null,
    cents bigint not null,
    currency char(3) not null
);
