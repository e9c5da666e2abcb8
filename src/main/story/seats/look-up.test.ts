import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/base/json'
import type { Place } from '../../../shared/story/state'
import type { Present } from '../../../shared/table/present'
import { desk, type Desk } from '../../playthroughs/studio.fixture'

let at: Desk
beforeEach(async () => {
  at = await desk()
  while (!(await at.studio.present())?.state.scene) await at.studio.step()
})
afterEach(() => at.close())

const lookUp = (tool: string): Promise<string> => at.studio.lookUp({ who: 'DM', use: { tool, input: {} } })

/** Every word and number in a value, keys of true flags among them. */
const leaves = (value: Json): string[] => {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => (one === true ? [key] : one === false ? [] : leaves(one)))
  return [String(value).replaceAll(/\s+/g, ' ').trim()]
}
/** What of a value a text doesn't say. */
const missing = (text: string, value: unknown): string[] => leaves(value as Json).filter((one) => !text.replaceAll(/\s+/g, ' ').includes(one))

describe('the arbiter looks', () => {
  it('get_location: description, people with their stats, things, and the guide', async () => {
    const { state, lore } = (await at.studio.present()) as Present
    const id = state.scene?.place ?? ''
    const npcs = Object.entries(state.actors).filter(([, { kind, location }]) => kind === 'npc' && location === id)
    expect(npcs.length).toBeGreaterThan(0)
    const text = await lookUp('get_location')
    const { senses: _, ...prose } = lore.places[id] ?? { senses: [] }
    const place: Partial<Place> = state.places[id] ?? {}
    expect(
      missing(text, [
        id,
        place.name,
        place.region,
        prose,
        Object.values(place.features ?? {}).map(({ name, text, fact }) => [name, text, fact ?? ''])
      ])
    ).toEqual([])
    expect(missing(text, [Object.keys(place.features ?? {}), place.inventory ?? {}, place.tags ?? {}])).toEqual([])
    for (const [npc, { name, stats }] of npcs)
      expect(text).toContain(
        `- ${name} (${npc}), an NPC: ${Object.entries(stats)
          .map(([stat, n]) => `${stat} ${n}`)
          .join(', ')}`
      )
    // Sentences, not data.
    expect(text).not.toMatch(/[{}[\]]|":/)
  })

  it('get_exits: every way out that is open, with direction and risks, and nothing of what lies farther', async () => {
    const { state, lore } = (await at.studio.present()) as Present
    const id = state.scene?.place ?? ''
    const exitsThere = Object.entries(state.journeys).filter(
      ([, { from, requires }]) => from === id && (requires === undefined || state.facts[requires] === true)
    )
    const [title, ...exits] = (await lookUp('get_exits')).split('\n')
    expect(title).toBe(`Exits of ${state.places[id]?.name} (${id}):`)
    expect(exits.map((line) => /^- ([^:]+): /.exec(line)?.[1])).toEqual(exitsThere.map(([journey]) => journey))
    for (const [i, [journey, { direction, risks, to, duration }]] of exitsThere.entries())
      expect(missing(exits[i] ?? '', [direction, risks, to, duration, state.places[to]?.name ?? '', lore.journeys[journey] ?? ''])).toEqual([])
    const farther = Object.entries(lore.places).filter(([place]) => place !== id)
    expect(farther.filter(([, { description }]) => exits.join('\n').includes(description.slice(0, 40)))).toEqual([])
  })

  it('the DM’s context has the place, each exit with its risks, the floors of the rules, and no farther place', async () => {
    const { state, lore } = (await at.studio.present()) as Present
    const id = state.scene?.place ?? ''
    const { pieces } = await at.studio.context({ who: 'DM' })
    const place = pieces.find((piece) => piece.id === 'place')?.text ?? ''
    expect(place).toContain(lore.places[id]?.description.slice(0, 40))
    const exitsThere = Object.values(state.journeys).filter(
      ({ from, requires }) => from === id && (requires === undefined || state.facts[requires] === true)
    )
    for (const { direction, risks, to } of exitsThere)
      for (const part of [direction, state.places[to]?.name ?? '?', ...risks]) expect(place).toContain(part)
    expect(pieces.some(({ text }) => text.includes('Limits that the rules keep:'))).toBe(true)
    const contextText = pieces.map(({ text }) => text).join('\n')
    const farther = Object.entries(lore.places).filter(([other]) => other !== id)
    expect(
      farther.filter(([, { description, gm_guide }]) =>
        [description, gm_guide].some((prose) => prose !== '' && contextText.includes(prose.slice(0, 40)))
      )
    ).toEqual([])
  })
})
