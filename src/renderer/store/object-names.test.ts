import { describe, expect, it } from 'vitest'
import { drawingOf } from '../../shared/map/drawing'
import { worldOf } from '../../shared/map/made.fixture'
import { hueOf } from '../../shared/story/hues'
import { proseOf } from '../../shared/words/prose'
import { nameOf } from '../ui/names'
import { rowsOf } from '../world/edit/outline/rows'
import { heatMarks } from '../world/heat/heat-marks'
import { noMarks } from '../world/marks'
import { withoutDraft, withFault, withSavedDraft, withDraft } from './drafts'
import { withEvent } from './story'
import { arrival, beat, present, state } from './tiny.fixture'

/** Property names that every object inherits; an id may have such a name. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__proto__']

describe.each(NAMES)('a missing entry named "%s"', (id) => {
  it('has no name, hue or prose', () => {
    const { actors } = state()
    expect([nameOf(actors, id), hueOf(actors, id)]).toEqual([id, 'npc'])
    const none = { description: '', gm_guide: '', senses: [] }
    for (const what of ['place', 'journey', 'region'] as const) expect(proseOf(present().lore, what, id)).toEqual(none)
  })
  it('starts its private talk', () => {
    const log = { scene: 's', title: '', entries: [], private: {} }
    const said = { ...arrival(beat('a1', 1), 1), private: [{ player: id, at: '', beat: 1, by: 'DM', text: 'Psst.' }] }
    expect(Object.entries(withEvent(log, said as never, 's')?.private ?? {})).toEqual([[id, [{ at: '', beat: 1, by: 'DM', text: 'Psst.' }]]])
  })
  it('leads nowhere on the map and in the outline', () => {
    const world = worldOf(['mill'], [`mill>${id}`])
    expect(drawingOf(world, new Map([['mill', { x: 0, y: 0 }]]), { folded: new Set(), separate: false }).lines).toEqual([])
    const open = Object.fromEntries([
      ['region:home', true],
      ['place:mill', true]
    ])
    expect(rowsOf(world, open).map(({ label }) => label)).toEqual(['The home', 'MILL', id])
    expect(() => heatMarks({ beats: 1, places: { mill: { entered: 1, beats: 1 } } }, world.places, noMarks)).not.toThrow()
  })
  it('has no draft', () => {
    expect([withoutDraft({}, id), withFault({}, id, 'a', 'b'), withSavedDraft({}, id, 'a')]).toEqual([{}, {}, {}])
    expect(Object.values(withDraft({}, id, 'new', 'old'))).toEqual([{ text: 'new', was: 'old' }])
  })
})
