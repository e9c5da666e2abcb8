import { describe, expect, it } from 'vitest'
import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import { type Case, HARMLESS, PLANTED } from './cases.fixture'
import { contradictionsIn } from './find'
import { garden } from './garden.fixture'
import { station } from './station.fixture'
import { nightMail, sampleWorld, situation } from './worlds.fixture'

const worlds = { well: sampleWorld('cairn-hack'), stair: sampleWorld('totm'), mail: nightMail, garden, station }
const contradictionsOf = ([world, text, told = {}]: Case) => contradictionsIn(situation(worlds[world], text, told))
const planted = Object.entries(PLANTED).flatMap(([kind, cases]) => cases.map((one) => [kind as ContradictionKind, ...one] as const))

describe('of the planted contradictions', () => {
  it('there are more than sixty, of every kind, and as many harmless texts beside them', () => {
    expect([planted.length, HARMLESS.length]).toEqual([73, 68])
  })

  it('all but one are found, each with its quote, its fact and where the fact stands', () => {
    const missed = planted.flatMap(([kind, ...one]) => (contradictionsOf(one).some((mark) => mark.kind === kind) ? [] : [`${kind}: ${one[1]}`]))
    // A paraphrase that shares too few words with the guide to be distinguished from chance.
    expect(missed).toEqual(['secret: Whoever drinks the white water counts in their sleep.'])
    for (const [kind, ...one] of planted)
      for (const mark of contradictionsOf(one)) {
        expect(one[1].slice(mark.from, mark.to)).toBe(mark.quote)
        expect([kind, mark.fact]).toEqual([kind, expect.stringMatching(/^.+\.$/)])
        expect('file' in mark.source ? mark.source.file.length : mark.source.beat).toBeGreaterThan(0)
      }
  })
})

describe('of the harmless texts none is marked', () => {
  it.each(HARMLESS.map((one) => ({ world: one[0], text: one[1], one })))('$world: $text', ({ one }) => expect(contradictionsOf(one)).toEqual([]))
})
