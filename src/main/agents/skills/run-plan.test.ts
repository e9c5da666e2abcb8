import { describe, expect, it } from 'vitest'
import { Aborter } from '../../../shared/base/abort'
import type { PlanEvent } from '../../../shared/plans/events'
import type { Plan } from '../../../shared/plans/plan'
import { Problem } from '../../../shared/base/problem'
import { failedSkill, type Skill, type SkillResult } from '../../../shared/table/skills'
import { resultsText } from './plan-offers'
import { runPlan, type PlanHost } from './run-plan'

const DONE: SkillResult = { success: true, output: {}, stateChanges: [], errors: [] }

/** Time that only passes when nothing else can happen, so that no test waits for a clock. */
class Time {
  now = 0
  readonly #timers: { at: number; call: () => void }[] = []

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.now + ms, call }
    this.#timers.push(timer)
    return () => void this.#timers.splice(this.#timers.indexOf(timer) >>> 0, 1)
  }

  wait = (ms: number): Promise<void> => new Promise((resolve) => void this.after(ms, resolve))

  async until<T>(work: Promise<T>): Promise<T> {
    const over = { is: false }
    const end = (): void => void (over.is = true)
    work.then(end, end)
    for (;;) {
      for (let i = 0; i < 40; i++) await Promise.resolve()
      if (over.is) return work
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0]
      if (!next) throw new Error('Nothing happens any more.')
      this.#timers.splice(this.#timers.indexOf(next), 1)
      this.now = next.at
      next.call()
    }
  }
}

type Runs = (skill: { time: Time; tries: number; stop: Aborter }) => SkillResult | Promise<SkillResult>

function table(externals: Record<string, Runs> = {}, inProcess: Record<string, Runs> = {}) {
  const time = new Time()
  const log: string[] = []
  const events: PlanEvent[] = []
  const stop = new Aborter()
  const skills = new Map<string, Skill>()
  const add = (runs: Skill['runs'], all: Record<string, Runs>): void => {
    for (const [name, run] of Object.entries(all)) {
      let tries = 0
      skills.set(name, {
        name,
        description: name,
        inputSchema: { type: 'object' },
        state: ['quests'],
        timeoutSeconds: 10,
        runs,
        origin: runs,
        misfit: () => undefined,
        run: async ({ actionId }, signal) => {
          log.push(`${time.now} ${actionId} begins`)
          signal.addEventListener('abort', () => log.push(`${time.now} ${actionId} is told to end`))
          const result = await run({ time, tries: ++tries, stop })
          log.push(`${time.now} ${actionId} ends`)
          return runs === 'in-process' && result.success ? { ...result, saved: { beat: actionId, n: 1, subject: actionId, changes: 0 } } : result
        }
      })
    }
  }
  add('in-process', { act: () => DONE, refuse: () => failedSkill('The grate is shut.'), ...inProcess })
  add('external', externals)
  const host: PlanHost = {
    skills,
    sessionId: 's',
    stateFor: ({ state }) => Object.fromEntries(state.map((part) => [part, {}])),
    save: async ({ actionId }, { output }) => {
      if (output['refused'] === true) throw new Problem('refused', 'A quantity can be no less than 0.')
      if (output['full'] === true) throw new Problem('disk', 'The disk is full.')
      log.push(`${time.now} ${actionId} is saved`)
      return { beat: actionId, n: 1, subject: actionId, changes: 1 }
    },
    clock: () => time.now,
    after: (ms, call) => time.after(ms, call),
    breathe: () => Promise.resolve(),
    report: (event) => events.push(event)
  }
  const run = async (actions: string[], more: Partial<Plan> = {}): Promise<string[]> => {
    const plan: Plan = {
      actions: actions.map((one) => ({ actionId: one.split(':')[0] ?? '', skillName: one.split(':')[1] ?? '', parameters: {} })),
      ...more
    }
    const results = await time.until(runPlan(plan, host, stop))
    return results.map(({ actionId, status, tries }) => `${actionId} ${status} ${tries}`)
  }
  return { run, log, events, time, stop }
}

it('what was understood of an external answer is recorded and said in the result of the plan', async () => {
  const understood = 'Understood success as true.'
  const { run, events } = table({ rain: () => ({ ...DONE, output: { text: 'It rains.' }, understood }) })
  await run(['a:rain'])
  const executed = events.find((event) => event.event === 'SkillExecuted')
  expect(executed).toMatchObject({ understood })
  expect(resultsText(executed ? [executed] : [])).toBe('- a (rain): done. Understood success as true. It rains.')
})

describe('a plan runs in the order of its dependencies', () => {
  it('in-process skills run one after the other in listed order, each saved and reported', async () => {
    const { run, log, events } = table()
    expect(await run(['a:act', 'b:act', 'c:act'], { dependencies: { a: ['c'] } })).toEqual(['b done 1', 'c done 1', 'a done 1'])
    expect(log).toEqual(['b', 'c', 'a'].flatMap((id) => [`0 ${id} begins`, `0 ${id} ends`]))
    expect(events.map((event) => `${event.event} ${'actionId' in event ? event.actionId : ''}`)).toEqual(
      ['b', 'c', 'a'].flatMap((id) => [`SkillExecuted ${id}`, `StateUpdated ${id}`])
    )
  })

  it('external skills run in parallel, but are saved in that order', async () => {
    const after =
      (ms: number): Runs =>
      ({ time }) =>
        time.wait(ms).then(() => DONE)
    const { run, log } = table({ slow: after(300), quick: after(100) })
    expect(await run(['a:slow', 'b:quick', 'c:act', 'd:quick'], { dependencies: { d: ['c'] } })).toEqual([
      'a done 1',
      'b done 1',
      'c done 1',
      'd done 1'
    ])
    expect(log).toEqual([
      '0 a begins',
      '0 b begins',
      '100 b ends',
      '300 a ends',
      '300 a is saved',
      '300 b is saved',
      '300 c begins',
      '300 c ends',
      '300 d begins',
      '400 d ends',
      '400 d is saved'
    ])
  })

  it('at most four skills run at once', async () => {
    const { run, log } = table({ tool: ({ time }) => time.wait(10).then(() => DONE) })
    await run(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `${id}:tool`))
    expect(log.slice(0, 5).map((line) => line.slice(2))).toEqual(['a begins', 'b begins', 'c begins', 'd begins', expect.stringContaining('a ends')])
  })

  it('a failed action stops only those that depend on it', async () => {
    const { run, events } = table()
    expect(await run(['a:refuse', 'b:act', 'c:act', 'd:act'], { dependencies: { b: ['a'], d: ['b'] } })).toEqual([
      'a failed 1',
      'b skipped 0',
      'c done 1',
      'd skipped 0'
    ])
    expect(events.flatMap((event) => (event.event === 'SkillExecuted' ? event.errors : []))).toEqual([
      'The grate is shut.',
      'It waits for "a", which did not succeed.',
      'It waits for "b", which did not succeed.'
    ])
  })

  it('an action whose changes are refused has failed, and a full disk ends the plan', async () => {
    const saying =
      (output: SkillResult['output']): Runs =>
      () => ({ ...DONE, output, stderr: 'thinking' })
    const one = table({ tool: saying({ refused: true }) })
    expect(await one.run(['a:tool', 'b:act'])).toEqual(['a failed 1', 'b done 1'])
    expect(one.events[0]).toMatchObject({ errors: ['A quantity can be no less than 0.'], stderr: 'thinking' })
    await expect(table({ tool: saying({ full: true }) }).run(['a:tool', 'b:act'])).rejects.toThrow('The disk is full.')
  })
})

describe('timeouts, retries and cancelling', () => {
  const never: Runs = () => new Promise<SkillResult>(() => undefined)

  it('a temporary failure is retried three times', async () => {
    const flaky =
      (until: number): Runs =>
      ({ tries }) =>
        tries > until ? DONE : { ...failedSkill('Busy.'), isTransient: true }
    expect(await table({ tool: flaky(3) }).run(['a:tool'])).toEqual(['a done 4'])
    expect(await table({ tool: flaky(9) }).run(['a:tool'])).toEqual(['a failed 4'])
  })

  it("a skill ends after its own time limit or its action's, and the others continue", async () => {
    const { run, log, time } = table({ tool: never })
    expect(await run(['a:tool', 'b:act'])).toEqual(['a timeout 1', 'b done 1'])
    expect(log).toContain('10000 a is told to end')
    expect(time.now).toBe(10_400)
    const short = table({ tool: never })
    await runShort(short)
    expect(short.log).toContain('2000 a is told to end')
  })

  it("every skill ends at the plan's time limit", async () => {
    const { run, time } = table({ tool: never })
    expect(await run(['a:tool', 'b:act'], { timeoutSeconds: 1 })).toEqual(['a timeout 1', 'b timeout 0'])
    expect(time.now).toBe(1400)
  })

  it('cancelling ends skills at once, and finished actions stay', async () => {
    const { run, log, time, stop, events } = table({ tool: never })
    time.after(700, () => stop.abort())
    expect(await run(['a:act', 'b:tool', 'c:act'])).toEqual(['a done 1', 'b cancelled 1', 'c cancelled 0'])
    expect(log).toContain('700 b is told to end')
    expect(time.now).toBe(1100)
    expect(events.filter(({ event }) => event === 'StateUpdated')).toHaveLength(1)
  })

  it('in-process skills are cancelled between two actions', async () => {
    const cancels: Runs = ({ stop }) => {
      stop.abort()
      return DONE
    }
    expect(await table({}, { cancels }).run(['a:cancels', 'b:act'])).toEqual(['a done 1', 'b cancelled 0'])
  })
})

/** One action with a time of its own. */
const runShort = ({ run }: ReturnType<typeof table>): Promise<string[]> =>
  run([], { actions: [{ actionId: 'a', skillName: 'tool', parameters: {}, timeoutSeconds: 2 }] })
