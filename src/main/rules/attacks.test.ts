import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Problem, type ProblemData } from '../../shared/base/problem'
import { attacks } from './attacks.fixture'
import { freshInstance } from './instance'
import { programOf } from './load-game'
import { MEMORY_CAP } from './memory'
import { readGame } from './read-game'
import { Sandbox } from './sandbox'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

/** A rule that uses shared objects and reports what it finds. */
const honest = `import { Draft, save, tell } from 'proscenium'
let calls = 0
export default { name: 'honest', description: 'Tells what it finds.', params: [], available: () => ++calls === 1,
  execute(state, actor) {
    const draft = new Draft(state)
    draft.setStat(actor, 'hp', 1)
    if (save(draft, actor, 'STR')) draft.fact('strong')
    draft.say(tell(state, 'honest', ['$P looks about.'], { P: actor }))
    draft.say([[3, 1, 2].sort(), JSON.stringify({ ...[1] }), 'aba'.replace(/a/g, 'c'), [...new Set([1, 1])], Object.keys(state.actors), calls, String({}.hp)].join(' '))
    return draft.result(['honest'], { keys: Object.keys(globalThis).sort() })
  } }
`
const nameOf = (index: number): string => `attack-${index + 1}`
function files(more: Record<string, string> = {}, actions: string[] = []): Map<string, string> {
  return new Map(
    Object.entries({
      'manifest.yaml': `game: Attacks\nversion: "1"\nentry_actions: [${['honest', ...actions].join(', ')}]\nstats: { hp: { label: Hit protection, has_max: true }, STR: { label: Strength, has_max: true } }\n`,
      'actions/honest.ts': honest,
      'lib/kept.ts': 'export const kept: number[] = []',
      ...more
    })
  )
}
const wholeSuite = (): Map<string, string> =>
  files(
    Object.fromEntries(
      attacks.map(({ body, before = '' }, index) => [
        `actions/${nameOf(index)}.ts`,
        `${before}; export default { name: '${nameOf(index)}', description: 'Attacks.', params: [], available: () => true,\n  execute(state, actor, params) {\n${body}\n  } }\n`
      ])
    ),
    attacks.map((_, index) => nameOf(index))
  )

async function sandboxOf(files: Map<string, string>): Promise<Sandbox> {
  const read = readGame(files)
  return new Sandbox(await freshInstance(), programOf(read, read.rules), read.texts)
}
function problemOf(work: () => unknown): ProblemData | undefined {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.toJSON()
    throw thrown
  }
  return undefined
}
/** The problem that one attack causes, and the expected one. */
function launched(game: Sandbox, index: number): [actual: ProblemData | undefined, wanted: ProblemData] {
  const { ends, line } = attacks[index] as (typeof attacks)[number]
  const rule = nameOf(index)
  const file = `actions/${rule}.ts`
  const where = line === undefined ? '' : ` Look at ${file}${line === 'file' ? '' : ` line ${line}`}.`
  const problem = problemOf(() => game.execute(tinyWorld(), 'Wren', rule, {}, scriptedDice(...Array.from({ length: 300 }, () => 1))))
  const message = `The rule "${rule}" ${ends}${where}`
  return [problem && { ...problem, data: {} }, { code: 'rule-failed', message, data: {} }]
}
/** The next beat: the offers, and the result of the honest rule. */
const nextBeat = (game: Sandbox): unknown => {
  const state = tinyWorld()
  return [game.offers(state, 'Wren', ['honest']), game.execute(state, 'Wren', 'honest', {}, scriptedDice(4)), game.whyNot(state, 'Wren', ['honest'])]
}

/** Megabytes outside the heap after garbage collection. */
function memory(): number {
  setFlagsFromString('--expose_gc')
  ;(runInNewContext('gc') as () => void)()
  const { external, arrayBuffers } = process.memoryUsage()
  return (external + arrayBuffers) / 2 ** 20
}

describe('an attack ends in its own problem, and the next beat is that of a game nobody attacked:', () => {
  let attacked: Sandbox
  let control: unknown
  let before = 0
  let most = 0
  /** The problem, the expected one, and the next beat. */
  const round = async (index: number): Promise<[actual: unknown, wanted: unknown, next: unknown]> => {
    const [actual, wanted] = launched(attacked, index)
    most = Math.max(most, attacked.bytes)
    // Gives the instance that replaces a grown one time to be created.
    await new Promise(setImmediate)
    return [actual, wanted, nextBeat(attacked)]
  }
  beforeAll(async () => {
    const unattacked = await sandboxOf(files())
    control = nextBeat(unattacked)
    unattacked.dispose()
    attacked = await sandboxOf(wholeSuite())
    nextBeat(attacked)
    before = memory()
  })
  it.each(attacks.map(({ name }, index) => [name, index] as const))('%s', async (_, index) => {
    const [actual, wanted, next] = await round(index)
    expect(actual).toEqual(wanted)
    expect(next).toEqual(control)
  })

  it('and two hundred of them leave nothing behind', async () => {
    const quick = [...attacks.keys()].filter((index) => !attacks[index]?.slow)
    for (let i = attacks.length; i < 200; i++) {
      const [actual, wanted, next] = await round(quick[i % quick.length] ?? 0)
      expect([actual, next]).toEqual([wanted, control])
    }
    expect(most).toBeLessThanOrEqual(MEMORY_CAP)
    expect(nextBeat(attacked)).toEqual(control)
    await vi.waitFor(() => expect(memory() - before).toBeLessThan(10), { timeout: 300_000, interval: 100 })
    attacked.dispose()
  })
})
