import { expect, it } from 'vitest'
import { DESIGNER_TOOLS } from './designer-tools'
import { answerTool, type Calls } from './tool'

const COMMIT = 'a'.repeat(40)

/** What a tool asks of the Studio, and its answer. */
async function asked(name: string, input: object, answer: unknown = {}): Promise<{ calls: unknown[]; said: { ok: boolean; text: string } }> {
  const calls: unknown[] = []
  const call = (method: string) => (given: unknown) => {
    calls.push([method, given])
    return Promise.resolve(method === 'commitOf' ? COMMIT : answer)
  }
  const studio = new Proxy({}, { get: (_, method) => call(String(method)) }) as Calls
  return { said: await answerTool(DESIGNER_TOOLS, studio, 'designer', name, input), calls }
}

it('odds are those of one character at a beat, and an answer that is too long says how to ask for less', async () => {
  const { calls, said } = await asked('odds', { as: 'Wren', at: 'HEAD~2' }, { actors: [] })
  expect(calls).toEqual([
    ['commitOf', { revision: 'HEAD~2' }],
    ['odds', { as: 'Wren', at: COMMIT }]
  ])
  expect(said).toEqual({ ok: true, text: '{"actors":[]}' })
  expect((await asked('odds', {}, { text: 'x'.repeat(70_000) })).said).toEqual({
    ok: false,
    text: 'The answer has 70011 characters, and at most 60000 can be sent. Ask for one character with "as", or at another beat.'
  })
})

it('a check reports its findings', async () => {
  expect((await asked('check', {}, { findings: [{ code: 'bad-file' }] })).said.text).toBe('{"findings":[{"code":"bad-file"}]}')
})

it('a turn runs again with another agent, seed and instruction', async () => {
  const { calls } = await asked('rerun', { at: 'main', agent: 'Offline', seed: 9, instruction: 'Be brief.' })
  expect(calls.at(-1)).toEqual(['rerun', { turn: COMMIT, seat: { agent: 'offline' }, seed: '9', instruction: 'Be brief.' }])
})

it.each([
  ['an unknown part', { path: 'constructor' }, 'The state has no part "constructor". Choose one of: facts.'],
  ['a part below a value', { path: 'facts/hatch/open' }, '"facts/hatch" has no part "open".']
])('the state has not %s', async (_, input, words) => {
  expect((await asked('state_at', input, { state: { facts: { hatch: true } } })).said).toEqual({ ok: false, text: words })
})
