import { expect, it } from 'vitest'
import { loadGame } from './load-game'
import { stripAll } from './strip-thread'

const MANIFEST = 'game: Tiny\nversion: "1"\nentry_actions: [wait]\n'
const WAIT = `export default { name: 'wait', description: 'Waits.', params: () => [], available: () => true, execute: () => ({ stateDelta: {}, narrative: 'Waits.' }) }\n`
const nested = `x = ${'<T>('.repeat(25)}c${')'.repeat(25)}\n`

it('type parameters nested too deep to read are told as too long, and the thread after them reads on', async () => {
  const files = new Map([
    ['manifest.yaml', MANIFEST],
    ['actions/wait.ts', nested]
  ])
  expect(nested.length).toBeLessThan(140)
  await expect(loadGame(files)).rejects.toMatchObject({
    code: 'bad-file',
    message: 'actions/wait.ts takes too long to read as TypeScript. Simplify its types.'
  })
  const game = await loadGame(new Map([...files, ['actions/wait.ts', WAIT]]))
  expect(Object.keys(game.actions)).toEqual(['wait'])
  game.dispose()
})

it('what cannot be read and what counts with huge integers is told by line', () => {
  expect([
    ...stripAll(
      new Map([
        ['a', 'let a: number = 1'],
        ['b', 'let b = 1\nlet c = 5n'],
        ['c', 'let = = 2']
      ])
    ).values()
  ]).toEqual([{ code: 'let a = 1' }, { bigint: 2 }, { fault: expect.stringContaining('(1:') }])
})
