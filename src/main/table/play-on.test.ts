import { expect, it } from 'vitest'
import { never } from '../../shared/base/abort'
import type { Beat } from '../../shared/story/play'
import type { PlayNews } from '../../shared/contract/table-calls'
import { ready } from '../engine/people'
import { tinyGame } from '../engine/tiny-game.fixture'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { playOn } from './play-on'

it('prints and counts every beat of a turn with a plan, also a narration between two skills', async () => {
  const [state, game] = [tinyWorld(), tinyGame()]
  const beat = (n: number, kind: Beat['kind']): Beat => ({ id: String(n), n, kind }) as Beat
  let listener: (event: object) => void = () => undefined
  const table = {
    hands: {},
    listen: (heard: (event: object) => void) => {
      listener = heard
      return () => undefined
    },
    step: async () => {
      const beats = [beat(1, 'skill'), beat(2, 'play'), beat(3, 'skill'), beat(4, 'play')]
      for (const one of beats) listener({ kind: 'beat', beat: one })
      return beats[3]
    }
  }
  const campaign = { snapshot: { state, game }, turns: { of: () => undefined }, external: { list: () => [] } }
  const news: PlayNews[] = []
  for await (const one of playOn({ campaign, table } as unknown as Parameters<typeof playOn>[0], { beats: 2 }, never)) news.push(one)
  expect(news.flatMap((one) => (one.kind === 'beat' ? [one.beat.n] : []))).toEqual([1, 2, 3, 4])
  expect(news.at(-1)).toEqual({
    kind: 'played',
    played: { beats: 4, scenes: 0, sessions: 0, lost: ready(state, game).length === 0, ended: false }
  })
})
