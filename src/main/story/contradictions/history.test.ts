import { expect, it } from 'vitest'
import type { Commit } from '../../campaign/history'
import { Hydrator } from '../../campaign/hydrate'
import { CHECKER_VERSION } from './find'
import { Contradictions } from './history'
import { idOf, narratedLine } from './line.fixture'

it('checks each beat once, goes on from what is known, and remembers it for the next start', async () => {
  const { objects, commits, lists } = narratedLine(['They wait.', 'Wren is dead.', 'The crows lift.', 'Tobit dies.'])
  let read = 0
  const commit = (id: string): Commit => {
    read++
    return commits.get(id) as Commit
  }
  const history = { commit }
  let file: Buffer | undefined
  const keptFile = { read: () => file, write: (content: Buffer) => ((file = content), true) }
  const fresh = () => new Contradictions({ history, past: { files: new Hydrator(objects), listsAt: async () => lists } }, keptFile)
  const words = async (of: Contradictions, head: string, after?: string) =>
    (await of.upTo(head, after)).flatMap(({ beat, contradictions }) => contradictions.map(({ quote }) => `${beat} ${quote}`))

  const one = fresh()
  expect(await words(one, idOf(3))).toEqual(['2 Wren is dead.'])
  expect(await words(one, idOf(4), idOf(3))).toEqual(['4 Tobit dies.'])
  expect(await words(one, idOf(4))).toEqual(['2 Wren is dead.', '4 Tobit dies.'])

  const cost = async (of: Contradictions): Promise<number> => {
    read = 0
    await of.upTo(idOf(4), idOf(3))
    return read
  }
  const first = await cost(new Contradictions({ history, past: { files: new Hydrator(objects), listsAt: async () => lists } }))
  const again = fresh()
  expect(await words(again, idOf(4))).toEqual(['2 Wren is dead.', '4 Tobit dies.'])
  expect(await cost(again)).toBeLessThan(first)

  for (const spoilt of [
    '',
    '{',
    JSON.stringify({ checker: CHECKER_VERSION + 1, tips: [idOf(4)], beats: {} }),
    JSON.stringify({ checker: CHECKER_VERSION, tips: 7, beats: {} })
  ]) {
    file = Buffer.from(spoilt)
    expect(await words(fresh(), idOf(4))).toEqual(['2 Wren is dead.', '4 Tobit dies.'])
  }
})
