"""Additional error messages of older versions, gateways and libraries."""

from __future__ import annotations

from typing import NamedTuple

from workbench.targets.openai_words import UNSUPPORTED_IMAGE


class ErrorText(NamedTuple):
    """An error message as a template; `{…}` marks the parts that depend on the history."""

    rule: str
    target: str
    """The target whose rules apply."""
    provider: str
    """The source of the message, for display."""
    text: str
    param: str = ""


OTHER_TEXTS: tuple[ErrorText, ...] = (
    ErrorText(
        "tool-result-missing",
        "anthropic",
        "Pydantic AI",
        "Cannot provide a new user prompt when the message history contains unprocessed tool calls.",
    ),
    *(
        ErrorText(
            "stored-response-not-found",
            "openai-responses",
            "OpenAI Responses (2026)",
            f"{what} cannot be used for this organization due to Zero Data Retention.",
            param,
        )
        for what, param in (("Previous response", "previous_response_id"), ("Conversation ID", "conversation"))
    ),
    ErrorText(
        "reasoning-item-not-found",
        "openai-responses",
        "OpenAI Responses (2026)",
        "Item with id '{id}' not found. Items are not persisted for Zero Data Retention organizations.",
    ),
    ErrorText("image-data-invalid", "openai", "OpenAI", UNSUPPORTED_IMAGE.text),
    ErrorText("role-last-assistant", "anthropic", "Pydantic AI", "Processed history must end with a `ModelRequest`."),
    ErrorText(
        "field-wrong-type",
        "gemini",
        "Google's SDK for JavaScript",
        "Content should have 'parts' property with an array of Parts",
    ),
    ErrorText(
        "content-empty-text",
        "vertex-gemini",
        "Vertex AI (2025)",
        "Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.",
    ),
    ErrorText(
        "media-type-missing",
        "vertex-gemini",
        "Vertex AI (2024)",
        "Unable to submit request because it has an empty mimeType parameter in {holder}. Add a value to the parameter "
        "and try again.",
    ),
    ErrorText(
        "content-part-unsupported",
        "volcengine",
        "Volcengine Ark",
        "The parameter `messages.content.type` specified in the request are not valid: invalid value: `{type}`, "
        "supported values are: `text`, `thinking`, `image`, 'tool_use' and `tool_result`.",
    ),
    ErrorText("content-empty", "gemini", "Google's SDK for JavaScript", "Each Content should have at least one part"),
    ErrorText(
        "model-field-refused",
        "bedrock",
        "Bedrock (2025)",
        "Malformed input request: extraneous key [{field}] is not permitted, please reformat your input and try again.",
    ),
    ErrorText(
        "role-system-misplaced",
        "anthropic",
        "LangChain",
        "Received multiple non-consecutive system messages.",
    ),
    ErrorText(
        "content-type-mismatch",
        "cloudflare",  # as strict about lists
        "SambaNova (2025)",
        "Invalid 'content' type. Expected one of: ['str'], got list.",
    ),
    ErrorText(
        "content-null",
        "cloudflare",  # as strict about null next to calls
        "llama.cpp (2025)",
        "Cannot subscript null at row {row}, column {column}: {% set start_of_message = message.content",
    ),
    ErrorText(
        "content-null",
        "cloudflare",  # as strict about null next to calls
        "LM Studio (2024)",
        "Invalid 'content': 'content' field must be a string or an array of objects.",
    ),
    ErrorText("model-unsupported-by-api", "azure-openai", "Azure OpenAI", "The requested operation is unsupported."),
    *(
        ErrorText(rule, "zhipu", "Zhipu", "该模型始终思考，不支持关闭思考；请使用 low、high 或 max。")
        for rule in ("effort-unsupported", "settings-contradict")
    ),
    *(
        ErrorText(rule, "moonshot", "Moonshot (Kimi)", "Invalid request: tool_call_id is not found")
        for rule in ("tool-result-orphan", "tool-id-mismatch")
    ),
    ErrorText(
        "context-length-exceeded",
        "openai-compatible",
        "SiliconFlow",
        "length of prompt_tokens ({tokens}) must be less than max_seq_len ({window}).",
    ),
    ErrorText("content-part-unsupported", "openai-compatible", "Xiaomi MiMo", "Param Incorrect: `text` is not set"),
    ErrorText("content-null", "openai-compatible", "Xiaomi MiMo", "Param Incorrect: `text` is not present"),
    ErrorText(
        "content-array-empty",
        "openai-compatible",
        "Xiaomi MiMo",
        "Param Incorrect: messages[{message}] assistant content must contain at least one part",
    ),
    ErrorText(
        "document-too-many",
        "bedrock",
        "Bedrock (2025)",
        "Too many documents in the request: {found}. The maximum is {limit}.",
    ),
    ErrorText(
        "reasoning-echo-missing",
        "deepseek",
        "DeepSeek (2026)",
        "Missing `reasoning_content` field in the assistant message at message index {message}.",
    ),
    ErrorText(
        "tool-schema-required-undefined",
        "vertex-gemini",
        "Vertex AI (Gemini)",
        "Unable to submit request because required fields ['{property}'] are not defined in the schema properties.",
    ),
    ErrorText("penalty-unsupported", "gemini", "Gemini (2026)", "Penalty is not enabled for this model"),
    ErrorText("effort-unsupported", "xai", "xAI (2025)", "Argument not supported on this model: reasoningEffort"),
    ErrorText("penalty-unsupported", "xai", "xAI (2025)", "Argument not supported on this model: presencePenalty"),
    ErrorText("stop-unsupported", "xai", "xAI (2025)", "Argument not supported on this model: stop"),
    ErrorText(
        "tool-result-missing",
        "anthropic",
        "Anthropic (2024)",
        "messages.{message}: Did not find {count} 'tool_result' block(s) at the beginning of this message. "
        "Messages following 'tool_use' blocks must begin with a matching number of 'tool_result' blocks.",
    ),
    ErrorText(
        "tool-result-orphan",
        "anthropic",
        "LiteLLM",
        "Missing corresponding tool call for tool response message.",
    ),
    ErrorText(
        "tool-args-invalid-json",
        "openai-compatible",
        "A compatible server",
        "arguments must be a valid JSON object string",
    ),
    ErrorText(
        "tool-args-invalid-json",
        "openai-compatible",
        "LiteLLM or one-api",
        "Unterminated string starting at: line {line} column {column} (char {char})",
    ),
    ErrorText(
        "thought-signature-missing",
        "gemini",
        "Vertex AI",
        "Unable to submit request because function call '{name}' in the {message}. content block is missing a "
        "'thought_signature'",
    ),
    ErrorText(
        "image-media-type-mismatch",
        "anthropic",
        "Anthropic",
        "messages.{message}.content.{part}.image.source.base64.data: Image does not match the provided "
        "media type {declared}",
    ),
    ErrorText("lone-surrogate", "anthropic", "Anthropic", "invalid high surrogate in string"),
    ErrorText(
        "tool-name-bad-chars",
        "anthropic",
        "Anthropic",
        "tools.{part}.custom.name: String should match pattern '{pattern}'",
    ),
    ErrorText(
        "tool-id-bad-chars",
        "anthropic",
        "Anthropic",
        "messages.{message}.content.{part}.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    ),
    ErrorText(
        "tool-id-bad-chars",
        "anthropic",
        "Anthropic",
        "messages.{message}.content.{part}.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    ErrorText(
        "tool-id-too-long",
        "openai-responses",
        "OpenAI Responses",
        "Invalid input[].call_id: string too long. Expected max length 64.",
    ),
    ErrorText(
        "tool-result-missing",
        "ai@6",
        "AI SDK",
        "AI_MissingToolResultsError: Tool results are missing for tool calls {ids}.",
    ),
    ErrorText(
        "sdk-version-shape",
        "ai@4",
        "AI SDK 4",
        "messages must be an array of CoreMessage or UIMessage Received message of type: 'other' at index {message}",
    ),
    ErrorText(
        "media-type-unsupported",
        "openai-responses",
        "OpenAI Responses",
        "The file type you uploaded is not supported. Please try again with a pdf",
    ),
    ErrorText(
        "media-type-unsupported",
        "openai-responses",
        "OpenAI Responses",
        "Invalid input: Expected context stuffing file type to be a supported format: {kinds} but got {kind}.",
    ),
    ErrorText(
        "media-type-unsupported",
        "openai",
        "OpenAI",
        "Invalid file data: 'file_id'. Expected a file with an application/pdf MIME type, but got "
        "unsupported MIME type '{kind}'.",
    ),
    ErrorText("tools-empty", "deepseek", "DeepSeek", "[] is too short - 'tools'", "tools"),
    ErrorText("setting-out-of-range", "anthropic", "Anthropic (2024)", "{field}: range: {least}..{most}"),
    ErrorText("setting-out-of-range", "anthropic", "Anthropic (2025)", "{field}: range: -1 or {least}..{most}"),
    ErrorText("field-unknown", "anthropic", "Anthropic", "{field}: Extra inputs are not permitted"),
    ErrorText("field-unknown", "mistral", "Mistral", "Extra inputs are not permitted"),
    ErrorText("system-not-first", "minimax", "MiniMax", "invalid params, invalid message role: system (2013)"),
    ErrorText(
        "tool-schema-root-not-object",
        "anthropic",
        "Anthropic",
        "tools.{tool}.custom.input_schema.type: Input should be 'object'",
    ),
    ErrorText(
        "tool-schema-type-placement",
        "moonshot",
        "Moonshot (2025)",
        "invalid request: missing 'type' or 'anyOf' key in parameter type",
    ),
    ErrorText("tool-count-mismatch", "mistral", "Mistral", "Not the same number of function calls and responses"),
    ErrorText("tool-id-duplicate", "mistral", "Mistral", "Duplicate tool call id {id} in tool results"),
    ErrorText(
        "role-last-assistant",
        "mistral",
        "Mistral",
        "Expected last role User or Tool (or Assistant with prefix) for serving but got assistant",
    ),
    ErrorText(
        "a2a-version-mismatch", "a2a-sdk@1", "A2A SDK 1", "Message type 'lf.a2a.v1.Part' has no field named 'kind'"
    ),
    ErrorText(
        "a2a-message-id-missing",
        "a2a-sdk@1",
        "A2A SDK 1",
        "InvalidParamsError: {'field': 'message_id', 'message': 'Field is required.'}",
    ),
    ErrorText(
        "a2a-parts-empty",
        "a2a-sdk@1",
        "A2A SDK 1",
        "InvalidParamsError: {'field': 'parts', 'message': 'Field must contain at least one element.'}",
    ),
    ErrorText("a2a-parts-empty", "a2a-sdk@1", "A2A SDK 0.2", "Message parts cannot be empty"),
)
