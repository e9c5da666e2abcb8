import {
  sse,
  stream,
  page,
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
  PRESS,
  WINDOW,
  WEB_PAGE,
  type Row
} from './hostile.fixture'
import { KEY } from './model-table.fixture'

/** Errors that a server reports. */
export const REPORTED: readonly Row[] = [
  row('a wrong key', [error(401, 'authentication_error', `invalid: ${KEY}`)], [1, 0, 0], 'The provider rejected the key. Check the key in Settings.'),
  row(
    'no credit',
    [error(402, 'billing_error', 'No credit.')],
    [1, 0, 0],
    'The account has no credit left: No credit. Add credit with your provider, then press Play.'
  ),
  row(
    'a key without permission',
    [error(403, 'permission_error', `No, ${KEY}.`)],
    [1, 0, 0],
    "The key doesn't have permission for this: No, …. Check the key in Settings and its permissions with your provider."
  ),
  row(
    'a firewall page',
    [page(403)],
    [1, 0, 0],
    "The key doesn't have permission for this. Check the key in Settings and its permissions with your provider."
  ),
  row(
    'an unknown model',
    [error(404, 'not_found_error', 'model: x')],
    [1, 0, 0],
    'There is no model "claude-sonnet-5-5" at HOST. Choose another model for this seat, or check the address in Settings.'
  ),
  row('another kind of server', [page(404)], [1, 0, 0], 'There is no Messages API at HOST. Check the address and the protocol in Settings.'),
  row(
    'a doubled /v1',
    [passes],
    [1, 0, 0],
    'There is no Messages API at HOST: the address ends in /v1, which Proscenium adds itself. Remove /v1 from the address in Settings.',
    { baseUrl: (url) => `${url}/v1` }
  ),
  row('a server without POST', [page(405)], [1, 0, 0], 'There is no Messages API at HOST. Check the address and the protocol in Settings.'),
  row(
    'a proxy that asks for a sign-in, which the platform hides',
    [page(407)],
    [3, 0, 0],
    "HOST sent an answer that Proscenium can't read. Proscenium tried 3 times. Check the address in Settings and your connection."
  ),
  row('a timeout of the server', [error(408, 'timeout_error', 'Slow.'), passes], [2, 1, ONE], 'HOST did not answer in time. Trying again in 1 s.'),
  row('a prompt that is too large', [error(413, 'request_too_large', 'Too large.')], [1, 0, 0], `The prompt is too long for the model. ${WINDOW}`),
  row(
    'a prompt that is too long',
    [error(400, 'invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum')],
    [1, 0, 0],
    `The prompt is too long for the model. ${WINDOW}`
  ),
  row(
    'a request that is rejected',
    [error(400, 'invalid_request_error', 'effort: no.')],
    [1, 0, 0],
    "The provider rejected the request (400): effort: no. Check this seat's model and effort in Settings."
  ),
  row(
    'a reason with signs that turn it round',
    [error(400, 'invalid_request_error', 'a\u202eb\u0000c\n<d>')],
    [1, 0, 0],
    "The provider rejected the request (400): abc ‹d>. Check this seat's model and effort in Settings."
  ),
  row(
    'a conversation that is rejected',
    [
      stream(sse(start(), ...tool(0, 'recall', { query: 'x' }), ended('tool_use'), STOP)),
      error(400, 'invalid_request_error', 'messages.1: no.'),
      passes
    ],
    [3, 1, 2 * ONE],
    undefined
  ),
  row(
    'a conversation that is rejected from its beginning too',
    [stream(sse(start(), ...tool(0, 'recall', { query: 'x' }), ended('tool_use'), STOP)), error(400, 'invalid_request_error', 'messages.0: no.')],
    [3, 0, ONE],
    "The provider rejected the request (400): messages.0: no. Check this seat's model and effort in Settings."
  ),
  row(
    'too many requests',
    [error(429, 'rate_limit_error', 'Slow down.', { 'retry-after': '7' }), passes],
    [2, 1, ONE],
    'The provider reports too many requests: Slow down. Trying again in 7 s.'
  ),
  row(
    'too many requests for an hour',
    [error(429, 'rate_limit_error', 'Enough.', { 'retry-after': '3600' })],
    [1, 0, 0],
    'The provider reports too many requests: Enough. Wait 60 min, then press Play.'
  ),
  row(
    'a limit on spending',
    [error(429, 'rate_limit_error', 'Limit.', { 'x-should-retry': 'false' })],
    [1, 0, 0],
    "The provider reports a limit that waiting doesn't lift: Limit. Raise the limit with your provider, then press Play."
  ),
  row(
    'a wait that is not a number',
    [error(429, 'rate_limit_error', 'Wait.', { 'retry-after': '-5' }), passes],
    [2, 1, ONE],
    'The provider reports too many requests: Wait. Trying again in 1 s.'
  ),
  row(
    'too many requests, and no wait',
    [error(429, 'rate_limit_error', 'Slow down.', { 'retry-after': '0' })],
    [7, 0, 0],
    `The provider reports too many requests: Slow down. Proscenium tried 7 times. ${PRESS}`
  ),
  row('a failing server', [error(500, 'api_error', 'Oops.')], [5, 0, 0], `The provider reports an error (500). Proscenium tried 5 times. ${PRESS}`),
  row('a failing proxy', [page(502), passes], [2, 1, ONE], 'The provider reports an error (502). Trying again in 1 s.'),
  row('a proxy without an answer', [page(504)], [3, 0, 0], `HOST did not answer in time. Proscenium tried 3 times. ${PRESS}`),
  row(
    'an overloaded model',
    [error(529, 'overloaded_error', 'Overloaded.')],
    [7, 0, 0],
    `The model is overloaded. Proscenium tried 7 times. ${PRESS}`
  ),
  row(
    'an error event after the beginning',
    [stream(sse(start(), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })), passes],
    [2, 1, 'estimated'],
    'The model is overloaded. Trying again in 1 s.'
  ),
  row(
    'an error event of no known kind',
    [stream(sse(start(), { type: 'error', error: { type: 'strange_error', message: 'Strange.' } }))],
    [1, 0, 'estimated'],
    `The provider ended the answer with an error: Strange. ${PRESS}`
  )
]

/** Faults of the connection. */
export const CONNECTION: readonly Row[] = [
  row(
    'a redirect',
    [page(307, '', { location: 'http://127.0.0.1:1/' })],
    [1, 0, 0],
    'HOST redirects requests to another address. Enter that address in Settings.'
  ),
  row('a web page', [page(200)], [1, 0, 0], WEB_PAGE),
  row(
    'a document instead of a stream',
    [{ body: '{"error":"no such model"}', contentType: 'application/json' }],
    [1, 0, 0],
    'The provider ended the answer with an error: no such model. Press Play to try again.'
  ),
  row(
    'another document instead of a stream',
    [{ body: '{"choices":[]}', contentType: 'application/json' }],
    [1, 0, 0],
    "HOST answered with application/json, which is not a model's response. Check the address and the protocol in Settings."
  ),
  row(
    'a whole message instead of a stream',
    [
      {
        body: '{"type":"message","content":[{"type":"tool_use","id":"t","name":"pass","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1000,"output_tokens":100}}',
        contentType: 'application/json'
      }
    ],
    [1, 1, ONE],
    undefined
  ),
  row(
    'garbage in gzip',
    [{ body: 'no gzip at all', contentType: 'text/event-stream', headers: { 'content-encoding': 'gzip' } }, passes],
    [2, 1, ONE],
    "HOST sent a compressed response that can't be unpacked. Trying again in 1 s."
  ),
  row('nothing at all', [stream('')], [4, 0, 0], `HOST ended the connection before the answer began. Proscenium tried 4 times. ${PRESS}`),
  row(
    'a connection that is cut at once',
    [{ ending: 'cut' }, passes],
    [2, 1, ONE],
    'The connection to HOST failed (UND_ERR_SOCKET). Trying again in 1 s.'
  ),
  row(
    'a stream that ends too early',
    [stream(sse(start(), ...text(0, 'It begins'))), passes],
    [2, 1, 'estimated'],
    'The connection ended in the middle of the answer. Trying again in 1 s.'
  ),
  row('silence', [{ ending: 'silence' }], [3, 0, 0], `The model stopped sending. Proscenium tried 3 times. ${PRESS}`),
  row(
    'silence in the middle of an input',
    [
      stream(
        sse(
          start(),
          opened(0, { type: 'tool_use', id: 'a', name: 'speak', input: {} }),
          delta(0, { type: 'input_json_delta', partial_json: '{"text": "It be' })
        ),
        'silence'
      ),
      passes
    ],
    [2, 1, 'estimated'],
    'The model stopped sending. Trying again in 1 s.'
  ),
  row('silence after the end', [stream(sse(start(), ...PASS, ended('tool_use'), STOP), 'silence')], [1, 1, ONE], undefined),
  row(
    'endless pings',
    [{ opening: sse(start()), repeated: sse({ type: 'ping' }) }],
    [1, 0, 'estimated'],
    'The model took more than 10 minutes for one answer. Choose a faster model or a lower effort for this seat in Settings.'
  ),
  row(
    'endless thinking',
    [{ opening: sse(start(), opened(0, { type: 'thinking', thinking: '' })), repeated: sse(delta(0, { type: 'thinking_delta', thinking: 'Hm. ' })) }],
    [1, 0, 'estimated'],
    'The model took more than 10 minutes for one answer. Choose a faster model or a lower effort for this seat in Settings.'
  ),
  row(
    'a flood of text',
    [{ opening: sse(start(), opened(0, { type: 'text', text: '' })), repeated: sse(delta(0, { type: 'text_delta', text: 'word '.repeat(50_000) })) }],
    [1, 0, 'estimated'],
    'The model sent more than any answer can hold, so Proscenium stopped reading. Choose another model for this seat in Settings.'
  ),
  row(
    'a flood of bytes without an event',
    [{ opening: '', repeated: 'x'.repeat(8 << 20) }],
    [1, 0, 0],
    'HOST sent far more than an answer can hold, so Proscenium stopped reading. Check the address in Settings.'
  ),
  row(
    'a port that programs may not use',
    [passes],
    [0, 0, 0],
    '127.0.0.1:1 uses a port that programs may not connect to. Let the server listen on another port, such as 8787, and enter that in Settings.',
    { baseUrl: 'http://127.0.0.1:1' }
  ),
  row('a name that nobody has', [passes], [0, 0, 0], "The network can't find nobody.invalid. Check the address in Settings and your connection.", {
    baseUrl: 'https://nobody.invalid'
  }),
  row(
    'https at a port that speaks http',
    [passes],
    [0, 0, 0],
    "HOST doesn't use https. Write the address in Settings with http://, or connect to the port that uses https.",
    { baseUrl: (url) => url.replace('http:', 'https:') }
  )
]
