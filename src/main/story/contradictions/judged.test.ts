import { expect, it } from 'vitest'
import { priceWords } from '../../../shared/words/contradiction-words'
import { Hydrator } from '../../campaign/hydrate'
import { judgePrice } from './judge'
import { Judged } from './judged'
import { idOf, toldOn } from './line.fixture'

const usage = { input: 900, output: 40, cacheRead: 0, cacheWrite: 0 }
const SOLD = { kind: 'player', quote: 'Wren sells the well.', from: 0, to: 20, fact: 'Wren chose nothing.', source: { beat: 1 }, model: 'm' } as const
const scene = 'sessions/session-1/001-scene'
const stored = (judge: number, beats: object): Judged => {
  const file = Buffer.from(JSON.stringify({ judge, usage, unpriced: [], beats }))
  return new Judged({ read: () => file, write: () => true })
}
/** What a model would be asked about a line of three beats, in words. */
async function price(judged: Judged): Promise<string> {
  const { objects, commits, lists } = toldOn(['The crows lift.', 'Wren sells the well.', 'They wait.'])
  const history = { commit: (id: string) => commits.get(id) as never }
  const story = { history, files: new Hydrator(objects), listsAt: async () => lists }
  return priceWords(await judgePrice({ story, judged, model: 'm', breathe: async () => undefined }, idOf(3)))
}

it('reads judgements that were stored under the key of an older version', async () => {
  const judged = stored(1, { [idOf(2)]: { model: 'm', beat: 2, scene, found: [SOLD] }, [idOf(3)]: { model: 'm', beat: 3, scene, found: [] } })
  expect(judged.of(idOf(2))).toEqual({ beat: 2, scene, contradictions: [SOLD] })
  expect([judged.isJudged(idOf(2), 'm'), judged.isJudged(idOf(3), 'm'), judged.ledger().usage]).toEqual([true, true, usage])
  expect(await price(judged)).toMatch(/^m would judge 1 beat in 1 request/)
})

it('says which judgements are out of date: of another question, or in a shape that nobody reads; their cost counts', async () => {
  const beat = { model: 'm', beat: 2, scene, contradictions: [SOLD] }
  for (const judged of [stored(0, { [idOf(2)]: beat }), stored(1, { [idOf(2)]: { ...beat, contradictions: 7 } })]) {
    expect([judged.of(idOf(2)), judged.ledger().usage]).toEqual([undefined, usage])
    expect(await price(judged)).toMatch(/^m would judge 3 beats .* The earlier judgments of 1 beat are out of date and no longer count\.$/)
    judged.add('m', [{ commit: idOf(2), beat: 2, scene, contradictions: [] }], usage)
    expect(await price(judged)).toMatch(/^m would judge 2 beats [^]*(?<!any more\.)$/)
  }
})

it('one judgement that cannot be read costs no other', () => {
  const judged = stored(1, { [idOf(1)]: 'x', [idOf(2)]: { model: 'm', beat: 2, scene, contradictions: [SOLD] } })
  expect([judged.isOutdated(idOf(1)), judged.isJudged(idOf(2), 'm')]).toEqual([true, true])
})
