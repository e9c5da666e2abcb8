import { expect, it } from 'vitest'
import { readCommandAnswer } from './commands'
import { writtenCalls } from './written-calls'

const FOG = { text: 'Fog.' }
const CALL = { name: 'narrate', json: JSON.stringify(FOG) }
const fence = (json: unknown, language = 'json'): string => `\`\`\`${language}\n${JSON.stringify(json)}\n\`\`\``

it.each<[string, string, number]>([
  [fence({ name: 'narrate', arguments: FOG }), '', 1],
  [fence({ tool: 'narrate', input: FOG }, ''), '', 1],
  [JSON.stringify({ function: { name: 'narrate', arguments: JSON.stringify(FOG) } }), '', 1],
  [JSON.stringify([{ tool_name: 'narrate', parameters: FOG }]), '', 1],
  [JSON.stringify({ tool_calls: [{ function: { name: 'narrate', arguments: FOG } }, { name: 'narrate', args: FOG }] }), '', 2],
  [`I speak.\n<tool_call>${JSON.stringify({ name: 'narrate', arguments: FOG })}</tool_call>`, 'I speak.', 1],
  [`<tool_call>\n${JSON.stringify({ name: 'narrate', arguments: FOG })}`, '', 1],
  [`[TOOL_CALLS][${JSON.stringify({ name: 'narrate', arguments: FOG })}]`, '', 1],
  [`First:\n${fence({ name: 'narrate', arguments: FOG })}\nthen:\n${fence({ name: 'narrate', input: FOG })}`, 'First:\n\nthen:', 2]
])('a call that stands in a text is found: %j', (text, said, calls) => {
  expect(writtenCalls(text)).toEqual({ text: said, calls: Array.from({ length: calls }, () => CALL) })
})

it.each([
  'Fog lies on the fen.',
  'He says: {"name": "Hask"}.',
  fence({ name: 'Hask', age: 60 }),
  fence([{ name: 'narrate', arguments: FOG }, 'and more']),
  fence({ arguments: FOG }),
  '```json\n{"name": "narrate", "arguments": {"text": "Wai\n```',
  `She wrote ${JSON.stringify({ name: 'narrate', arguments: FOG })} on the wall.`
])('everything else stays a text: %j', (text) => {
  expect(writtenCalls(text)).toEqual({ text, calls: [] })
})

it.each([
  { tool: 'narrate', input: FOG },
  { name: 'narrate', arguments: JSON.stringify(FOG) },
  [{ tool: 'narrate', input: FOG }],
  { calls: { tool: 'narrate', input: FOG } },
  { calls: [{ name: 'narrate', parameters: FOG }] },
  { calls: [{ tool: 'narrate', input: fence(FOG) }] },
  { tool_calls: [{ id: 'x', function: { name: 'narrate', arguments: JSON.stringify(FOG) } }] }
])('the answer of a command may have the form that models use: %j', (answer) => {
  const exact = { calls: [{ tool: 'narrate', input: FOG }], isNear: true }
  expect(readCommandAnswer(JSON.stringify(answer))).toEqual(exact)
  expect(readCommandAnswer(`Here it is:\n${fence(answer)}`)).toEqual(exact)
})
