import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../../shared/base/abort'
import { resultWords, howWords, type FindResult, type FindNews } from '../../../shared/analysis/analysis'
import { evaluate, isTruthy } from '../../../shared/predicate/evaluate'
import { parse } from '../../../shared/predicate/parse'
import { partsOf } from '../../../shared/predicate/parts'
import type { Value } from '../../../shared/predicate/tree'
import { Problem } from '../../../shared/base/problem'
import { OpenCampaign } from '../open-campaign'
import { desk, playOn, type Desk } from '../../playthroughs/studio.fixture'
import { find } from './find'
import type { BeatLine } from './line'
import { Analysis } from './analysis'

let at: Desk
let campaign: OpenCampaign
let head = ''
beforeAll(async () => {
  at = await desk()
  await playOn(at.studio, 70)
  await at.studio.branch({ at: (await at.studio.present())?.head ?? '', name: 'other' })
  await playOn(at.studio, 5)
  head = await at.head()
  campaign = await OpenCampaign.open(at.dir, { readOnly: true, clock: () => 0 })
})
afterAll(async () => {
  campaign.dispose()
  await at.close()
})

const collected = async (news: AsyncIterable<FindNews>): Promise<FindNews[]> => {
  const out: FindNews[] = []
  for await (const one of news) out.push(one)
  return out
}
const resultsIn = (news: readonly FindNews[]): FindResult[] => news.flatMap((one) => (one.kind === 'finding' ? [one.finding] : []))

/** The full states of the line, oldest first, read through the usual hydrator. */
function states(): { commit: string; value: (text: string) => Value }[] {
  const out = []
  for (let id: string | undefined = head; id !== undefined; id = campaign.history.commit(id).parents[0]) {
    const { state } = campaign.past.hydratedAt(id)
    out.unshift({ commit: id, value: (text: string) => evaluate(parse(text).root, partsOf(state)) })
  }
  return out
}

describe('finding the moment', () => {
  it.each([
    'any.player.hp < any.player.max.hp',
    'all.actor.STR > 0',
    'clock.minutes > 5',
    'scene.open and scene.title != ""',
    'turn.phase == "player"',
    'place.throat-yard.visited',
    'beat >= 40',
    'fight',
    'any.player.has("torch")',
    'any.player.location == "throat-yard"'
  ])('comes to what every whole state comes to: %s', async (text) => {
    const line = states()
    const truth = line.map(({ commit, value }) => ({ commit, holds: isTruthy(value(text)) }))
    const flips = truth.filter((one, i) => i > 0 && one.holds !== truth[i - 1]?.holds)
    const known = new Analysis(campaign)
    const [finding] = resultsIn(await collected(known.find(text, head)))
    expect(finding).toMatchObject({ how: 'scanned', confirmed: true, beats: line.length, unread: 0, more: 0 })
    expect(finding?.flips.map(({ commit, holds }) => ({ commit, holds }))).toEqual(flips)
    expect(finding?.first?.commit).toBe(truth.find((one) => one.holds)?.commit)
    expect(finding?.last?.commit).toBe(truth.findLast((one) => one.holds)?.commit)
    expect(finding?.now).toBe(truth.at(-1)?.holds)
  })

  it('reports a value in runs, and continues after a commit', async () => {
    const line = states()
    const known = new Analysis(campaign)
    const whole = await known.watch('sum.player.hp', head)
    const values = line.map(({ value }) => value('sum.player.hp'))
    expect(whole.values).toEqual(values.filter((one, i) => i === 0 || one !== values[i - 1]))
    expect(whole).toMatchObject({ end: head, to: line.length - 1 })
    const middle = line[40]?.commit
    const rest = await known.watch('sum.player.hp', head, middle)
    expect(rest.from[0]).toBe(41)
    expect([rest.values[0], rest.values.at(-1)]).toEqual([values[41], values.at(-1)])
  })

  it('refuses a name that never existed, and accepts one that existed once', async () => {
    const failing = (text: string): Promise<Problem> =>
      collected(new Analysis(campaign).find(text, head)).then(
        () => Promise.reject(new Error('found')),
        (thrown: unknown) => thrown as Problem
      )
    const nobody = await failing('actor.Wrenn.hp == 0')
    expect(nobody).toMatchObject({ code: 'bad-input', data: { at: 6, end: 11 } })
    expect(nobody.message).toMatch(/^There is no character "Wrenn"\./)
    expect((await failing('actor.')).data).toMatchObject({ at: 5, end: 6 })
  })

  it('ends when it is stopped', async () => {
    expect(await collected(new Analysis(campaign).find('fight', head, { ...never, aborted: true }))).toEqual([])
  })

  it('goes over the wire: problems with their place, news as they come', async () => {
    const news = await collected(at.studio.find({ expression: 'beat > 3' }))
    expect(resultsIn(news).at(-1)).toMatchObject({ first: { n: 4 }, now: true, flips: [{ n: 4, holds: true }] })
    expect((await at.studio.vocabulary({})).condition).toContain('down')
    expect((await at.studio.watch({ expression: 'beat > 3' })).values).toEqual([false, true])
  })
})

describe('a long line', () => {
  const line = (count: number): BeatLine => ({
    ids: Array.from({ length: count }, (_, i) => `c${i}`),
    trees: Array.from({ length: count }, (_, i) => String(i)),
    numbers: Array.from({ length: count }, (_, i) => i),
    count
  })
  /** Searches a line on which the expression holds at the beats in `is`; returns the news and the number of beats read. */
  const search = async (text: string, is: (n: number) => boolean): Promise<{ findings: FindResult[]; firstLooks: number }> => {
    let looks = 0
    let firstLooks = 0
    const findings: FindResult[] = []
    const at = (tree: string): { value: Value; unread: boolean } => ({ value: (looks++, is(Number(tree))), unread: false })
    for await (const news of find(parse(text), line(2500), { at }, never)) {
      if (news.kind !== 'finding') continue
      if (findings.push(news.finding) === 1) firstLooks = looks
    }
    return { findings, firstLooks }
  }

  it('bisects an expression that can change once, reports at once and confirms later', async () => {
    const { findings, firstLooks } = await search('clock.minutes > 60', (n) => n >= 1777)
    expect(firstLooks).toBeLessThan(20)
    expect(findings.map(({ how, confirmed, first, flips }) => ({ how, confirmed, first, flips: flips.length }))).toEqual([
      { how: 'bisected', confirmed: false, first: { commit: 'c1777', n: 1777 }, flips: 1 },
      { how: 'bisected', confirmed: true, first: { commit: 'c1777', n: 1777 }, flips: 1 }
    ])
    expect(findings.map(howWords)).toEqual([
      'The search looked at a few beats. The answer is right if the value changes only once; that is being checked.',
      'All 2,500 beats checked.'
    ])
  })

  it('corrects a bisected finding if the clock was set back', async () => {
    const { findings } = await search('clock.minutes > 60', (n) => (n >= 300 && n < 310) || n >= 1777)
    expect(findings.at(-1)).toMatchObject({ how: 'scanned', confirmed: true, first: { n: 300 }, last: { n: 2499 } })
    expect(findings.at(-1)?.flips.map(({ n }) => n)).toEqual([300, 310, 1777])
    expect(findings.map(resultWords).at(-1)).toBe('It is first true at beat 300, and is true at the end. It changes 3 times.')
  })

  it('falls once: it holds from the beginning', async () => {
    const { findings } = await search('not place.rim.visited', (n) => n < 9)
    expect(findings).toEqual([
      expect.objectContaining({ how: 'bisected', confirmed: false, first: { commit: 'c0', n: 0 }, last: { commit: 'c8', n: 8 } }),
      expect.objectContaining({ how: 'bisected', confirmed: true, first: { commit: 'c0', n: 0 }, last: { commit: 'c8', n: 8 } })
    ])
    expect(findings.map(resultWords).at(-1)).toBe('It is first true at beat 0, and last at beat 8. It changes once.')
  })

  it('scans the line for an expression that can change repeatedly, and says so', async () => {
    const { findings } = await search('actor.Wren.hp == 0', () => false)
    expect(findings.map((one) => [one.how, resultWords(one), howWords(one)])).toEqual([
      ['scanned', 'It is never true on this branch of 2,500 beats.', 'All 2,500 beats checked.']
    ])
  })

  it('counts the changes beyond those that are listed', async () => {
    const { findings } = await search('fight', (n) => n % 2 === 1)
    expect(findings[0]).toMatchObject({ more: 1999, first: { n: 1 }, last: { n: 2499 } })
    expect(findings[0]?.flips).toHaveLength(500)
  })
})
