# Reads one JSON object from standard input and writes one to standard output. Anything for people goes to standard error.
import json
import sys


def answer(success, output, errors=()):
    json.dump({"success": success, "output": output, "stateChanges": [], "errors": list(errors)}, sys.stdout)
    sys.exit(0 if success else 1)


try:
    request = json.load(sys.stdin)
    greeting = f"Good evening, {request['parameters']['name']}."
except (ValueError, KeyError, TypeError) as error:
    answer(False, {}, [f"The input can't be read: {error}"])
answer(True, {"greeting": greeting})
