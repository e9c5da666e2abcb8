import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Present } from '../../shared/present'
import { desk, type Desk } from '../playthroughs/studio.fixture'

let at: Desk
beforeEach(async () => {
  at = await desk()
  while (!(await at.studio.present())?.state.scene) await at.studio.step()
})
afterEach(() => at.close())

const lookUp = async (tool: string): Promise<unknown> => JSON.parse(await at.studio.lookUp({ who: 'DM', use: { tool, input: {} } })) as unknown

describe('the arbiter looks', () => {
  it('get_location: description, people with their stats, things, and the guide', async () => {
    const { state, lore } = (await at.studio.present()) as Present
    const id = state.scene?.place ?? ''
    const npcs = Object.entries(state.actors).filter(([, { kind, location }]) => kind === 'npc' && location === id)
    expect(npcs.length).toBeGreaterThan(0)
    expect(await lookUp('get_location')).toMatchObject({
      id,
      name: state.places[id]?.name,
      description: lore.places[id]?.description,
      gm_guide: lore.places[id]?.gm_guide,
      inventory: state.places[id]?.inventory,
      npcs: npcs.map(([npc, { name, stats }]) => ({ id: npc, name, stats }))
    })
  })

  it('get_exits: every way out that is open, with direction and risks, and nothing of what lies farther', async () => {
    const { state, lore } = (await at.studio.present()) as Present
    const id = state.scene?.place ?? ''
    const exitsThere = Object.entries(state.journeys).filter(
      ([, { from, requires }]) => from === id && (requires === undefined || state.facts[requires] === true)
    )
    const exits = (await lookUp('get_exits')) as { journey: string }[]
    expect(exits.map(({ journey }) => journey)).toEqual(exitsThere.map(([journey]) => journey))
    for (const [journey, { direction, risks, to }] of exitsThere)
      expect(exits.find((exit) => exit.journey === journey)).toMatchObject({ direction, risks, label: state.places[to]?.name })
    const farther = Object.entries(lore.places).filter(([place]) => place !== id)
    expect(farther.filter(([, { description }]) => JSON.stringify(exits).includes(description.slice(0, 40)))).toEqual([])
  })

  it('the DM is told the place, each way out with its risks, the floors of the rules, and no place that lies farther', async () => {
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
