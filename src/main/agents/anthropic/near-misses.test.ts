import { expect, it } from 'vitest'
import { Reply } from './reply'
import { withoutThoughts } from './thoughts'

type Part = { text: string } | { json: string }

/** A complete answer with these blocks, as a server streams it. */
function replyOf(...parts: Part[]): Reply {
  const reply = new Reply()
  reply.add({ type: 'message_start', message: {} })
  for (const [index, part] of parts.entries()) {
    const block = 'text' in part ? { type: 'text', text: '' } : { type: 'tool_use', id: `t${index}`, name: 'narrate', input: {} }
    const delta = 'text' in part ? { type: 'text_delta', text: part.text } : { type: 'input_json_delta', partial_json: part.json }
    reply.add({ type: 'content_block_start', index, content_block: block })
    reply.add({ type: 'content_block_delta', index, delta })
    reply.add({ type: 'content_block_stop', index })
  }
  return reply
}
const FOG = { text: 'Fog lies on the fen.' }
const SECRET = 'The hero dies at dawn.'

it('a tool input that is a JSON string is read once more, and only once', () => {
  const [once, twice] = [JSON.stringify(JSON.stringify(FOG)), JSON.stringify(JSON.stringify(JSON.stringify(FOG)))]
  expect(replyOf({ json: once }).toolRequests).toMatchObject([{ name: 'narrate', input: FOG, raw: once }])
  expect(replyOf({ json: twice }).toolRequests[0]).not.toHaveProperty('input')
  expect(replyOf({ json: '"just words"' }).toolRequests[0]).not.toHaveProperty('input')
})

it('what stands in think tags goes to the thoughts, in a text and in the input of a tool', () => {
  const said = replyOf({ text: `<think>${SECRET}</think>${FOG.text}` })
  expect([said.text, said.thought, said.content]).toEqual([FOG.text, SECRET, [{ type: 'text', text: FOG.text }]])
  const used = replyOf({ json: JSON.stringify({ text: `<think>${SECRET}</think>\n${FOG.text}` }) })
  expect([used.toolRequests[0]?.input, used.thought]).toEqual([FOG, SECRET])
  expect(JSON.stringify(used.content)).not.toContain(SECRET)
  expect(replyOf({ text: `<think>${SECRET}` })).toMatchObject({ text: '', thought: SECRET, content: [] })
})

it.each([
  [`<THINK>a</THINK> b <thinking>c</thinking>`, 'b', ['a', 'c']],
  ['a</think>b', 'b', ['a']],
  ['He thinks: <b>no</b>.', 'He thinks: <b>no</b>.', []],
  ['<think></think>b', 'b', []]
])('finds the thoughts of %j', (text, said, thoughts) => {
  expect(withoutThoughts(text)).toEqual({ text: said, thoughts })
})
