import { describe, expect, it } from 'vitest'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { beatFiles } from '../campaign/beat-files'
import { exercised, exercisedName } from './exercised'
import { nameOf } from './people'
import { call, playAll, playOn } from './playing.fixture'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { tinyGame } from './tiny-game.fixture'
import { usesIn } from './uses'

describe('S3 counts of exercised rules', () => {
  it('each kind is counted in the scene and in the session', () => {
    const start = tinyWorld()
    const counted = exercised(exercised(start, ['omen', 'table:omen']), ['omen', 'condition:omen']).next.exercised
    expect(counted.scene).toEqual({ omen: 2, 'table:omen': 1, 'condition:omen': 1 })
    expect(counted.session).toEqual(counted.scene)
    expect(exercised(start, [])).toBe(start)
  })

  it('counts have display names', () => {
    expect(['walk', 'table:omen', 'row:omen:1-3', 'item:rope', 'condition:short-of:breath', 'odd:one'].map(exercisedName)).toEqual([
      'walk',
      'omen (table)',
      'omen: 1-3 (table row)',
      'rope (item)',
      'short-of:breath (condition)',
      'odd:one'
    ])
  })

  it('items that a call names or a beat changes, entered places and played story events are counted', () => {
    const [before, game] = [tinyWorld(), { ...tinyGame(), equipment: { rope: { name: 'Rope', kind: 'tool' as const, slots: 1 } } }]
    const wren = before.actors['Wren'] as GameState['actors'][string]
    const oswin = before.actors['Oswin'] as GameState['actors'][string]
    const after: GameState = {
      ...before,
      actors: {
        ...before.actors,
        Wren: { ...wren, location: 'cellar', inventory: { ...wren.inventory, draught: { item: 'healing-draught', count: 1 } } },
        Oswin: { ...oswin, location: 'cellar' }
      },
      plays: { frost: { visits: { 4: 1 } } }
    }
    const used = (params: Params, to: GameState = before): string[] => usesIn(before, to, { actor: 'Wren' }, params, game)
    expect(used({ item: 'nothing', target: 'Oswin' }, after)).toEqual(['event:frost', 'item:healing-draught', 'place:cellar'])
    expect(used({ item: 'rope', text: 'rope' })).toEqual(['item:rope'])
    expect(used({})).toEqual([])
    const scene = { ...after.scene!, path: 'sessions/session-1/002-scene', place: 'inn', story: 'frost' }
    expect(used({}, { ...before, scene })).toEqual(['event:frost', 'place:inn'])
  })

  it('a summary lists the counts, most used first', () => {
    const game = tinyGame()
    const closed = playAll(
      tinyWorld(),
      [call('Wren', 'walk'), call('Oswin', 'walk'), call('DM', 'roll_table', { table: 'omen' }), call('DM', 'end_scene', { outcome: 'Night.' })],
      game
    )
    const outcome = playOn(closed, call('DM', 'summarise', { text: 'They went down.', recap: 'Down they went.' }), game)
    const files = beatFiles(() => undefined, closed, { ...outcome, changes: [] })
    expect(files.get('sessions/session-1/001-scene/SUMMARY.md')?.bytes.toString()).toBe(
      '## Recap\n\nDown they went.\n\n## Key events\n\nThey went down.\n\n## People met\n\nNothing was written down.\n\n## Unresolved threads\n\nNothing was written down.\n\n## Rules exercised\n\n- cellar (location) × 2\n- walk × 2\n- omen (table) × 1\n- omen: 1-3 (table row) × 1\n'
    )
  })
})

it.each(['constructor', 'toString', 'valueOf'])(
  "something with the id %s is counted from 1, and a missing actor with that id doesn't exist",
  (name) => {
    const used = exercised(exercised(tinyWorld(), [name]), [name])
    expect(used.next.exercised.scene[name]).toBe(2)
    expect(nameOf(tinyWorld(), name)).toBe(name)
  }
)
