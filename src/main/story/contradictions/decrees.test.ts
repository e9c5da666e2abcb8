import { expect, it } from 'vitest'
import { contradictionsIn } from './find'
import { sampleWorld, situation, type SceneSketch } from './worlds.fixture'

const well = sampleWorld('cairn-hack')
/** What is marked if the DM sets a fact; `by` and `more` change its entry. */
function marks(fact: string, sketch: SceneSketch = {}, more: object = {}): string[] {
  const set = situation(well, 'So it is.', sketch)
  const entry = {
    at: '',
    beat: 20,
    by: 'DM',
    kind: 'system' as const,
    text: 'So it is.',
    action: 'set-fact',
    changes: { facts: { [fact]: true } },
    ...more
  }
  return contradictionsIn({ ...set, entry }).map(({ kind, fact: words }) => `${kind}: ${words}`)
}

it('marks a fact that ends an event or a quest and that the DM sets by itself', () => {
  expect(marks('patience-settled')).toEqual(['decree: The fact “patience-settled” ends “Nought”, and no play brought it about.'])
  expect(marks('wall-open')).toEqual([expect.stringContaining('decree: The fact “wall-open” ends')])
})

it('marks no other fact, none that a player or a roll brought about, and none that holds already', () => {
  const rolls = [{ expr: 'd20', total: 4 }]
  expect([
    marks('it-rains'),
    marks('patience-settled', {}, { by: 'Wren' }),
    marks('patience-settled', {}, { rolls }),
    marks('patience-settled', {}, { changes: { facts: { 'patience-settled': false } } }),
    marks('patience-settled', { state: { facts: { 'patience-settled': true } } })
  ]).toEqual([[], [], [], [], []])
})

it('leaves the event of the present scene to the DM if nothing in the world gives its fact', () => {
  const story = [{ ...well.lore.story[0], id: 'Own', title: 'Own', done_when: ['decided'], outcomes: [] }] as typeof well.lore.story
  const own = { ...well, lore: { ...well.lore, story } }
  const entry = { at: '', beat: 20, by: 'DM', kind: 'system' as const, text: 'So.', action: 'set-fact', changes: { facts: { decided: true } } }
  const inScene = (id: string) => contradictionsIn({ ...situation(own, '', { state: { scene: { story: id } } }), entry })
  expect([inScene('Own'), inScene('Other').map(({ kind }) => kind)]).toEqual([[], ['decree']])
})
