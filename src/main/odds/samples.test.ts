import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Dice, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { diceFrom, judge, parseDice, totalOf } from '../engine/dice'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { alone } from './face-by-face.fixture'
import { numberOf } from './ratio'
import { totmWorld } from './totm.fixture'
import { attacksOn, journeyOf, outcomes } from './at-once.fixture'

const MILLION = 1_000_000
/** How many rolls go through the sandbox. */
const SANDBOXED = sizeOf(import.meta.filename, 'sandboxed')

/** A fixed sequence of faces for a seed (mulberry32). A million of them are cheaper than hashing a million texts. */
function faces(seed: number): (die: number, sides: number) => number {
  let at = seed
  return (_die, sides) => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return 1 + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * sides)
  }
}

/** Rolls `many` times. Returns the results whose share is more than four standard deviations from its exact chance, or that should never occur. */
function deviating(chances: Readonly<Record<string, number>>, many: number, once: () => unknown): { answer: string; deviations: number }[] {
  const counts = new Map<string, number>()
  for (let i = 0; i < many; i++) {
    const answer = String(once())
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...new Set([...counts.keys(), ...Object.keys(chances)])]
    .map((answer) => {
      const chance = chances[answer] ?? 0
      const off = Math.abs((counts.get(answer) ?? 0) - many * chance)
      return { answer, deviations: off === 0 ? 0 : off / Math.sqrt(many * chance * (1 - chance)) }
    })
    .filter(({ deviations }) => deviations > 4)
}
/** The exact chance of each result. */
function exactly(run: (dice: Dice) => unknown): Record<string, number> {
  const counted = outcomes(run)
  if (!counted.exact) throw new Error(counted.why)
  const out: Record<string, number> = {}
  for (const { value, chance } of counted.leaves) out[String(value)] = (out[String(value)] ?? 0) + numberOf(chance)
  return out
}

describe('a million rolls agree with the exact odds', () => {
  it('a save', () => {
    const face = faces(1)
    const chances = exactly((dice) => dice.roll('d20', { under: 10 }).outcome)
    expect(deviating(chances, MILLION, () => judge({ expr: 'd20', dice: [], total: face(0, 20) }, { under: 10 }).outcome)).toEqual([])
  })
  it('damage after armour', () => {
    const face = faces(2)
    expect(
      deviating(
        exactly((dice) => Math.max(0, dice.roll('d8').total - 2)),
        MILLION,
        () => Math.max(0, face(0, 8) - 2)
      )
    ).toEqual([])
  })
  it('the best three of four dice, and a traversal', () => {
    const face = faces(3)
    const terms = parseDice('4d6kh3')
    expect(
      deviating(
        exactly((dice) => dice.roll('4d6kh3').total),
        MILLION / 4,
        () => totalOf(terms, [face(0, 6), face(1, 6), face(2, 6), face(3, 6)])
      )
    ).toEqual([])
    const short = (total: number): string => (total >= 4 ? 'success' : total === 3 ? 'partial' : 'failure')
    expect(
      deviating(
        exactly((dice) => short(dice.roll('d8').total)),
        MILLION,
        () => short(face(0, 8))
      )
    ).toEqual([])
  })
})

describe('sampled rules agree with the exact odds', () => {
  let cairn: Game
  let totm: Game
  beforeAll(async () => {
    cairn = await loadGame(bundledFiles('cairn-hack'))
    totm = await loadGame(bundledFiles('totm'))
  })
  afterAll(() => {
    cairn.dispose()
    totm.dispose()
  })
  const plays = (game: Game, state: GameState, actor: string, action: string, params: Params, seed: number) => {
    const dice = diceFrom(faces(seed))
    return () => game.execute(state, actor, action, params, dice)
  }

  it('an attack', () => {
    const counted = attacksOn(tinyWorld(), cairn, 'Wren', 'Ghoul')[0]?.counted
    const fight = mergePatch(tinyWorld(), {
      actors: { Wren: { location: 'cellar' } },
      combat: { initiative: { Wren: 2, Ghoul: 1 } },
      next: { mode: 'combat', round: 1 }
    })
    const once = plays(cairn, fight, 'Wren', 'attack', { target: 'Ghoul' }, 4)
    const down = counted?.down.value ?? 0
    expect(
      deviating({ down, up: 1 - down }, SANDBOXED, () => {
        const { actors } = once().stateDelta as { actors: Record<string, { conditions?: Record<string, unknown> }> }
        return Object.keys(actors['Ghoul']?.conditions ?? {}).some((id) => cairn.conditions[id]?.cannot_act) ? 'down' : 'up'
      })
    ).toEqual([])
  })
  it('a traversal', () => {
    const world = totmWorld(totm)
    const counted = journeyOf(world, totm, 'Warrior', 'foot--top').counted
    const once = plays(totm, alone(world, 'Warrior', 'foot--top'), 'Warrior', 'traverse', { journey: 'foot--top' }, 5)
    const chances = { success: counted?.success.value ?? 0, partial_success: counted?.partial.value ?? 0, failure: counted?.failure.value ?? 0 }
    expect(deviating(chances, SANDBOXED, () => once().result?.['status'])).toEqual([])
  })
})
