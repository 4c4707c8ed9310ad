package rate

type Table struct{ cents int }

func Of(cents int) int {
	table := Table{cents}
	return table.Total()
}

func (t Table) Total() int {
	return Round(t.cents)
}

func Round(cents int) int {
	return cents
}
