"""Tools and thinking: what a model calls, what it is sent back, and what dreams never see."""

import pytest

from desktop_app.models.endings import Ending
from desktop_app.models.model import ModelMessage, ModelTool, PromptRole, ToolCall
from tests.models.asking import an_info, ended, the_model
from tests.support.ollama import OurOllama, called, calls, done, lines, said

SEARCH = ModelTool(
    "search_memory",
    "Search the notes.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)
ASKED = (ModelMessage(PromptRole.USER, "When does the harbour open?"),)
TOOLS = an_info("small:latest", "completion", "tools")


async def test_several_calls_in_one_answer_come_in_their_order_beside_its_text(
    ollama: OurOllama,
) -> None:
    ollama.next(
        "/api/chat",
        calls(
            called("search_memory", query="harbour"),
            called("search_memory", query="海港"),
            text="Let me look.",
        ),
    )
    answer = await the_model(ollama, info=TOOLS).chat(ASKED, context=8192, most=500, tools=[SEARCH])
    assert answer.text == "Let me look."
    assert [(call.name, call.arguments) for call in answer.calls] == [
        ("search_memory", {"query": "harbour"}),
        ("search_memory", {"query": "海港"}),
    ]
    (request,) = ollama.asked("/api/chat")
    (tool,) = request.body["tools"]
    assert tool["function"]["name"] == "search_memory"
    assert tool["function"]["parameters"]["required"] == ["query"]


@pytest.mark.parametrize(
    ("given", "arguments"),
    [
        ('{"query": "harbour"}', {"query": "harbour"}),
        ('{"query": "harb', None),
        (["harbour"], None),
        (7, None),
        ('"harbour"', None),
        ("[" * 10_000, None),
    ],
)
async def test_arguments_that_are_no_object_are_told_as_such_and_not_as_a_failed_answer(
    ollama: OurOllama, given: object, arguments: object
) -> None:
    ollama.next("/api/chat", calls(called("search_memory", given)))
    answer = await the_model(ollama, info=TOOLS).chat(ASKED, context=8192, most=500, tools=[SEARCH])
    (call,) = answer.calls
    assert (call.name, call.arguments) == ("search_memory", arguments)
    assert call.raw


@pytest.mark.parametrize("call", ["search_memory", {"function": {"name": 7}}, {"name": "x"}, None])
async def test_a_call_without_a_name_is_not_what_ollama_sends(
    ollama: OurOllama, call: object
) -> None:
    ollama.next("/api/chat", lines(said(tool_calls=[call]), done(prompt_tokens=20)))
    assert (
        await ended(
            the_model(ollama, info=TOOLS).chat(ASKED, context=8192, most=500, tools=[SEARCH])
        )
        is Ending.NOT_UNDERSTOOD
    )


async def test_an_answer_that_calls_tools_for_ever_is_stopped(ollama: OurOllama) -> None:
    many = [said(tool_calls=[called("search_memory", query="x")] * 10) for _ in range(50)]
    ollama.next("/api/chat", lines(*many, done(prompt_tokens=20)))
    assert (
        await ended(
            the_model(ollama, info=TOOLS).chat(ASKED, context=8192, most=500, tools=[SEARCH])
        )
        is Ending.TOO_BIG
    )


async def test_a_result_goes_back_under_the_name_of_its_tool_after_the_call(
    ollama: OurOllama,
) -> None:
    call = ToolCall("search_memory", '{"query": "harbour"}')
    talk = (
        *ASKED,
        ModelMessage(PromptRole.ASSISTANT, "", (call,)),
        ModelMessage(
            PromptRole.TOOL, "MEMORY.md:3: The harbour opens at six.", tool="search_memory"
        ),
    )
    await the_model(ollama, info=TOOLS).chat(talk, context=8192, most=500, tools=[SEARCH])
    (request,) = ollama.asked("/api/chat")
    asked, answered, result = request.body["messages"]
    assert asked == {"role": "user", "content": ASKED[0].content}
    assert answered["tool_calls"] == [
        {"function": {"name": "search_memory", "arguments": {"query": "harbour"}}}
    ]
    assert (result["role"], result["tool_name"]) == ("tool", "search_memory")


async def test_what_tools_take_of_the_room_counts_before_a_prompt_is_sent(
    ollama: OurOllama,
) -> None:
    long = ModelTool("search_memory", "Search the notes. " * 600, SEARCH.parameters)
    assert (
        await ended(the_model(ollama, info=TOOLS).chat(ASKED, context=4096, most=500, tools=[long]))
        is Ending.PROMPT_TOO_LONG
    )
    assert not ollama.asked("/api/chat")
