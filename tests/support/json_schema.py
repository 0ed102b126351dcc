"""Validates JSON against the part of JSON Schema 2020-12 that the schemas in docs/ use.

A keyword that is not known here is an error, so that a schema that grows cannot go unchecked. Needs nothing but Python.
"""
import re

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
}
ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description", "default", "contentEncoding"}


def as_list(value):
    return value if isinstance(value, list) else [value]


def same(a, b):
    return type(a) is type(b) and a == b


def resolve(root, reference):
    if not reference.startswith("#/"):
        raise ValueError(f"only references within the schema are known: {reference}")
    target = root
    for part in reference[2:].split("/"):
        target = target[part]
    return target


def is_number(value):
    return TYPES["number"](value)


def errors(value, schema):
    """Yields a line for everything in which the value departs from the schema."""
    return Schema(schema).errors(value)


class Schema:
    def __init__(self, schema):
        self.root = schema
        self.right, self.is_learning = set(), False

    def learn(self, document):
        """The document has no errors. Its parts are not looked at again in documents that share them; it has to outlive those."""
        self.is_learning = True
        found = list(self.errors(document))
        self.is_learning = False
        if found:
            raise ValueError(found[0])

    def errors(self, value, schema=None, where="$"):
        """schema: the part of it that the value is held against; None: all."""
        schema = self.root if schema is None else schema
        pair = id(value), id(schema)
        if pair in self.right:
            return
        is_right = True
        for error in self.errors_of(value, schema, where):
            is_right = False
            yield error
        if is_right and self.is_learning and isinstance(value, (dict, list)):
            self.right.add(pair)

    def fits(self, value, schema, where):
        return not any(True for _ in self.errors(value, schema, where))

    def errors_of(self, value, schema, where):
        if schema is False:
            yield f"{where}: there is none of that name"
            return
        for keyword, wanted in schema.items():
            if keyword in ANNOTATIONS:
                continue
            if keyword == "$ref":
                yield from self.errors(value, resolve(self.root, wanted), where)
            elif keyword == "type":
                if not any(TYPES[name](value) for name in as_list(wanted)):
                    yield f"{where}: {value!r} is not {wanted}"
            elif keyword == "const":
                if not same(value, wanted):
                    yield f"{where}: {value!r} is not {wanted!r}"
            elif keyword == "enum":
                if not any(same(value, one) for one in wanted):
                    yield f"{where}: {value!r} is none of {wanted}"
            elif keyword == "anyOf":
                if not any(self.fits(value, one, where) for one in wanted):
                    yield f"{where}: fits none of the forms"
            elif keyword == "oneOf":
                if sum(self.fits(value, one, where) for one in wanted) != 1:
                    yield f"{where}: fits not exactly one of the forms"
            elif keyword == "exclusiveMinimum":
                if is_number(value) and value <= wanted:
                    yield f"{where}: {value} is not more than {wanted}"
            elif keyword == "minimum":
                if is_number(value) and value < wanted:
                    yield f"{where}: {value} is less than {wanted}"
            elif keyword == "maximum":
                if is_number(value) and value > wanted:
                    yield f"{where}: {value} is more than {wanted}"
            elif keyword == "pattern":
                if isinstance(value, str) and not re.search(wanted, value):
                    yield f"{where}: {value!r} does not match {wanted}"
            elif keyword == "minItems":
                if isinstance(value, list) and len(value) < wanted:
                    yield f"{where}: fewer than {wanted} items"
            elif keyword == "maxItems":
                if isinstance(value, list) and len(value) > wanted:
                    yield f"{where}: more than {wanted} items"
            elif keyword == "items":
                if isinstance(value, list):
                    for index, item in enumerate(value):
                        yield from self.errors(item, wanted, f"{where}[{index}]")
            elif keyword == "required":
                if isinstance(value, dict):
                    for name in wanted:
                        if name not in value:
                            yield f"{where}: lacks {name}"
            elif keyword == "properties":
                if isinstance(value, dict):
                    for name, one in wanted.items():
                        if name in value:
                            yield from self.errors(value[name], one, f"{where}.{name}")
            elif keyword == "additionalProperties":
                if isinstance(value, dict):
                    known = schema.get("properties", {})
                    for name in value:
                        if name not in known:
                            yield from self.errors(value[name], wanted, f"{where}.{name}")
            else:
                raise ValueError(f"{where}: the schema's keyword {keyword} is not known here")
