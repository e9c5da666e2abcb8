import { describe, expect, it } from 'vitest'
import type { Condition, Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { afterFight, countDown, settle } from './durations'
import { call, changed, narratives, playAll, playOn } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'

const condition = (name: string, more: Partial<Condition> = {}): Condition => ({
  name,
  description: '',
  cannot_act: false,
  visible: true,
  stacks: 'refresh',
  ...more
})
const wail = { execute: (_s: GameState, actor: string) => ({ stateDelta: { facts: { [`wailed-${actor}`]: true } }, narrative: `${actor} wails.` }) }
/** Conditions `chill` (nothing follows) and `curse` (wailing follows). */
const game = (more: Parameters<typeof tinyGame>[0] = {}, manifest: Record<string, unknown> = {}): Game => {
  const tiny = tinyGame({ wail, ...more }, { entry_actions: ['walk'], ...manifest })
  return { ...tiny, conditions: { ...tiny.conditions, chill: condition('Chilled'), curse: condition('Cursed', { ends: 'wail' }) } }
}
const conditionsOf = (state: GameState, id: string) => state.actors[id]?.conditions
const dmWorld = (): GameState => playAll(tinyWorld(), [call('Wren', 'pass'), call('Oswin', 'pass')], tinyGame())
const round = (rules: Game, start: GameState) => playAll(start, [call('Wren', 'pass'), call('Oswin', 'pass'), call('DM', 'pass')], rules)

describe('conditions with minutes', () => {
  it('C1 a condition ends after the step in which its time ran out, and its action follows', () => {
    const start = changed(changed(tinyWorld(), 'Wren', { conditions: { curse: { until: 10 }, chill: { until: 11 } } }), 'Mira', {
      conditions: { chill: { until: 5 } }
    })
    const walked = playOn(start, call('Wren', 'walk'), game())
    expect([conditionsOf(walked.state, 'Wren'), conditionsOf(walked.state, 'Mira'), walked.state.facts]).toEqual([
      { chill: { until: 11 } },
      {},
      { 'wailed-Wren': true }
    ])
    expect(narratives(walked)).toEqual(['Wren walk', 'Wren wail'])
    expect(walked.state.next.exercised.scene).toEqual({ 'place:cellar': 1, wail: 1, walk: 1 })
  })

  it('C1 a condition ends even if its action is unavailable', () => {
    const start = changed(tinyWorld(), 'Wren', { conditions: { curse: { until: 10 } } })
    const walked = playOn(start, call('Wren', 'walk'), game({ wail: { ...wail, available: () => false } }))
    expect([conditionsOf(walked.state, 'Wren'), narratives(walked)]).toEqual([{}, ['Wren walk']])
  })

  it('C3 endings that a beat has no room for happen in the next step', () => {
    const actors = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `n${i}`,
        { ...(tinyWorld().actors['Mira'] as GameState['actors'][string]), conditions: { curse: { until: 10 } } }
      ])
    )
    const start: GameState = { ...tinyWorld(), actors: { ...tinyWorld().actors, ...actors } }
    const cursed = (state: GameState): number => Object.values(state.actors).filter((actor) => 'curse' in actor.conditions).length
    const first = playOn(start, call('Wren', 'walk'), game())
    expect([cursed(first.state), narratives(first).length]).toEqual([4, 17])
    const second = playOn(first.state, call('Oswin', 'walk'), game())
    expect([cursed(second.state), narratives(second).length]).toEqual([0, 5])
  })

  it("a condition whose ending action gives it again doesn't loop forever", () => {
    const start = changed(tinyWorld(), 'Wren', { conditions: { curse: { until: 10 } } })
    const again = { execute: () => ({ stateDelta: { actors: { Wren: { conditions: { curse: { until: 10 } } } } }, narrative: 'Again.' }) }
    expect(narratives(playOn(start, call('Wren', 'walk'), game({ wail: again })))).toHaveLength(17)
  })
})

describe('conditions with rounds', () => {
  const cursed = (rounds: number): GameState => changed(dmWorld(), 'Mira', { conditions: { curse: { rounds }, chill: { since: 0 } } })

  it('C2 and C3 conditions count down at the end of each round and end at 0, for every actor', () => {
    const rules = game()
    const begun = playAll(cursed(2), [call('DM', 'war')], rules)
    expect(conditionsOf(begun, 'Mira')).toEqual({ curse: { rounds: 2 }, chill: { since: 0 } })
    const one = round(rules, begun)
    expect(conditionsOf(one, 'Mira')).toEqual({ curse: { rounds: 1 }, chill: { since: 0 } })
    const two = round(rules, playAll(one, [call('DM', 'pass')], rules))
    expect([conditionsOf(two, 'Mira'), two.facts]).toEqual([{ chill: { since: 0 } }, { 'wailed-Mira': true }])
  })

  it('C2 a condition with rounds that is given outside a fight waits for a fight', () => {
    expect(
      conditionsOf(playAll(cursed(1), [call('DM', 'call_on', { who: 'all' }), call('Oswin', 'walk'), call('Wren', 'pass')], game()), 'Mira')
    ).toEqual({
      curse: { rounds: 1 },
      chill: { since: 0 }
    })
  })

  it('C4 the end of a fight removes conditions with rounds, and no action follows', () => {
    const rules = game()
    const over = playAll(cursed(2), [call('DM', 'war'), call('Wren', 'pass'), call('Oswin', 'pass'), call('DM', 'pass'), call('DM', 'peace')], rules)
    expect([conditionsOf(over, 'Mira'), over.facts]).toEqual([{ chill: { since: 0 } }, {}])
  })

  it('counting down keeps the identity of every other branch of the state', () => {
    const state = changed(tinyWorld(), 'Wren', { conditions: { curse: { rounds: 1, until: 30 } } })
    expect(settle(state, game(), 16)).toEqual({ state, follow: [] })
    expect(settle(state, game(), 16).state).toBe(state)
    const counted = countDown(state)
    expect(counted).toEqual(changed(state, 'Wren', { conditions: { curse: { rounds: 0, until: 30 } } }))
    expect(counted.actors['Mira']).toBe(state.actors['Mira'])
    expect(settle(counted, game(), 16)).toEqual({ state: changed(state, 'Wren', { conditions: {} }), follow: [{ actor: 'Wren', action: 'wail' }] })
    expect(afterFight(state)).toEqual(changed(state, 'Wren', { conditions: {} }))
  })
})
