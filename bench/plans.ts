import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { playAgentTurn } from '../src/main/agents/play-turn'
import { offlineAgent } from '../src/main/agents/offline'
import { planUse } from '../src/main/agents/skills/planning'
import { DM } from '../src/main/engine/people'
import { APP_ROOT } from '../src/main/place'
import { openFolder } from '../src/main/studio/open-folder'
import { TableTurn } from '../src/main/table/table-turn'
import { playTurn } from '../src/main/table/play-one-turn'
import { externalSkills } from '../src/main/tools/external-skills'
import { Aborter } from '../src/shared/base/abort'
import type { Agent, Turn } from '../src/shared/table/agents'
import type { Plan } from '../src/shared/plans/plan'
import { freshRound } from './beats'
import { makeCampaign, write } from './folders'
import { type Bench, ms, now, type Row } from './measure'

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
const BELL = { do: 'create', id: 'bell', name: "The Ferryman's bell" }
const WITH_TOOLS: Uses = [['quest-tool', BELL], ['inventory-tool', { do: 'query', owner: 'Wren' }], ...SKILLS.slice(0, 8)]

/** Plays plans in the DM's turn of a new campaign, from the sent plan to its results, with every beat saved. */
export async function measurePlans({ home, isQuick, rounds }: Bench): Promise<Row[]> {
  const dir = await makeCampaign(home, 'plans')
  for (const name of ['quest-tool', 'inventory-tool']) cpSync(join(APP_ROOT, 'tools', name), join(dir, 'tools', name), { recursive: true })
  write(dir, 'tools/deaf/tool.yaml', 'name: deaf\ndescription: Never ends.\nrun: [node, deaf.mjs]\n')
  write(dir, 'tools/deaf/deaf.mjs', `process.on('SIGTERM', () => undefined)\nsetInterval(() => undefined, 1000)\n`)
  const { skills } = await externalSkills(dir, undefined, { toolTrust: () => 'trusted' })
  const { campaign, release } = await openFolder(dir, { announce: () => undefined })
  const offline = { seat: { agent: 'offline' as const }, agent: offlineAgent() }
  while (campaign.snapshot.state.next.phase !== 'dm') await playTurn(campaign, async () => offline)

  /** Executes a plan in a turn of its own, and returns what `work` measures. */
  const inTurn = async (work: (turn: Turn) => Promise<number>, stop = new Aborter()): Promise<number> => {
    let elapsedMs = Number.NaN
    const agent: Agent = {
      act: async (turn) => {
        elapsedMs = await work(turn)
        await turn.use({ tool: 'narrate', input: { text: 'Rain falls on the yard.' } })
      }
    }
    const turn = new TableTurn(campaign, () => undefined, { isPlanned: true, tools: () => skills })
    const start = freshRound(dir, campaign.snapshot.commit.id)
    await campaign.createBranch(start.at, start.name)
    const played = await playAgentTurn(turn.host(), async () => turn.begin(DM, { seat: { agent: 'hand' }, agent }), stop)
    if (played?.problem) throw played.problem
    return elapsedMs
  }
  const executed = (uses: Uses): Promise<number> =>
    inTurn(async (turn) => {
      const start = now()
      const answer = await turn.use(planUse(plan(uses)))
      const elapsedMs = now() - start
      const failed = turn.plan?.results.filter(({ status }) => status !== 'done') ?? []
      if (!answer.ok || failed.length > 0) throw new Error(`A plan for the bench failed: ${answer.text}`)
      return elapsedMs
    })
  const cancelled = (): Promise<number> => {
    const stop = new Aborter()
    return inTurn(async (turn) => {
      const done = turn.use(planUse(plan([['deaf', {}]])))
      await new Promise((resolve) => setTimeout(resolve, 100))
      const start = now()
      stop.abort()
      await done
      return now() - start
    }, stop)
  }
  try {
    const [own, mixed, ended]: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n < rounds * 10 + 5; n++) {
      const [one, other] = [await executed(SKILLS), await executed(WITH_TOOLS)]
      // The interpreter gets faster while it runs.
      if (n >= 5) own.push(one)
      if (n >= 5) mixed.push(other)
    }
    for (let n = 0; n < (isQuick ? 5 : 50); n++) ended.push(await cancelled())
    return [
      ms('a plan of 10 skills', own, 50, 0.9),
      ms('a plan of 10 actions, two of them tools', mixed, 3000, 0.9),
      ms('a plan is cancelled while a tool ignores the signal', ended, 500, 0.99)
    ]
  } finally {
    campaign.dispose()
    release()
  }
}
