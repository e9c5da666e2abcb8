import { expect, it } from 'vitest'
import type { TodayWorld } from '../../shared/contract/today-calls'
import { command } from './program.fixture'

const branch = { name: 'again', head: 'b'.repeat(40), current: true }
const world: TodayWorld = {
  at: 'a'.repeat(40),
  edits: [{ commit: 'c'.repeat(40), n: 44, label: 'removed The Mill' }],
  takenBack: [],
  conflicts: [
    {
      id: 'at Wren',
      words: 'Wren is in The Mill, which is gone.',
      choices: [
        { id: 'put quay', words: 'Put Wren in The Quay' },
        { id: 'back', words: 'Bring The Mill back' }
      ],
      preselected: 'put quay'
    }
  ]
}
const answers = {
  todayAt: () => world,
  restartToday: () => branch,
  missingEdits: () => [{ from: 'proscenium', to: 'again', edits: world.edits }],
  bringing: () => ({ ...world, conflicts: [] }),
  bringEdits: () => branch
}

it('restart prints what to decide and writes nothing until it is decided, one by one or as suggested', async () => {
  const { code, out, asked } = await command(['restart', '/w', 'HEAD~20'], answers)
  expect([code, asked.map(([name]) => name)]).toEqual([1, ['open', 'todayAt']])
  expect(out[0]?.split('\n')).toEqual([
    'Edits that come along',
    '  44 cccccccc removed The Mill',
    'To decide with --decide, or with --suggested for the choices with a star',
    '  Wren is in The Mill, which is gone.',
    '    * "at Wren=put quay"  Put Wren in The Quay',
    '      "at Wren=back"  Bring The Mill back',
    '',
    'Nothing was written, because some differences are undecided.'
  ])
  const restarted = async (...flags: string[]): Promise<unknown> => (await command(['restart', '/w', 'HEAD~20', ...flags], answers)).asked.at(-1)
  const made = (choices: object): unknown => ['restartToday', { at: 'HEAD~20', today: 'HEAD', choices }]
  expect(await restarted('--suggested')).toEqual(made({ 'at Wren': 'put quay' }))
  expect(await restarted('--decide', 'at Wren=back')).toEqual(made({ 'at Wren': 'back' }))
})

it('bring lists the edits that branches lack, and brings all that a branch lacks or the named ones', async () => {
  expect((await command(['bring', '/w'], answers)).out).toEqual(['1 edit on proscenium not on again\n  44 cccccccc removed The Mill'])
  const brought = async (...args: string[]): Promise<unknown> => (await command(['bring', '/w', 'again', ...args], answers)).asked.at(-1)
  expect(await brought()).toEqual(['bringEdits', { edits: ['c'.repeat(40)], to: 'again', choices: {} }])
  expect(await brought('abc')).toEqual(['bringEdits', { edits: ['abc'], to: 'again', choices: {} }])
  expect(await command(['bring', '/w', 'main'], answers)).toMatchObject({ code: 1, err: [expect.stringContaining('has every edit')] })
})
