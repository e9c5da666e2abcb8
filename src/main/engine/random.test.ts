import { describe, expect, it } from 'vitest'
import type { Game, Offer } from '../../shared/story/game'
import { applyChanges, equal } from '../../shared/base/json'
import type { ActionCall, Params } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { fraction } from './dice'
import type { Outcome } from './outcome'
import { canAct, deciderOf, DM, DESIGNER } from './people'
import { call, playOn } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'
import { offered } from './verbs'

const PEOPLE = ['Ghoul', 'Mira', 'Oswin', 'Wren'] as const
const someone = (total: number): string => PEOPLE[total % PEOPLE.length] as string
type Act = NonNullable<Parameters<typeof tinyGame>[0]>[string]
const act = (change: (state: GameState, who: string, actor: string, total: number) => Record<string, unknown>, followUp: string[] = []): Act => ({
  execute: (state, actor, _params, dice) => {
    const { total } = dice.roll('d12')
    return { stateDelta: change(state, someone(total), actor, total), narrative: `${actor} does.`, followUp }
  }
})
const inFight = (state: GameState): boolean => state.combat !== undefined

/** A game in which every event of a fight can happen at any time: in actions, in hooks, when conditions end. */
function wild(flow: string): Game {
  const actions: Record<string, Act> = {
    fall: act((_s, who) => ({ actors: { [who]: { conditions: { down: { rounds: 1 } } } } })),
    rise: act((_s, who) => ({ actors: { [who]: { conditions: { down: null } } } })),
    daze: act((_s, who, _a, total) => ({ actors: { [who]: { conditions: { dazed: { rounds: total % 3 } } } } })),
    bless: act((state, who, _a, total) => ({ actors: { [who]: { conditions: { dazed: { until: state.clock.minutes + total } } } } })),
    wait: act((state, _w, _a, total) => ({ clock: { minutes: state.clock.minutes + total } })),
    join: { ...act((_s, who, _a, total) => ({ combat: { initiative: { [who]: total % 5 }, ...(total > 9 ? { sides: { [who]: 'third' } } : {}) } })) },
    leave: { ...act((_s, who) => ({ combat: { initiative: { [who]: null } } })), available: inFight },
    brawl: act((_s, who, actor, total) => ({ combat: { initiative: { [who]: total, ...(actor === DM ? {} : { [actor]: 3 }) } } })),
    truce: { ...act(() => ({ combat: null })), available: inFight },
    ending: act((_s, who) => ({ actors: { [who]: { conditions: { dazed: { rounds: 1 } } } } }), ['rise']),
    stir: {
      ...act((_s, who, _a, total) =>
        total < 3
          ? { combat: null }
          : total < 5
            ? { combat: { initiative: { [who]: 2 } } }
            : total < 8
              ? { actors: { [who]: { conditions: { down: {} } } } }
              : {}
      ),
      available: inFight
    },
    murmur: {
      ...act((_s, who) => ({ actors: { [who]: { conditions: { dazed: {} } } } })),
      available: (state, actor) => Object.keys(state.actors[actor]?.conditions ?? {}).length === 0
    }
  }
  const names = Object.keys(actions).filter((name) => !['ending', 'stir', 'murmur'].includes(name))
  const game = tinyGame(actions, {
    combat_flow: flow,
    entry_actions: names,
    combat_actions: names,
    dm_actions: names,
    npc_actions: names,
    hooks: { combat_start: 'stir', turn_start: 'stir', turn_end: 'murmur', round_end: 'stir' },
    limits: { turns_per_scene: 30, scenes_per_session: 3 }
  })
  const dazed = { name: 'Dazed', description: '', cannot_act: false, visible: true, stacks: 'refresh' as const, ends: 'ending' }
  return { ...game, conditions: { ...game.conditions, dazed } }
}

/** A random call that one of the offers allows, with random values. */
function randomCall(offers: readonly Offer[], actor: string, chance: (what: string) => number): ActionCall {
  const offer = offers[Math.floor(chance('offer') * offers.length)] as Offer
  const params: Params = {}
  for (const { name, required, enum: values, many, type } of offer.params) {
    if (!required && chance(name) < 0.5) continue
    const value = values ? values[Math.floor(chance(`${name} value`) * values.length)] : type === 'number' ? 1 : 'Text.'
    if (value !== undefined) params[name] = many ? [String(value)] : value
  }
  return call(actor, offer.name, params, offer.as === undefined ? {} : { as: offer.as })
}

/** The outcome of a call, or the message of its refusal. */
function tried(state: GameState, one: ActionCall, game: Game): Outcome | string {
  try {
    return playOn(state, one, game)
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.message
    throw thrown
  }
}

function sound(state: GameState, game: Game): void {
  const { next, combat } = state
  expect(next.mode === 'combat').toBe(combat !== undefined)
  for (const id of next.initiative) expect([id, Object.hasOwn(combat?.initiative ?? {}, id), canAct(state, game, id)]).toEqual([id, true, true])
  expect(new Set([next.actor, ...next.initiative]).size).toBe(next.initiative.length + 1)
  const slot = next.phase === 'player' || next.phase === 'npc'
  expect([next.actor, slot && !canAct(state, game, next.actor)]).toEqual([next.actor, false])
  for (const { conditions } of Object.values(state.actors))
    for (const { rounds, until } of Object.values(conditions)) expect((rounds ?? 1) > 0 && (until ?? Infinity) > state.clock.minutes).toBe(true)
}

describe.each(['initiative-based', 'side-based'])('random play, %s', (flow) => {
  const game = wild(flow)
  it.each([1, 2, 3])('P1–P12, F4–F6 random calls never hang the engine and leave a valid state (seed %d)', (seed) => {
    let state: GameState = { ...tinyWorld(), next: { ...tinyWorld().next, dice: { seed: `wild ${seed}` } } }
    const seen = new Set<string>()
    let refused = 0
    for (let step = 0; step < 150; step++) {
      const who = deciderOf(state)
      const offers = offered(state, game, who).filter(
        ({ cost, name }) => cost !== 'look' && name !== 'end_session' && name !== 'end_campaign' && (name !== 'end_scene' || state.next.turns > 20)
      )
      expect(offers.length).toBeGreaterThan(0)
      const one = randomCall(offers, who, (what) => fraction(`${seed} ${step} ${what}`))
      const copy = structuredClone(state)
      const outcome = tried(state, one, game)
      // Of all offered calls, only one with too many follow-ups may be refused.
      expect(typeof outcome === 'string' ? outcome : 'at most 16 follow-up actions').toContain('at most 16 follow-up actions')
      if (typeof outcome === 'string') {
        refused++
        continue
      }
      expect(outcome.state.next.beat).toBe(state.next.beat + 1)
      expect(equal(applyChanges(state, outcome.changes), outcome.state)).toBe(true)
      expect(equal(playOn(copy, one, game), outcome)).toBe(true)
      sound(outcome.state, game)
      seen.add(`${outcome.state.next.mode} ${outcome.state.next.phase}`)
      state = outcome.state
      expect(offered(state, game, DESIGNER).map(({ name }) => name)).toEqual(['reseed', 'milestone'])
    }
    expect([...seen]).toEqual(expect.arrayContaining(['combat player', 'combat npc', 'combat dm', 'story dm', 'story player']))
    expect(refused).toBeLessThan(20)
  })
})
