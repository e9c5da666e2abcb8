import { describe, expect, it } from 'vitest'
import type { Offer, PossibleOffer } from '../../../shared/story/game'
import { choice, offer } from '../offline/tiny-views.fixture'
import { changeWords, listingOf, listingWords } from './listing'
import { generalShapes } from './shapes'

const words = { name: 'text', type: 'string', description: 'What is said.', required: true } as const
const give = (items: Readonly<Record<string, string>>): Offer => offer('give', [choice('item', Object.keys(items), { labels: { ...items } })], 'free')
const SAY = offer('say', [words], 'free')
const WALK = offer('walk', [], 'free')
const possible = (...offers: Offer[]): PossibleOffer[] =>
  offers.map(({ params, ...one }) => ({ ...one, forms: [params, params.map((def) => (def.enum ? { ...def, enum: ['other'] } : def))] }))
const DECLARED = generalShapes([], possible(give({ rope: 'Rope' }), SAY, WALK, offer('hit', [choice('target', ['rat'])], 'free')))
const listing = (...offers: Offer[]) => listingOf(offers, DECLARED)

describe('the tools that can be used now', () => {
  it('are listed whole once, with the values that declarations lack', () => {
    expect(listingWords(listing(give({ rope: 'Coil of rope', bell: 'bell' }), SAY, WALK))).toBe(
      'You can use these tools now, with these values; any other use is refused:\n- give: item = rope (Coil of rope) | bell\n- without values to choose: say, walk'
    )
    expect(listingWords(listing())).toBe('You can use no tool now.')
  })

  it('are followed by what came, what changed and what went, and nothing if nothing did', () => {
    const one = listing(give({ rope: 'Rope', bell: 'Bell', chalk: 'Chalk', lamp: 'Lamp' }), SAY)
    const other = listing(give({ rope: 'Rope', bell: 'Bell', chalk: 'Chalk', oil: 'Flask of oil' }), WALK)
    expect(changeWords(one, one, one)).toBe('')
    expect(changeWords(one, other, one)).toBe(
      'Your tools have changed; what is not named here is as it was.\nNow also:\n- without values to choose: walk\nOther values:\n- give: item also oil (Flask of oil); item no longer lamp\nNo longer: say'
    )
  })

  it('come back by name if their values are as listed last, and a few that are left are named instead of the many that went', () => {
    const many = listing(give({ rope: 'Rope' }), WALK, SAY)
    const few = listing(SAY)
    expect(changeWords(many, few, many)).toBe('Your tools have changed; what is not named here is as it was.\nNothing else now than: say')
    expect(changeWords(few, many, many)).toBe(
      'Your tools have changed; what is not named here is as it was.\nAgain, with the values listed last: give, walk'
    )
  })

  it('show choices that never change only in the declaration', () => {
    const sort = offer('sort', [choice('by', ['age', 'name'])], 'free')
    const fixed = generalShapes([], [{ ...sort, forms: [sort.params, sort.params] }])
    expect(fixed[0]?.input_schema['properties']).toMatchObject({ by: { enum: ['age', 'name'] } })
    expect(listingWords(listingOf([sort], fixed))).toContain('- without values to choose: sort')
    expect(listingWords(listingOf([offer('sort', [choice('by', ['age'])], 'free')], fixed))).toContain('- sort: by = age')
  })

  it('say who acts, also if only one can', () => {
    const by = (as: string): Offer => offer('hit', [choice('target', ['rat'])], 'free', as)
    const declared = generalShapes(
      [],
      possible(by('Gant')).map((one) => ({ ...one, through: true }))
    )
    expect(declared[0]?.input_schema['properties']).toMatchObject({ as: { type: 'string' } })
    expect(listingWords(listingOf([by('Gant')], declared))).toContain('- hit: as? = Gant; target = rat')
    expect(listingWords(listingOf([by('Gant'), by('Loom')], declared))).toContain('- hit: as = Gant | Loom; target = rat')
  })

  it('name every one of sixty things, the shorter the more there are', () => {
    const things = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`thing-${n}`, n % 2 === 0 ? `Old thing ${n}` : `Relic ${n}`]))
    const text = listingWords(listing(give(things)))
    expect(Object.keys(things).filter((id) => !new RegExp(`(= |\\| )${id}( |$|\\n)`).test(text))).toEqual([])
    expect(text).toContain('thing-0 | thing-1 (Relic 1) | thing-2 |')
    const more = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`thing-${n}`, `Relic ${n}`]))
    expect(listingWords(listing(give(more)))).toContain('thing-88 | thing-89')
  })
})
