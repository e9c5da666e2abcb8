import { describe, expect, it } from 'vitest'
import type { SeenActor } from '../../../shared/table/agents'
import { summary } from './summary'
import { bystander, choice, count, turnsOf, DM_OFFERS, dmView, entry, offer, PLAYER_OFFERS, someone, uses, viewOf } from './tiny-views.fixture'

const breathless = (id: string, more: Partial<SeenActor> = {}): SeenActor =>
  someone(id, { sheet: { ...someone(id).sheet!, stats: { STR: 10, hp: 0 } }, ...more })
/** A character whose sheet is hidden, as players see each other. */
const mate = (id: string, more: Partial<SeenActor> = {}): SeenActor => {
  const { sheet: _, ...seen } = someone(id, more)
  return seen
}
const bleeding = { canAct: false, conditions: { critical: 'Critically wounded' } }
const scuttle = bystander('Scuttle', { attitude: 'hostile' })

describe('a player in peril', () => {
  it('a player rests before anything else when short of hit points, and when a companion was hit', () => {
    const hit = entry('DM', 'system', 'It catches Tobit for 4.', {
      action: 'hazard',
      rolls: [{ expr: 'd6', dice: [4], total: 4, label: 'harm', target: 'Tobit' }]
    })
    const own = turnsOf(viewOf({ actors: [breathless('Wren'), mate('Tobit'), mate('Pym')] }), PLAYER_OFFERS)
    const other = turnsOf(viewOf({ actors: [someone('Wren'), mate('Tobit'), mate('Pym')], log: [hit] }), PLAYER_OFFERS)
    expect(count(own, ({ tool }) => tool === 'rest')).toBeGreaterThan(own.length * 0.8)
    expect(count(other, ({ tool }) => tool === 'rest')).toBeGreaterThan(other.length * 0.5)
  })

  it('a player too weak for a foe leaves by a known exit', () => {
    const calls = turnsOf(viewOf({ actors: [breathless('Wren'), mate('Tobit'), scuttle] }), PLAYER_OFFERS)
    expect(count(calls, ({ input }) => input['journey'] === 'yard--walk')).toBeGreaterThan(calls.length * 0.8)
  })

  it('a player flees with a fallen companion rather than alone', () => {
    const actors = [breathless('Wren'), mate('Tobit', bleeding), mate('Pym', { location: 'walk' }), scuttle]
    const offers = [
      offer('attack', [choice('target', ['Scuttle'])]),
      offer('flee', [choice('carry', ['Tobit'], { type: 'target', required: false })])
    ]
    const calls = turnsOf(viewOf({ mode: 'combat', round: 2, actors }), offers)
    expect(count(calls, ({ input }) => input['carry'] === 'Tobit')).toBeGreaterThan(calls.length * 0.6)
  })

  it('a player goes back for a fallen companion', () => {
    const calls = turnsOf(viewOf({ actors: [someone('Wren'), mate('Tobit', { ...bleeding, location: 'inn' })] }), PLAYER_OFFERS)
    expect(count(calls, ({ input }) => input['journey'] === 'yard--inn')).toBeGreaterThan(calls.length * 0.9)
  })
})

describe('a DM whose party is in peril', () => {
  const log = [entry('DM', 'narration', 'Throat Yard is quiet.')]
  const offers = [
    ...DM_OFFERS,
    offer('start-combat', [choice('foes', ['Scuttle', 'Eel'], { many: true })], 'free'),
    offer('hazard', [choice('target', ['Wren', 'Tobit'], { type: 'target' }), choice('stat', ['STR']), choice('damage', ['d4', 'd8'])], 'free')
  ]
  const eel = bystander('Eel', { attitude: 'hostile' })

  it('the DM lets a weak party leave, and never sends more foes than it can match', () => {
    const tired = uses(dmView({ spent: { narrate: 1 }, log, actors: ['Wren', 'Tobit', 'Pym'].map((id) => breathless(id)).concat(scuttle) }), offers)
    expect(count(tired, ({ tool }) => tool === 'start-combat')).toBeLessThan(tired.length * 0.15)
    const hale = uses(dmView({ spent: { narrate: 1 }, log, actors: [...viewOf().actors, scuttle, eel] }), offers)
    const begun = hale.filter(({ tool }) => tool === 'start-combat')
    expect(begun.length).toBeGreaterThan(hale.length * 0.5)
    expect(begun.every(({ input }) => (input['foes'] as string[]).length === 1)).toBe(true)
  })

  it("the DM doesn't endanger anybody without hit points", () => {
    const scene = { ...dmView().scene!, turns: 12 }
    const place = { ...viewOf().place!, tags: {} }
    const calls = uses(dmView({ spent: { narrate: 1 }, log, scene, place, actors: [breathless('Wren'), someone('Tobit')] }), offers)
    expect(new Set(calls.filter(({ tool }) => tool === 'hazard').map(({ input }) => input['target']))).toEqual(new Set(['Tobit']))
  })

  it("the DM asks the weakest first, and doesn't close a scene in which somebody is dying", () => {
    const weary = uses(dmView({ spent: { narrate: 1 }, log, actors: [someone('Wren'), breathless('Tobit'), someone('Pym')] }), DM_OFFERS)
    const calls = weary.filter(({ tool }) => tool === 'call_on')
    expect(new Set(calls.map(({ input }) => String(input['who'])))).toEqual(new Set(['Tobit']))
    const story = dmView().story!.map((event) => Object.assign({}, event, { done: true }))
    const hurt = uses(dmView({ spent: { narrate: 1 }, log, story, actors: [someone('Wren'), someone('Tobit', bleeding)] }), DM_OFFERS)
    expect(count(hurt, ({ tool }) => tool === 'end_scene')).toBe(0)
  })

  it('the summary says that nobody is left', () => {
    const dead = { canAct: false, conditions: { dead: 'Dead' } }
    const actors = [someone('Wren', dead), someone('Tobit', dead), someone('Pym', { canAct: false })]
    for (const closing of ['scene', 'session', 'campaign'] as const)
      expect(summary(dmView({ phase: 'close', closing, actors }))).toContain('- Nobody of the party is left to go on: Wren and Tobit are dead.\n')
    expect(summary(dmView({ phase: 'close', closing: 'scene' }))).not.toContain('Nobody of the party')
  })
})
