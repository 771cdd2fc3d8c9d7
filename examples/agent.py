"""An agent with a memory, in six calls. Start `nightstand serve`, copy a key from Settings:

NIGHTSTAND_KEY=... python examples/agent.py
"""

import json
import os
from urllib.parse import quote
from urllib.request import Request, urlopen

URL = os.environ.get("NIGHTSTAND_URL", "http://127.0.0.1:8642")
HEAD = {
    "Authorization": f"Bearer {os.environ['NIGHTSTAND_KEY']}",
    "Content-Type": "application/json",
    "X-Client": "example-agent",
}


def ask(path: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(URL + path, data, HEAD)) as answer:
        return json.load(answer)


def event(name: str, **body: object) -> dict:
    """Tell what happened in the conversation; what memory did about it comes back."""
    told = ask(f"/api/sessions/example/{name}", body)
    print(name, f"{told['used']:.0%} of the window,", [did["step"] for did in told["did"]])
    return told


question = "I moved the survey to berth 7, and I always want reports as PDF."
known = ask(f"/api/context?q={quote(question)}")["text"]  # goes in front of your model's prompt
print(f"{len(known)} characters of memory")
turn = [{"role": "user", "content": question}, {"role": "assistant", "content": "Noted: berth 7."}]
event("messages", messages=turn)
event("usage", tokens=6500, window=8192)  # as your model counted them: memory flushes at 75 %
event("idle")  # the answer has ended: facts are looked for
event("compaction_start")  # the last chance before your prompt is cut
after = event("compaction_end", kept=[])
print("to inject:", after["inject"])  # goes in front of what is left of the conversation
event("end")
