"""Kotlin as Java sees it: the facts of a file as if it were Java, without bodies.

Top-level functions are static methods of the file's class, an extension takes its receiver first,
properties are getters and setters, an object has its INSTANCE, a class its Companion. The uids are
those of the Kotlin declarations, so a call from Java reaches the same node as one from Kotlin.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.schema.ids import Uid
from kg.schema.java import JavaClass, JavaFacts, JavaField, JavaMethod, JavaType
from kg.schema.kotlin import (
    KotlinClass,
    KotlinFacts,
    KotlinFunction,
    KotlinParameter,
    KotlinProperty,
    KotlinType,
)
from kg.schema.vocabulary import Form

_PRIMITIVES = {
    "Boolean": "boolean", "Byte": "byte", "Short": "short", "Char": "char", "Int": "int", "Long": "long",
    "Float": "float", "Double": "double",
}  # fmt: skip
_ARRAYS: dict[str, JavaType] = {f"{name}Array": ("[]", (java,)) for name, java in _PRIMITIVES.items()}
_BOXES = {
    name: "java.lang." + {"Int": "Integer", "Char": "Character"}.get(name, name) for name in _PRIMITIVES
}
_NAMES = {
    "Any": "java.lang.Object", "Nothing": "java.lang.Void", "Unit": "kotlin.Unit", "Iterable": "java.lang.Iterable",
    "MutableIterable": "java.lang.Iterable", "Annotation": "java.lang.annotation.Annotation",
    "String": "java.lang.String", "Throwable": "java.lang.Throwable",
} | {
    prefix + name: f"java.util.{name}"
    for name in ("Collection", "List", "Set", "Map", "Iterator", "ListIterator", "Map.Entry")
    for prefix in ("", "Mutable")
} | {
    "MutableMap.MutableEntry": "java.util.Map.Entry"
} | {
    name: f"java.util.{name}" for name in ("ArrayList", "HashMap", "HashSet", "LinkedHashMap", "LinkedHashSet", "Comparator")
}  # fmt: skip


def java_view(facts: KotlinFacts, aliases: Mapping[str, KotlinType]) -> JavaFacts:
    """`aliases` are all type aliases by simple name: to Java they are what they stand for."""
    view = _View(facts, aliases)
    classes = [view.klass(index, each) for index, each in enumerate(facts.classes)]
    return JavaFacts(
        package=facts.package,
        source_root=facts.source_root,
        imports=tuple(name for name, alias in facts.imports if name.rpartition(".")[2] == alias),
        packages=facts.packages,
        static_imports=(),
        static_classes=(),
        modules=(),
        classes=(*classes, view.facade()),
    )


def aliases_of(files: Iterable[KotlinFacts]) -> dict[str, KotlinType]:
    return {each.name: each.type for facts in files for each in facts.aliases}


class _View:
    def __init__(self, facts: KotlinFacts, aliases: Mapping[str, KotlinType]) -> None:
        self.facts = facts
        self.aliases = aliases
        self.imported = {alias: name for name, alias in facts.imports}

    # Types.

    def type(self, of: KotlinType | None) -> JavaType:
        """Where a primitive stays one."""
        if isinstance(of, str) and of in _PRIMITIVES:
            return _PRIMITIVES[of]
        return self.boxed(of)

    def boxed(self, of: KotlinType | None) -> JavaType:
        if of is None or of == "*":
            return "?"
        if isinstance(of, str):
            return self._named(of)
        if of[0] in self.aliases:
            return self._named(of[0])
        head, arguments = of
        if head == "?":
            return self.boxed(arguments[0])
        if head == "->":
            count = len(arguments) - 2 + (arguments[0] is not None)
            return f"kotlin.jvm.functions.Function{count}"
        if head == "Array":
            return ("[]", (self.boxed(arguments[0]),))
        base = self._named(head)
        return (base, tuple(map(self.boxed, arguments))) if isinstance(base, str) else base

    def _named(self, name: str) -> JavaType:
        if name in self.aliases:
            meant = self.aliases[name]
            return "java.lang.Object" if meant == name else self.boxed(meant)
        if name in self.imported:
            return self.imported[name]
        return _BOXES.get(name) or _NAMES.get(name) or _ARRAYS.get(name) or name

    def result(self, of: KotlinType | None) -> JavaType:
        return "void" if of is None or of == "Unit" else self.type(of)

    def variables(
        self, written: Sequence[tuple[str, tuple[KotlinType, ...]]]
    ) -> tuple[tuple[str, tuple[JavaType, ...]], ...]:
        return tuple((name, tuple(map(self.boxed, bounds))) for name, bounds in written)

    # Classes.

    def klass(self, index: int, each: KotlinClass) -> JavaClass:
        inner = [one for one in self.facts.classes if one.outer == index and one.companion]
        companion = inner[0] if inner else None
        return JavaClass(
            uid=each.uid,
            qualified_name=each.qualified_name,
            name=each.name,
            form=Form.CLASS if each.form == Form.OBJECT else each.form,
            outer=each.outer,
            member=each.member,
            modifiers=each.modifiers if "inner" in each.modifiers else each.modifiers | {"static"},
            annotations=each.annotations,
            type_parameters=self.variables(each.type_parameters),
            extends=tuple(map(self.boxed, each.supertypes)),
            implements=(),
            fields=tuple(self._fields(each, companion)),
            methods=tuple(self._methods(each, companion)),
            initializers=(),
            components=(),
        )

    def facade(self) -> JavaClass:
        """The class of what stands at the top of the file."""
        package = f"{self.facts.package}." if self.facts.package else ""
        methods = [m for each in self.facts.functions for m in self._function(each, is_static=True)]
        methods += [m for each in self.facts.properties for m in self._property(each, is_static=True)]
        fields = [self._field(each, True) for each in self.facts.properties if _is_field(each)]
        return JavaClass(
            uid=Uid(""),
            qualified_name=package + self.facts.facade,
            name=self.facts.facade,
            form=Form.CLASS,
            outer=-1,
            member=True,
            modifiers=frozenset({"final"}),
            annotations=(),
            type_parameters=(),
            extends=(),
            implements=(),
            fields=tuple(fields),
            methods=tuple(methods),
            initializers=(),
            components=(),
        )

    def _fields(self, each: KotlinClass, companion: KotlinClass | None) -> Iterator[JavaField]:
        is_object = each.form == Form.OBJECT
        if is_object and not each.companion:
            yield _static("INSTANCE", each.name)
        if companion is not None:
            yield _static(companion.name, companion.name)
            yield from (self._field(one, True) for one in companion.properties if _is_field(one))
        yield from (_static(name, each.name) for name in each.entries)
        yield from (self._field(one, is_object) for one in each.properties if _is_field(one))

    def _field(self, each: KotlinProperty, is_static: bool) -> JavaField:
        return JavaField(each.name, self.type(each.type), is_static, not each.mutable, True, each.annotations)

    def _methods(self, each: KotlinClass, companion: KotlinClass | None) -> Iterator[JavaMethod]:
        is_object = each.form == Form.OBJECT and not each.companion
        for one in (each.primary, *each.constructors):
            if one is not None:
                yield from self._overloads(one, self._method(one, "<init>", False))
        for one in each.functions:
            yield from self._function(one, is_object and "JvmStatic" in one.annotations)
        for found in each.properties:
            yield from self._property(found, is_object and "JvmStatic" in found.annotations)
        if companion is not None:
            for one in companion.functions:
                if "JvmStatic" in one.annotations:
                    yield from self._function(one, is_static=True)
            for found in companion.properties:
                if "JvmStatic" in found.annotations:
                    yield from self._property(found, is_static=True)

    # Members.

    def _function(self, each: KotlinFunction, is_static: bool) -> Iterator[JavaMethod]:
        method = self._method(each, each.jvm_name or each.name, is_static)
        yield from self._overloads(each, method)

    def _overloads(self, each: KotlinFunction, method: JavaMethod) -> Iterator[JavaMethod]:
        """@JvmOverloads leaves optional parameters out from the right; a constructor of optional ones
        alone may be called without any."""
        yield method
        every = "JvmOverloads" in each.annotations
        extra = 0 if each.receiver is None else 1
        for i in range(len(each.parameters) - 1, -1, -1):
            kept = tuple(one for one in each.parameters[:i]) + tuple(
                one for one in each.parameters[i:] if not one.optional
            )
            if each.parameters[i].optional and (every or (not kept and each.name == "<init>" and i == 0)):
                parameters = method.parameters[:extra] + self._parameters(kept)
                yield _with(method, parameters, varargs=bool(kept) and kept[-1].vararg)

    def _method(self, each: KotlinFunction, name: str, is_static: bool) -> JavaMethod:
        parameters = self._parameters(each.parameters)
        if each.receiver is not None:
            parameters = (("$this", self.type(each.receiver)), *parameters)
        if "suspend" in each.modifiers:
            parameters = (*parameters, ("$completion", "kotlin.coroutines.Continuation"))
        return JavaMethod(
            uid=each.uid,
            name=name,
            type_parameters=self.variables(each.type_parameters),
            parameters=parameters,
            varargs=bool(each.parameters) and each.parameters[-1].vararg,
            result=None if name == "<init>" else self.result(each.result),
            modifiers=_modifiers(each.modifiers, is_static),
            annotations=each.annotations,
            row=each.row,
            has_body=each.has_body,
            body=None,
        )

    def _parameters(self, each: Sequence[KotlinParameter]) -> tuple[tuple[str, JavaType], ...]:
        return tuple(
            (one.name, ("[]", (self.type(one.type),)) if one.vararg else self.type(one.type)) for one in each
        )

    def _property(self, each: KotlinProperty, is_static: bool) -> Iterator[JavaMethod]:
        """Its getter and setter: those that are written have a uid."""
        if _is_field(each):
            return
        receiver = () if each.receiver is None else (("$this", self.type(each.receiver)),)
        of = self.type(each.type)
        getter, setter = each.getter, each.setter
        name = each.jvm_name or (getter.jvm_name if getter else "") or getter_name(each.name)
        yield self._accessor(each, getter, name, receiver, of, is_static)
        if each.mutable:
            name = (setter.jvm_name if setter else "") or setter_name(each.name)
            yield self._accessor(each, setter, name, (*receiver, ("value", of)), "void", is_static)

    def _accessor(
        self,
        each: KotlinProperty,
        written: KotlinFunction | None,
        name: str,
        parameters: tuple[tuple[str, JavaType], ...],
        result: JavaType,
        is_static: bool,
    ) -> JavaMethod:
        return JavaMethod(
            uid=Uid("") if written is None else written.uid,
            name=name,
            type_parameters=self.variables(each.type_parameters),
            parameters=parameters,
            varargs=False,
            result=result,
            modifiers=_modifiers(each.modifiers, is_static),
            annotations=(),
            row=0,
            has_body="abstract" not in each.modifiers,
            body=None,
        )


def _static(name: str, of: str) -> JavaField:
    return JavaField(name, of, True, True, True, ())


def _modifiers(modifiers: frozenset[str], is_static: bool) -> frozenset[str]:
    return modifiers | {"static"} if is_static else modifiers


def _with(method: JavaMethod, parameters: tuple[tuple[str, JavaType], ...], varargs: bool) -> JavaMethod:
    return JavaMethod(
        uid=method.uid,
        name=method.name,
        type_parameters=method.type_parameters,
        parameters=parameters,
        varargs=varargs,
        result=method.result,
        modifiers=method.modifiers,
        annotations=method.annotations,
        row=method.row,
        has_body=method.has_body,
        body=None,
    )


def _is_field(each: KotlinProperty) -> bool:
    return "const" in each.modifiers or "JvmField" in each.annotations


def getter_name(name: str) -> str:
    return name if name.startswith("is") and not name[2:3].islower() else "get" + _capital(name)


def setter_name(name: str) -> str:
    is_word = name.startswith("is") and not name[2:3].islower()
    return "set" + (name[2:] if is_word else _capital(name))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
