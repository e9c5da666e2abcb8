import {
  sse,
  stream,
  error,
  start,
  opened,
  delta,
  ended,
  STOP,
  tool,
  text,
  PASS,
  passes,
  ONE,
  row,
  OTHER,
  WINDOW,
  FALLBACK,
  WITH_FALLBACK,
  type Row
} from './hostile.fixture'

/** Faults in the stream. */
export const EVENTS: readonly Row[] = [
  row(
    'events that are not JSON',
    [stream('event: message_start\ndata: {"type": \n\n'), passes],
    [2, 1, ONE],
    'HOST sent a response that is not valid JSON. Trying again in 1 s.'
  ),
  row(
    'events of any other shape',
    [
      stream(
        `${['null', '7', '"x"', '[]', '{}', '{"type":7}', '{"type":"content_block_delta"}', '{"type":"content_block_start","index":0}', '{"type":"message_delta"}', '{"type":"news","delta":{}}'].map((data) => `event: odd\ndata: ${data}\n\n`).join('')}${sse(start(), ...PASS, ended('tool_use'), STOP)}`
      )
    ],
    [1, 1, ONE],
    undefined
  ),
  row(
    'events out of order',
    [
      stream(
        sse(
          delta(0, { type: 'text_delta', text: 'x' }),
          { type: 'content_block_stop', index: 0 },
          ended(null),
          start(),
          ...PASS,
          ended('tool_use'),
          STOP,
          ...tool(1, 'fly', {})
        )
      )
    ],
    [1, 1, ONE],
    undefined
  ),
  row('two beginnings', [stream(sse(start(), ...tool(0, 'fly', {}), start(), ...PASS, ended('tool_use'), STOP))], [1, 1, ONE], undefined),
  row(
    'content that is null',
    [
      stream(
        sse({ type: 'message_start', message: { content: null, usage: { input_tokens: 1000, output_tokens: 1 } } }, ...PASS, ended('tool_use'), STOP)
      )
    ],
    [1, 1, ONE],
    undefined
  ),
  row('no message in its beginning', [stream(sse({ type: 'message_start' }, ...PASS, ended('tool_use'), STOP))], [1, 1, 'estimated'], undefined),
  row('the same index twice', [stream(sse(start(), ...text(0, 'Well.'), ...PASS, ended('tool_use'), STOP))], [1, 1, ONE], undefined),
  row(
    'the same id for two uses',
    [
      stream(sse(start(), ...tool(0, 'recall', { query: 'x' }, 'call_0'), ...tool(1, 'recall', { query: 'y' }, 'call_0'), ended('tool_use'), STOP)),
      passes
    ],
    [2, 1, 2 * ONE],
    undefined
  ),
  row(
    'the id of an earlier use',
    [
      stream(sse(start(), ...tool(0, 'recall', { query: 'x' }, 'call_0'), ended('tool_use'), STOP)),
      stream(sse(start(), ...tool(0, 'recall', { query: 'y' }, 'call_0'), ended('tool_use'), STOP)),
      passes
    ],
    [3, 1, 3 * ONE],
    undefined
  ),
  row(
    'an id with signs that no id has',
    [stream(sse(start(), ...tool(0, 'recall', { query: 'x' }, 'call: "0"\n'), ended('tool_use'), STOP)), passes],
    [2, 1, 2 * ONE],
    undefined
  ),
  row(
    'half of a surrogate pair',
    [stream(sse(start(), ...text(0, 'a\ud800b'), ...tool(1, 'recall', { query: '\udc00' }), ended('tool_use'), STOP)), passes],
    [2, 1, 2 * ONE],
    undefined
  ),
  row('no stop reason', [stream(sse(start(), ...PASS, ended(null), STOP))], [1, 1, ONE], undefined),
  row('a stop reason of no known kind', [stream(sse(start(), ...PASS, ended('tired'), STOP))], [1, 1, ONE], undefined),
  row(
    'no stop reason and nothing in it',
    [stream(sse(start(), ended(null), STOP))],
    [3, 1, 3 * ONE],
    "The model's answer was empty and gave no reason why it stopped. Check the address in Settings, or press Play to try again."
  ),
  row(
    'no usage',
    [stream(sse({ type: 'message_start', message: {} }, ...PASS, { type: 'message_delta', delta: { stop_reason: 'tool_use' } }, STOP))],
    [1, 1, 'estimated'],
    undefined
  ),
  row(
    'usage below nothing',
    [stream(sse(start({ input_tokens: -1e9, output_tokens: -1 }), ...PASS, ended('tool_use', { output_tokens: -5 }), STOP))],
    [1, 1, 'estimated'],
    undefined
  ),
  row(
    'usage that is not a number',
    [stream(sse(start({ input_tokens: 'NaN', output_tokens: null }), ...PASS, ended('tool_use', { output_tokens: [] }), STOP))],
    [1, 1, 'estimated'],
    undefined
  ),
  row(
    'usage beyond all measure',
    [stream(sse(start({ input_tokens: 1e15, output_tokens: 1 }), ...PASS, ended('tool_use', { output_tokens: 1e300 }), STOP))],
    [1, 1, 'estimated'],
    undefined
  )
]

/** Faults in the model's answer. */
export const ANSWERS: readonly Row[] = [
  row('an empty answer', [stream(sse(start(), ended('end_turn'), STOP))], [3, 1, 3 * ONE], `The model's answer was empty. ${OTHER}`),
  row(
    'thoughts alone',
    [stream(sse(start(), opened(0, { type: 'thinking', thinking: 'Hm.' }), ended('end_turn'), STOP))],
    [3, 1, 3 * ONE],
    'The model only thought and called no tool. Choose a lower effort for this seat in Settings, or press Play to try again.'
  ),
  row(
    'text alone',
    [stream(sse(start(), ...text(0, 'I look around.'), ended('end_turn'), STOP))],
    [3, 1, 3 * ONE],
    'The model answered with text and called no tool. Choose a model that uses tools for this seat in Settings, or press Play to try again.'
  ),
  row(
    'an input that is not JSON',
    [stream(sse(start(), ...tool(0, 'speak', '{"text": "Wai'), ended('tool_use'), STOP))],
    [3, 1, 3 * ONE],
    `The model called speak with an input that is not a JSON object. ${OTHER}`
  ),
  row(
    'an input that is a list',
    [stream(sse(start(), opened(0, { type: 'tool_use', id: 'a', name: 'speak', input: ['Wait.'] }), ended('tool_use'), STOP))],
    [3, 1, 3 * ONE],
    `The model called speak with an input that is not a JSON object. ${OTHER}`
  ),
  row(
    'a tool that does not exist',
    [stream(sse(start(), ...tool(0, 'fly', {}), ended('tool_use'), STOP))],
    [3, 1, 3 * ONE],
    "The model called a tool that doesn't exist: fly. Press Play to try again, or choose another model for this seat in Settings."
  ),
  row(
    'a tool whose name is not a name',
    [stream(sse(start(), ...tool(0, 'to fly!\u202e\n', {}), ended('tool_use'), STOP))],
    [3, 1, 3 * ONE],
    "The model called a tool that doesn't exist: to_fly___. Press Play to try again, or choose another model for this seat in Settings."
  ),
  row(
    'a refusal',
    [
      stream(
        sse(
          start(),
          ...text(0, 'I cannot'),
          { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: { category: 'general_harms' } }, usage: { output_tokens: 100 } },
          STOP
        )
      )
    ],
    [1, 0, ONE],
    `claude-sonnet-5-5 refused to answer, and the provider names the reason “general harms”. ${FALLBACK}`
  ),
  row(
    'a refusal, with a fallback',
    [stream(sse(start(), ended('refusal'), STOP)), passes],
    [2, 1, 2 * ONE],
    'claude-sonnet-5-5 refused to answer. Trying claude-sonnet-5 instead.',
    WITH_FALLBACK
  ),
  row(
    'a refusal by the fallback too',
    [stream(sse(start(), ended('refusal'), STOP))],
    [2, 0, 2 * ONE],
    `claude-sonnet-5 refused to answer. ${FALLBACK.replace('a fallback', 'another fallback')}`,
    WITH_FALLBACK
  ),
  row(
    'an answer that is cut off once',
    [stream(sse(start(), ...text(0, 'Well, '), ended('max_tokens'), STOP)), passes],
    [2, 1, 2 * ONE],
    'The answer was cut off at 4,096 tokens before it was complete. Trying again with 16,384.'
  ),
  row(
    'answers that are always cut off',
    [stream(sse(start(), ...tool(0, 'speak', '{"text": "On and'), ended('max_tokens'), STOP))],
    [3, 0, 3 * ONE],
    'The answer was cut off at 64,000 tokens before it was complete. Choose a lower effort or another model for this seat in Settings.'
  ),
  row(
    'no more room for an answer',
    [stream(sse(start(), ended('max_tokens'), STOP)), error(400, 'invalid_request_error', 'max_tokens: 16384 > 8192')],
    [2, 0, ONE],
    'The answer was cut off at 4,096 tokens before it was complete. Choose a lower effort or another model for this seat in Settings.'
  ),
  row(
    'a full window',
    [stream(sse(start(), ...text(0, 'And so'), ended('model_context_window_exceeded'), STOP))],
    [1, 0, ONE],
    `The prompt leaves claude-sonnet-5-5 no room for an answer. ${WINDOW}`
  ),
  row(
    'text with signs that nobody sees',
    [stream(sse(start(), ...tool(0, 'speak', { text: 'a\u0000b\u202ec\ud800d' }), ended('tool_use'), STOP))],
    [1, 1, ONE],
    undefined
  )
]
