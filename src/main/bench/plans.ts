import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Aborter } from '../../shared/base/abort'
import type { Agent, Turn } from '../../shared/table/agents'
import type { Plan } from '../../shared/plans/plan'
import { planUse } from '../agents/skills/planning'
import { externalSkills } from '../tools/external-skills'
import { playAgentTurn } from '../agents/agent-turn'
import { openFolder } from '../studio/open-folder'
import { playTurn, TableTurn } from '../table/table-turn'
import { offlineAgent } from '../agents/offline'
import { DM } from '../engine/people'
import { write } from './folder'
import { reading, type Reading } from './reading'
import { freshRound } from './ruled-beats'

/** The measurements with goals. */
/** The engine's share: the processor time of this process. An in-process skill starts none, and no model is called. */
export const PLAN_OF_SKILLS = "the engine's share of a plan of 10 skills, processor time"
const PLAN_TIME = '  from the sent plan to its results'
export const PLAN_WITH_TOOLS = 'a plan of 10 actions, two of them tools'
export const CANCELLED = 'a plan is cancelled while a tool ignores the signal'

/** A tool that never ends by itself. */
const DEAF = `process.on('SIGTERM', () => undefined)\nsetInterval(() => undefined, 1000)\n`

type Uses = readonly (readonly [skill: string, parameters: Plan['actions'][number]['parameters']])[]

const plan = (uses: Uses): Plan => ({
  actions: uses.map(([skillName, parameters], i) => ({ actionId: `a${i + 1}`, skillName, parameters }))
})

/** Ten skills of the DM: looks, threads, facts, notes, things and time. */
const SKILLS: Uses = [
  ['get_location', {}],
  ['open_thread', { thread: 'rope', text: "Whose rope is it, Odo's?" }],
  ['set-fact', { fact: 'rope-cut', text: 'The rope is cut.' }],
  ['give-item', { target: 'Wren', item: 'torch' }],
  ['open_thread', { thread: 'bell', text: 'Who rang the bell?' }],
  ['get_exits', {}],
  ['pass-time', { span: 'quarter' }],
  ['close_thread', { thread: 'rope', outcome: 'The rope was cut.' }],
  ['set-fact', { fact: 'rope-cut', text: 'The rope is whole.', holds: 'no' }],
  ['close_thread', { thread: 'bell', outcome: 'Nobody did.' }]
]

const WITH_TOOLS: Uses = [
  ['quest-tool', { do: 'create', id: 'bell', name: "The Ferryman's bell" }],
  ['inventory-tool', { do: 'query', owner: 'Wren' }],
  ...SKILLS.slice(0, 8)
]

/** Plays plans in the DM's turn of a new campaign: the time from the sent plan to its results, with every beat saved. */
export async function measurePlans(dir: string, root: string, rounds: number, cancels: number): Promise<Reading[]> {
  for (const name of ['quest-tool', 'inventory-tool']) cpSync(join(root, 'tools', name), join(dir, 'tools', name), { recursive: true })
  mkdirSync(join(dir, 'tools/deaf'), { recursive: true })
  write(dir, 'tools/deaf/tool.yaml', 'name: deaf\ndescription: Never ends.\nrun: [node, deaf.mjs]\n')
  write(dir, 'tools/deaf/deaf.mjs', DEAF)
  const { skills } = await externalSkills(dir, undefined, { toolTrust: () => 'trusted' })
  const { campaign, release } = await openFolder(dir, { announce: () => undefined })
  const offline = { seat: { agent: 'offline' as const }, agent: offlineAgent() }
  while (campaign.snapshot.state.next.phase !== 'dm') await playTurn(campaign, async () => offline)

  /** Executes a plan in a turn of its own, and returns what `work` measures. */
  const inTurn = async <T>(work: (turn: Turn) => Promise<T>, stop = new Aborter()): Promise<T> => {
    let ms: T | undefined
    const agent: Agent = {
      act: async (turn) => {
        ms = await work(turn)
        await turn.use({ tool: 'narrate', input: { text: 'Rain falls on the yard.' } })
      }
    }
    const turn = new TableTurn(campaign, () => undefined, { isPlanned: true, tools: () => skills })
    const start = freshRound(dir, campaign.snapshot.commit.id)
    await campaign.createBranch(start.at, start.name)
    const played = await playAgentTurn(turn.host(), async () => turn.begin(DM, { seat: { agent: 'hand' }, agent }), stop)
    if (played?.problem) throw played.problem
    if (ms === undefined) throw new Error('A plan for the bench was never asked for.')
    return ms
  }
  const timed = (uses: Uses): Promise<{ cpu: number; ms: number }> =>
    inTurn(async (turn) => {
      const [begun, used] = [performance.now(), process.cpuUsage()]
      const answer = await turn.use(planUse(plan(uses)))
      const { user, system } = process.cpuUsage(used)
      const ms = performance.now() - begun
      const failed = turn.plan?.results.filter(({ status }) => status !== 'done') ?? []
      if (!answer.ok || failed.length > 0) throw new Error(`A plan for the bench failed: ${answer.text}`)
      return { cpu: (user + system) / 1000, ms }
    })
  const cancelled = (): Promise<number> => {
    const stop = new Aborter()
    return inTurn(async (turn) => {
      const done = turn.use(planUse(plan([['deaf', {}]])))
      await new Promise((resolve) => setTimeout(resolve, 100))
      const begun = performance.now()
      stop.abort()
      await done
      return performance.now() - begun
    }, stop)
  }
  try {
    const [share, own, mixed, ended]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let n = 0; n < rounds + 5; n++) {
      const [one, other] = [await timed(SKILLS), await timed(WITH_TOOLS)]
      // The interpreter gets faster while it runs.
      if (n < 5) continue
      share.push(one.cpu)
      own.push(one.ms)
      mixed.push(other.ms)
    }
    for (let n = 0; n < cancels; n++) ended.push(await cancelled())
    return [reading(PLAN_OF_SKILLS, share), reading(PLAN_TIME, own), reading(PLAN_WITH_TOOLS, mixed), reading(CANCELLED, ended)]
  } finally {
    campaign.dispose()
    release()
  }
}
