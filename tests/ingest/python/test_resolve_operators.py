"""Calls that operators, builtins, conditions and attributes make."""

from tests.ingest.python.edges import check


def test_operators_run_special_methods() -> None:
    """The left side's method, the right side's where the left has none; what it gives is known."""
    check(
        """
        class Path:
            def __truediv__(self, name): return Path()
            def __radd__(self, other): pass
            def __eq__(self, other): pass
            def __lt__(self, other): pass
            def __contains__(self, name): pass
            def __neg__(self): pass
            def read(self): pass
        def f(a: Path, b: Path):
            (a / "x").read()  # -> ~app.Path.__truediv__, ~app.Path.read
            1 + a  # -> ~app.Path.__radd__
            a != b  # -> ~app.Path.__eq__
            "x" == a  # -> ~app.Path.__eq__
            a < b  # -> ~app.Path.__lt__
            "x" in a  # -> ~app.Path.__contains__
            -a  # -> ~app.Path.__neg__
            a is b
        """
    )


def test_elements_and_attributes_that_are_written() -> None:
    """`x[k] = v`, `del x[k]`, `x.a = v` run what the class has for them."""
    check(
        """
        class Table:
            def __getitem__(self, key): pass
            def __setitem__(self, key, value): pass
            def __delitem__(self, key): pass
            @property
            def size(self): pass
            @size.setter
            def size(self, value): pass
        class Loose:
            def __setattr__(self, name, value): pass
            def __getattr__(self, name): pass
        def f(t: Table, loose: Loose):
            t["a"]  # -> ~app.Table.__getitem__
            t["a"] = 1  # -> ~app.Table.__setitem__
            t["a"] += 1  # -> ~app.Table.__getitem__, ~app.Table.__setitem__
            del t["a"]  # -> ~app.Table.__delitem__
            t.size  # -> ~app.Table.size
            t.size = 2  # -> ~app.Table.size~2
            loose.any = 1  # -> ~app.Loose.__setattr__
            loose.any  # -> ~app.Loose.__getattr__
        """
    )


def test_descriptors() -> None:
    """An attribute whose class has `__get__` runs it, and is what it gives."""
    check(
        """
        class Value:
            def go(self): pass
        class Setting:
            def __get__(self, owner, kind): return Value()
            def __set__(self, owner, value): pass
        class App:
            debug = Setting()
        def f(app: App):
            app.debug.go()  # -> ~app.Setting.__get__, ~app.Value.go
            app.debug = 1  # -> ~app.Setting.__set__
        """
    )


def test_texts_truth_and_builtins() -> None:
    """A condition asks `__bool__` or `__len__`, a text `__str__`, `len` and `dict` what they need."""
    check(
        """
        class Bag:
            def __len__(self): pass
            def __str__(self): pass
            def __repr__(self): pass
            def __hash__(self): pass
            def __iter__(self): pass
            def keys(self): pass
            def __getitem__(self, key): pass
            def __await__(self): pass
        async def f(bag: Bag):
            if bag:  # -> ~app.Bag.__len__
                f"{bag} {bag!r}"  # -> ~app.Bag.__repr__, ~app.Bag.__str__
            x = bag or 1  # -> ~app.Bag.__len__
            str(bag)  # -> ~app.Bag.__str__
            len(bag)  # -> ~app.Bag.__len__
            hash(bag)  # -> ~app.Bag.__hash__
            list(bag)  # -> ~app.Bag.__iter__
            dict(bag)  # -> ~app.Bag.__getitem__, ~app.Bag.keys
            await bag  # -> ~app.Bag.__await__
        """
    )
