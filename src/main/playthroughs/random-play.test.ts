import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { beginningAt } from '../story/story-at.fixture'
import { EFFECTS_WITHOUT_ACTION, EVERY_EFFECT } from './every-effect.fixture'
import { replayed, type Table, wander } from './random-play.fixture'
import { SAMPLE_GAMES, sampleBeginning } from './samples.fixture'

/** The sessions of each game. */
const SESSIONS = sizeOf(import.meta.filename, 'sessions')
/** Seeds that reach actions few sessions come to, by game; they are always played. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = { 'cairn-hack': ['wild 9', 'wild 19'], totm: ['wild 10', 'wild 14'] }
/** Every nth session is replayed from its calls, with the game loaded again. */
const AGAIN = 5
const EFFECTS = 'every effect'
const WITH_QUEST = { ...tinyWorld(), quests: { bell: { name: 'The bell', status: 'inactive', objectives: { rope: 'Get a rope' } } } }

async function tableOf(name: string): Promise<Table> {
  if (name === EFFECTS) return { name, beginning: beginningAt(WITH_QUEST, await loadGame(EVERY_EFFECT)) }
  return { name, beginning: await sampleBeginning(name, await loadGame(bundledFiles(name))) }
}

it('every effect of YAML has an action that is played', () => expect(EFFECTS_WITHOUT_ACTION).toEqual([]))

describe.each([...SAMPLE_GAMES, EFFECTS])('random play of %s', (name) => {
  const seeds = [...(ALWAYS[name] ?? []), ...Array.from({ length: name === EFFECTS ? Math.ceil(SESSIONS / 4) : SESSIONS }, (_, n) => `wild ${n + 1}`)]
  const executed = new Set<string>()
  const faults: string[] = []
  const differ: string[] = []
  let actions: string[] = []
  let dispose = (): void => undefined

  beforeAll(async () => {
    const [table, twin] = [await tableOf(name), await tableOf(name)]
    actions = Object.keys(table.beginning.game.actions)
    dispose = () => [table, twin].forEach(({ beginning }) => beginning.game.dispose())
    for (const [n, seed] of seeds.entries()) {
      const session = wander(table, seed)
      faults.push(...session.faults)
      for (const action of session.executed.keys()) executed.add(action)
      if (n % AGAIN === 0 && replayed(twin, seed, session.calls) !== session.hash) differ.push(seed)
    }
  })
  afterAll(() => dispose())

  it('keeps every rule, and every call is played or refused with a reason', () => expect(faults).toEqual([]))
  it('comes to the same end for the same seed and calls', () => expect(differ).toEqual([]))
  it('sees every action of the game', () => expect(actions.filter((action) => !executed.has(action))).toEqual([]))
})
