"""A few packages of Go that see each other in every way there is."""

TOWN = {
    "go.mod": "module example.com/town\n\nrequire example.com/other v1.2.0\n",
    "order/order.go": """package order

import (
	"fmt"

	"example.com/town/log"
	"example.com/town/price"
)

type Order struct {
	price.Price
	lines []*Line
	*log.Logger
}

type Line struct {
	price price.Price
	next  *Line
}

type Orders map[string]*Order

func (o *Order) Total() price.Price {
	var sum price.Price
	for _, line := range o.lines {
		sum = sum.Plus(line.price)
	}
	o.Tell(fmt.Sprint(sum))
	return sum
}

func (l *Line) Next() *Line {
	return l.next
}

func New(lines ...*Line) *Order {
	return &Order{lines: lines}
}
""",
    "order/store.go": """package order

import . "example.com/town/price"

var known = Orders{"free": New(&Line{price: Free})}

var loader = func(name string) *Order { return known[name] }

const most = limit

func Load(name string) *Order {
	if found := loader(name); found != nil {
		return found
	}
	return New(&Line{price: Of(most)})
}
""",
    "order/limit_linux.go": "package order\n\nconst limit = 10\n\nfunc Check() int { return limit }\n",
    "order/limit_windows.go": 'package order\n\nconst limit = 20\n\nfunc Check() string { return "no" }\n',
    "order/order_test.go": """package order_test

import (
	"testing"

	"example.com/town/order"
)

func TestTotal(t *testing.T) {
	order.Load("free").Total().Cents()
	order.Check()
}
""",
    "price/price.go": """package price

type Number interface {
	~int | ~int64
}

type Price struct {
	cents int
}

type Alias = Price

var Free = Of(0)

func Of[N Number](cents N) Price {
	return Price{int(cents)}
}

func Max[T any](all []T, better func(T, T) bool) T {
	best := all[0]
	for _, each := range all {
		if better(each, best) {
			best = each
		}
	}
	return best
}

func (p Price) Plus(other Alias) Price {
	return Of(p.cents + other.cents)
}

func (p Price) Cents() int {
	return p.cents
}
""",
    "log/log.go": """package log

type Writer interface {
	Write(text string)
}

type Logger struct {
	Writer
}

func (l *Logger) Tell(text string) {
	l.Write(text)
}
""",
    "pay/pay.go": """package pay

import (
	"example.com/other/bank"
	"example.com/town/order"
	"example.com/town/price"
)

type Charger interface {
	Charge(of price.Price) error
}

type Both interface {
	Charger
	Write(text string)
}

func Pay(by Charger, all order.Orders) error {
	bank.Open()
	most := price.Max(list(all), func(a, b *order.Order) bool { return a.Total().Cents() > b.Total().Cents() })
	return by.Charge(most.Total())
}

func list(all order.Orders) []*order.Order {
	var found []*order.Order
	for _, each := range all {
		found = append(found, each)
	}
	return found
}
""",
    "cash/cash.go": """package cash

import "example.com/town/price"

type Cash struct{}

func (c Cash) Charge(of price.Price) error {
	type note struct {
		Cash
		worth price.Price
	}
	return note{c, of}.Cash.Charge(of.Plus(of))
}

func (c *Cash) Write(text string) {
}

var open = func() { Cash{}.Charge(price.Free) }
""",
    "main.go": """package main

import (
	"example.com/town/cash"
	"example.com/town/order"
	pays "example.com/town/pay"
)

func main() {
	pays.Pay(cash.Cash{}, order.Orders{"one": order.Load("one")})
}
""",
    "tool/go.mod": "module example.com/tool\n\nreplace example.com/town => ../\n",
    "tool/tool.go": """package tool

import "example.com/town/order"

func Run() {
	order.New().Total().Plus(order.Load("").Price).Cents()
}
""",
}
