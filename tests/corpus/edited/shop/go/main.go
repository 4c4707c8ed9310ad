package main

import "example.org/shop/rate"

func main() {
	charge(rate.Of(3))
}

func charge(cents int) int {
	if cents > 0 {
		return rate.Round(cents)
	}
	return 0
}
