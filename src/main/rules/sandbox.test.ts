import { describe, expect, test } from 'vitest'
import { Problem } from '../../shared/problem'
import { loadGame } from './load'
import { scriptedDice } from './scripted-dice'
import { tinyWorld } from './tiny-world'

/** A game of one action, `probe`, whose `execute` (or the whole file) is given. */
export function gameOf(files: Record<string, string>): Promise<Awaited<ReturnType<typeof loadGame>>> {
  return loadGame(new Map(Object.entries({ 'manifest.yaml': 'game: Probe\nversion: "1"\nentry_actions: [probe]\n', ...files })))
}
const probe = (body: string, before = ''): Record<string, string> => ({
  'actions/probe.ts': `${before}\nexport default { name: 'probe', description: 'Probes.', params: [], available: () => true,\nexecute(state, actor, params) {\n${body}\n} }\n`
})
async function running(body: string, before = ''): Promise<unknown> {
  const game = await gameOf(probe(body, before))
  try {
    return game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice(1, 2, 3, 4, 5, 6))
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.toJSON()
    throw thrown
  }
}

describe('a rule', () => {
  test('answers with what changes and what is told', async () => {
    expect(
      await running("return { stateDelta: { facts: { seen: true } }, narrative: `${state.actors[actor].name} sees ${roll('d6').total}.` }")
    ).toEqual({
      stateDelta: { facts: { seen: true } },
      narrative: 'Wren sees 1.'
    })
  })
  test('that throws is named with file and line', async () => {
    expect(await running('const nobody = state.actors.Nobody\nreturn nobody.name')).toEqual({
      code: 'rule-failed',
      message: 'The rule "probe" failed: TypeError: cannot read property \'name\' of undefined. Look at actions/probe.ts line 5.',
      data: { rule: 'probe', file: 'actions/probe.ts', line: 5 }
    })
  })
  test('that loops for ever is stopped, and its function named', async () => {
    expect(await running('let n = 0\nfor (;;) n++')).toEqual({
      code: 'rule-failed',
      message: 'The rule "probe" ran too long and was stopped. Look at actions/probe.ts line 3.',
      data: { file: 'actions/probe.ts', line: 3 }
    })
  })
})
