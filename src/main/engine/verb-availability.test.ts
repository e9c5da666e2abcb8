import { describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { firstNext } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { call, changed, playAll } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'
import { verbAvailabilities } from './verb-availability'

const game = tinyGame()
const after = (...calls: Parameters<typeof call>[]): GameState =>
  playAll(
    tinyWorld(),
    calls.map((one) => call(...one)),
    game
  )
const ON: Parameters<typeof call>[] = [
  ['Wren', 'pass'],
  ['Oswin', 'pass']
]
/** The unavailable reasons by verb. Available verbs are not listed. */
const why = (state: GameState, who: string, rules: Game = game): Record<string, string> =>
  Object.fromEntries(verbAvailabilities(state, rules, who).flatMap(({ action, reason }) => (reason === undefined ? [] : [[action, reason]])))
const LIMIT = game.manifest.limits.turns_per_scene
const IN_TURN = { open_session: 'A session is already open.', open_scene: 'It can only be done between scenes.' }
const SUMS = 'No scene, session or milestone is waiting for a summary.'

describe('W4 why a verb of the table is not offered', () => {
  it("in a player's turn: only the DM can use it, or it was used", () => {
    const ofDM =
      'open_session open_scene narrate call_on roll_table get_location get_exits open_thread close_thread start_quest advance_quest close_quest change_relationship establish run_scene stop_scene end_scene end_session end_campaign summarise'.split(
        ' '
      )
    expect(why(tinyWorld(), 'Wren')).toEqual({
      ...Object.fromEntries(ofDM.map((verb) => [verb, 'Only the DM can do it.'])),
      choose_option: 'No Arrow document is being played.',
      click: 'No scene tree is open.'
    })
    const spoken = after(['Wren', 'speak', { text: 'One.' }], ['Wren', 'speak', { text: 'Two.' }], ['Wren', 'remember', { text: 'This.' }])
    expect(why(spoken, 'Wren')).toMatchObject({
      speak: 'Wren has already used it 2 times this turn.',
      remember: 'Wren has already used it this turn.'
    })
    expect(why(tinyWorld(), 'Oswin')).toMatchObject({ speak: "It isn't Oswin's turn.", narrate: 'Only the DM can do it.' })
    expect(why(changed(tinyWorld(), 'Wren', { conditions: { down: {} } }), 'Wren')).toMatchObject({ pass: 'Wren is down.' })
  })

  it("for the DM: in a player's turn, in the DM's turn, and while a player waits for an answer", () => {
    expect(why(tinyWorld(), 'DM')).toMatchObject({ ...IN_TURN, narrate: "It is Wren's turn.", whisper: 'Only players can do it.' })
    const own = { ...IN_TURN, summarise: SUMS, pass: 'The DM can pass only in a fight or instead of a private answer.' }
    expect(why(after(...ON), 'DM')).toEqual({
      ...own,
      whisper: 'Only players can do it.',
      choose_option: 'Only players can do it.',
      click: 'Only players can do it.',
      run_scene: 'No story event that is open here has an Arrow document left to play.',
      stop_scene: 'No Arrow document is being played.',
      close_thread: 'No thread of the story is open.',
      start_quest: 'No inactive quest can begin.',
      advance_quest: 'No active quest has an objective left.',
      close_quest: 'No quest is active.'
    })
    expect(why(after(['Wren', 'whisper', { text: 'psst' }]), 'DM')).toMatchObject({ narrate: 'Wren is waiting for an answer.', ...IN_TURN })
    expect(why(after(...ON), 'DM', { ...game, tables: {} })).toMatchObject({ roll_table: 'The game has no tables.' })
    const down = ['Wren', 'Oswin'].reduce((state, id) => changed(state, id, { conditions: { down: {} } }), after(...ON))
    expect(why(down, 'DM')).toMatchObject({ call_on: 'Nobody in the party can act.' })
  })

  it("in a fight, and at the scene's turn limit", () => {
    const fight = after(...ON, ['DM', 'war'])
    expect(fight.next.mode).toBe('combat')
    const mine: GameState = { ...fight, next: { ...fight.next, phase: 'dm', actor: 'DM' } }
    expect(why(mine, 'DM')).toMatchObject({
      call_on: 'A fight is under way.',
      end_session: 'A fight is under way.',
      end_scene: `A fight is under way, and the scene hasn't used all its ${LIMIT} turns.`
    })
    const foe: GameState = { ...fight, next: { ...fight.next, phase: 'npc', actor: 'Ghoul' } }
    expect(why(foe, 'DM')).toMatchObject({ ...IN_TURN, speak: "It is the pale ghoul's turn in the fight." })
    const late: GameState = { ...after(...ON), next: { ...after(...ON).next, turns: LIMIT } }
    expect(why(late, 'DM')).toMatchObject({
      narrate: `The scene has used all its ${LIMIT} turns and must be closed.`,
      whisper: 'Only players can do it.'
    })
    expect(why(late, 'DM')['end_scene']).toBeUndefined()
  })

  it('between scenes and sessions', () => {
    const closed = after(...ON, ['DM', 'end_scene', { outcome: 'Over.' }])
    expect(why(closed, 'DM')).toMatchObject({
      ...IN_TURN,
      narrate: 'The scene must be summarised first.',
      recall: 'The scene must be summarised first.'
    })
    const between = playAll(closed, [call('DM', 'summarise', { text: 'It was.', recap: 'It was.' })], game)
    expect(why(between, 'DM')).toMatchObject({ open_session: IN_TURN.open_session, narrate: 'No scene is open.', summarise: SUMS })
    const full: GameState = { ...between, next: { ...between.next, scene: game.manifest.limits.scenes_per_session } }
    expect(why(full, 'DM')['open_scene']).toBe(`The session has used all its ${game.manifest.limits.scenes_per_session} scenes.`)
    const { scene: _, ...world } = tinyWorld()
    const fresh: GameState = { ...world, next: { ...firstNext('tiny'), actor: 'DM' } }
    expect(why(fresh, 'DM')).toMatchObject({ open_scene: 'It can only be done between scenes.', narrate: 'No session is open.' })
    expect(why(fresh, 'DM')['open_session']).toBeUndefined()
  })
})
