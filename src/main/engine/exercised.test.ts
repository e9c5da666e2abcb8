import { describe, expect, it, test } from 'vitest'
import { tinyWorld } from '../rules/tiny-world'
import { beatFiles } from '../campaign/beat-files'
import { exercised, exercisedName } from './exercised'
import { nameOf } from './people'
import { call, playAll, playOn } from './playing.fixture'
import { tinyGame } from './tiny-game'

describe('S3 what was put to use', () => {
  it('is counted in scene and session, each kind for itself', () => {
    const start = tinyWorld()
    const counted = exercised(exercised(start, ['omen', 'table:omen']), ['omen', 'condition:omen']).next.exercised
    expect(counted.scene).toEqual({ omen: 2, 'table:omen': 1, 'condition:omen': 1 })
    expect(counted.session).toEqual(counted.scene)
    expect(exercised(start, [])).toBe(start)
  })

  it('reads in words', () => {
    expect(['walk', 'table:omen', 'condition:short-of:breath', 'odd:one'].map(exercisedName)).toEqual([
      'walk',
      'omen (table)',
      'short-of:breath (condition)',
      'odd:one'
    ])
  })

  it('stands under the summary, most used first', () => {
    const game = tinyGame()
    const closed = playAll(
      tinyWorld(),
      [call('Wren', 'walk'), call('Oswin', 'walk'), call('DM', 'roll_table', { table: 'omen' }), call('DM', 'end_scene', { outcome: 'Night.' })],
      game
    )
    const outcome = playOn(closed, call('DM', 'summarise', { text: 'They went down.', recap: 'Down they went.' }), game)
    const files = beatFiles(() => undefined, closed, { ...outcome, changes: [] })
    expect(files.get('sessions/session-1/001-scene/SUMMARY.md')?.bytes.toString()).toBe(
      '## Recap\n\nDown they went.\n\n## Key events\n\nThey went down.\n\n## People met\n\nNothing was written down.\n\n## Unresolved threads\n\nNothing was written down.\n\n## Rules exercised\n\n- walk × 2\n- omen (table) × 1\n'
    )
  })
})

test.each(['constructor', 'toString', 'valueOf'])('what is called %s is counted from one, and nobody is called so who is not there', (name) => {
  const used = exercised(exercised(tinyWorld(), [name]), [name])
  expect(used.next.exercised.scene[name]).toBe(2)
  expect(nameOf(tinyWorld(), name)).toBe(name)
})
