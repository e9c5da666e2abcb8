import { expect, it } from 'vitest'
import { priceWords } from '../../../shared/words/contradiction-words'
import { Hydrator } from '../../campaign/hydrate'
import { judgePrice } from './judge'
import { Judgements } from './judgements'
import { idOf, narratedLine } from './line.fixture'

const usage = { input: 900, output: 40, cacheRead: 0, cacheWrite: 0 }
const SOLD = { kind: 'player', quote: 'Wren sells the well.', from: 0, to: 20, fact: 'Wren chose nothing.', source: { beat: 1 }, model: 'm' } as const
const scene = 'sessions/session-1/001-scene'
const stored = (judge: number, beats: object): Judgements => {
  const file = Buffer.from(JSON.stringify({ judge, usage, beats }))
  return new Judgements({ read: () => file, write: () => true })
}
/** What a model would be asked about a line of three beats, in words. */
async function price(judged: Judgements): Promise<string> {
  const { objects, commits, lists } = narratedLine(['The crows lift.', 'Wren sells the well.', 'They wait.'])
  const history = { commit: (id: string) => commits.get(id) as never }
  const story = { history, past: { files: new Hydrator(objects), listsAt: async () => lists } }
  return priceWords(await judgePrice({ story, judged, model: 'm', breathe: async () => undefined }, idOf(3)))
}

it("says which judgements are out of date because they answer an older request or can't be read, and still counts their cost", async () => {
  const beat = { model: 'm', beat: 2, scene, contradictions: [SOLD] }
  for (const judged of [stored(1, { [idOf(2)]: beat }), stored(2, { [idOf(2)]: { ...beat, contradictions: 7 } })]) {
    expect([judged.of(idOf(2)), judged.ledger()]).toEqual([undefined, usage])
    expect(await price(judged)).toMatch(/^m would judge 3 beats .* The earlier judgments of 1 beat are out of date and no longer count\.$/)
    judged.add('m', [{ commit: idOf(2), beat: 2, scene, contradictions: [] }], usage)
    expect(await price(judged)).toMatch(/^m would judge 2 beats [^]*(?<!any more\.)$/)
  }
})

it('a judgement that cannot be read affects no other', () => {
  const judged = stored(2, { [idOf(1)]: 'x', [idOf(2)]: { model: 'm', beat: 2, scene, contradictions: [SOLD] } })
  expect([judged.isOutdated(idOf(1)), judged.isJudged(idOf(2), 'm')]).toEqual([true, true])
})
