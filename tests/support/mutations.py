"""Documents that differ from a given one in one place."""
import copy


def places(value, path=()):
    """The paths of all members and items, each before what lies in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed(document, path, change):
    """A copy in which `change` was called with what holds the place, and with its key there. All that the path does not lead through is
    the document's own."""
    result = holder = copy.copy(document)
    for key in path[:-1]:
        holder[key] = copy.copy(holder[key])
        holder = holder[key]
    change(holder, path[-1])
    return result


def replaced(document, path, value):
    return changed(document, path, lambda holder, key: holder.__setitem__(key, value))


def without(document, path):
    return changed(document, path, lambda holder, key: holder.__delitem__(key))


def name(path):
    """kernels[2].launches[0]"""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
