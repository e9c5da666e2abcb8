import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { offeredTools, type WireRequest } from '../agents/anthropic/wire.fixture'
import type { GameState } from '../../shared/story/state'
import type { PlanEvent } from '../../shared/plans/events'
import type { Beat } from '../../shared/story/play'
import { OpenCampaign } from '../story/open-campaign'
import { createCampaign } from '../story/creation/create'
import { commands, recording, takeRecording } from './commands.fixture'
import { desk, modelDesk, playOn, treeOf, type Desk } from './studio.fixture'

let at: Desk | undefined
afterEach(async () => {
  await at?.close()
  at = undefined
})

/** Turns of the session without drift. */
const TURNS = sizeOf(import.meta.filename, 'turns')
/** After every nth turn, the files are compared with the state. */
const COMPARE_EVERY = sizeOf(import.meta.filename, 'compare')

async function stateInFiles({ dir }: Desk): Promise<GameState> {
  const fresh = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
  try {
    return fresh.snapshot.state
  } finally {
    fresh.dispose()
  }
}

const planned = async (it: Desk): Promise<void> => void (await it.studio.setTable({ ...(await it.studio.tableSettings()), dm: { mode: 'plan' } }))
const plan = (...actions: [skillName: string, parameters: object][]) =>
  JSON.stringify({ actions: actions.map(([skillName, parameters], i) => ({ actionId: `a${i + 1}`, skillName, parameters })) })
const words = (events: readonly PlanEvent[] = []): string[] =>
  events.map((event) => (event.event === 'SkillExecuted' ? `${event.skill} ${event.status}` : event.event))
/** What the last beats say, oldest first. */
const texts = async ({ studio }: Desk, last: number): Promise<string[]> =>
  (await studio.timeline({ limit: last })).beats.toReversed().map(({ subject }) => subject)

const expectNoDrift = async (one: Desk, turn: number): Promise<void> =>
  expect(await stateInFiles(one), `turn ${turn}`).toEqual((await one.studio.present())?.state)

describe('a session in plan mode', () => {
  it('is played by the built-in table without drift, and verified', async () => {
    const one = (at = await desk())
    await planned(one)
    for (let turn = 1; turn <= TURNS; turn++) {
      if (!(await one.studio.step())) break
      if (turn % COMPARE_EVERY === 0) await expectNoDrift(one, turn)
    }
    await expectNoDrift(one, TURNS)
    const beats = (await one.studio.timeline({ limit: 2000 })).beats
    const skills = beats.filter(({ kind }) => kind === 'skill')
    expect(skills.length).toBeGreaterThan(8)
    expect(skills.every(({ actor }) => actor === 'DM')).toBe(true)
    // The DM doesn't narrate on and on: it calls on the players, and they act.
    expect(beats.filter(({ actor, kind }) => kind === 'play' && actor !== 'DM').length).toBeGreaterThan(8)
    // A scene isn't closed in the same breath in which it is told.
    const closing = beats.filter(({ action, kind }) => kind === 'skill' && action === 'end_scene')
    for (const { id } of closing)
      expect(words((await one.studio.turn({ id }))?.plan).filter((word) => word.endsWith('done'))).toEqual(['end_scene done'])
    // Each plan is one turn of the inspector, found from every beat of it.
    const turn = await one.studio.turn({ id: skills[0]?.id ?? '' })
    expect(turn?.plan?.some((event) => event.event === 'StateUpdated' && event.beat === skills[0]?.id)).toBe(true)
    expect(await one.studio.verify()).toMatchObject({ play: beats.filter(({ kind }) => kind === 'play' || kind === 'skill').length, mismatches: [] })
  })

  it('narrates nothing twice, told as scene trees too', async () => {
    for (const dm of [{ mode: 'plan' as const }, { mode: 'plan' as const, narration: 'scene-tree' as const }]) {
      const one = (at = await desk())
      await one.studio.setTable({ ...(await one.studio.tableSettings()), dm })
      await playOn(one.studio, 36)
      const told = (await one.studio.timeline({ limit: 400 })).beats.flatMap(({ action, subject }) => (action === 'narrate' ? [subject] : []))
      expect(told.length).toBeGreaterThan(3)
      expect(told.filter((text, i) => text.length > 20 && told.indexOf(text) !== i)).toEqual([])
      await one.close()
    }
  })

  it('is played again from its recording to the same tree', async () => {
    const home = mkdtempSync(join(tmpdir(), 'plans-'))
    const make = async (name: string): Promise<string> => {
      const dir = join(home, name)
      await createCampaign({ dir, title: undefined, game: 'cairn-hack', seed: '7', template: 'sample', resources: process.cwd(), now: 0 })
      appendFileSync(join(dir, 'table.yaml'), 'dm: { mode: plan }\n')
      const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
      await campaign.adopt()
      campaign.dispose()
      return dir
    }
    const table = commands({})
    const first = await make('first')
    const subjects: string[] = []
    const numbers: number[] = []
    const onBeat = ({ kind, subject, n }: Beat): void => {
      subjects.push(`${kind} ${subject}`)
      numbers.push(n)
    }
    const { beats } = await table.play(first, { beats: 25 }, onBeat, {})
    // Every beat is printed and counted; the first one has adopted the settings.
    expect([numbers, beats]).toEqual([Array.from({ length: beats }, (_, i) => i + 2), subjects.length])
    const recorded = join(home, 'played.jsonl')
    const lines: string[] = []
    await recording(first, undefined, (turn) => lines.push(`${JSON.stringify(turn)}\n`))
    writeFileSync(recorded, lines.join(''))
    const second = await make('second')
    await takeRecording(second, recorded)
    const again: string[] = []
    await table.play(second, { beats: 25 }, ({ kind, subject }) => again.push(`${kind} ${subject}`), { seats: { all: { agent: 'replay' } } })
    expect(subjects.some((subject) => subject.startsWith('skill '))).toBe(true)
    expect(again).toEqual(subjects)
    expect(treeOf(second)).toBe(treeOf(first))
    rmSync(home, { recursive: true, force: true })
  })
})

describe('a model that plans', () => {
  const lead: FakeReply[] = [
    { parts: [{ tool: 'open_session', input: { title: "Saint Odo's bell" } }] },
    { parts: [{ tool: 'open_scene', input: { title: 'Rain', place: 'throat-yard', aim: 'Look.' } }] }
  ]
  const sends = (text: string): FakeReply => ({ parts: [{ tool: 'run_plan', input: { plan: text } }] })
  const tells = (text: string): FakeReply => ({ parts: [{ tool: 'narrate', input: { text } }] })
  const asked = (request: WireRequest | undefined): string => JSON.stringify(request?.messages.at(-1)?.content)

  it('is shown the skills, has its plan done, reads what came of it and narrates it once', async () => {
    const steps = [
      ...lead,
      sends(
        plan(
          ['open_thread', { thread: 'the-rope', text: "Whose rope is it, Odo's?" }],
          ['close_thread', { thread: 'no-such-thread', outcome: 'Over.' }],
          ['call_on', { who: ['all'] }]
        )
      ),
      tells('A rope hangs from the bell. The old quarrel is not settled.')
    ]
    const model = (at = await modelDesk((_request, n) => steps[n - 1] ?? tells('More rain.')))
    await planned(model)
    const ids = await playOn(model.studio, 3)
    const record = await model.studio.turn({ id: ids[2] ?? '' })
    expect(record?.context?.tools.map(({ name }) => name)).toEqual(['run_plan', 'narrate', 'get_location', 'get_exits', 'recall'])
    expect(record?.context?.pieces.find(({ id }) => id === 'skills')?.text).toContain('- open_thread(thread; text; payoff?): ')
    expect(words(record?.plan)).toEqual(['PlanGenerated', 'open_thread done', 'StateUpdated', 'close_thread failed', 'call_on done', 'StateUpdated'])
    const [, , second] = model.fake.requests.slice(1)
    expect(asked(second)).toContain('a1 (open_thread): done.')
    expect(asked(second)).toContain('a2 (close_thread): failed.')
    const beats = (await model.studio.timeline({ limit: 3 })).beats.toReversed()
    expect(beats.map(({ kind, action }) => `${kind} ${action}`)).toEqual(['skill open_thread', 'play narrate', 'skill call_on'])
    // What was asked is charged once.
    const spent = beats.map((beat) => beat.spent?.tokens?.output ?? 0)
    expect(spent[0]).toBeGreaterThan(0)
    expect(spent[1]).toBeGreaterThan(0)
    expect(spent[2]).toBe(0)
    expect((await model.studio.present())?.state.next.phase).toBe('player')
    expect(await model.studio.verify()).toMatchObject({ mismatches: [] })
    expect(model.fake.wrong).toEqual([])
    // Every beat was told to the window, in order, each on the one before.
    const heard = model.heard.flatMap((event) => (event.kind === 'beat' ? [event.beat.id] : []))
    await expect
      .poll(() => model.heard.flatMap((event) => (event.kind === 'beat' ? [event.beat.id] : [])).slice(-3))
      .toEqual(beats.map(({ id }) => id))
    expect(new Set(heard).size).toBe(heard.length)
  })

  it('learns once what is wrong with its plan; after the second, a plain narration stands in and all players are asked', async () => {
    const steps = [...lead, sends('{"actions":[{"actionId":"a","skillName":"fly","parameters":{}}]}'), sends('I would rather not plan.')]
    const model = (at = await modelDesk((_request, n) => steps[n - 1] ?? tells('More rain.')))
    await planned(model)
    const ids = await playOn(model.studio, 3)
    const record = await model.studio.turn({ id: ids[2] ?? '' })
    expect(words(record?.plan)).toEqual(['AgentError', 'AgentError', 'AgentError'])
    expect(asked(model.fake.requests[3])).toContain('There is no skill \\"fly\\"')
    expect((await texts(model, 2))[0]).toBe('For a while nothing more happens.')
    expect((await model.studio.present())?.state.next.phase).toBe('player')
    expect(await model.studio.verify()).toMatchObject({ mismatches: [] })
  })

  it('that plans only narrations, notes or words to a player still calls on every player', async () => {
    const alone: Record<string, object> = {
      narrate: { text: 'Rain.' },
      record: { note_path: 'events/rain/ABOUT.md', content: 'Rain.' },
      speak: { player: 'Wren', text: 'You hear rain.' }
    }
    for (const [skill, parameters] of Object.entries(alone)) {
      const replies = [...lead]
      const model = (at = await modelDesk((request) => {
        const isDm = offeredTools(request).some(({ name }) => name === 'run_plan')
        return replies.shift() ?? (isDm ? sends(plan([skill, parameters])) : { parts: [{ tool: 'pass', input: {} }] })
      }))
      await planned(model)
      await playOn(model.studio, 16)
      const acted = (await model.studio.timeline({ limit: 100 })).beats.flatMap(({ actor, action }) => (action === 'pass' ? [actor] : []))
      expect(new Set(acted).size, `${skill}: ${acted.join(' ')}`).toBe((await model.studio.tableSettings()).party?.length)
      expect(await model.studio.verify()).toMatchObject({ mismatches: [] })
      await model.close()
    }
  })

  it('that narrates before it plans is told to plan; if it never narrates, the table narrates plainly', async () => {
    const steps = [
      ...lead,
      tells('Too early.'),
      sends(plan(['open_thread', { thread: 'rope', text: 'A rope.' }], ['close_thread', { thread: 'none', outcome: 'x' }]))
    ]
    const model = (at = await modelDesk((_request, n) => steps[n - 1] ?? sends('{}')))
    await planned(model)
    const ids = await playOn(model.studio, 3)
    const record = await model.studio.turn({ id: ids[2] ?? '' })
    expect(record?.calls[0]?.problem).toBe('Use run_plan first; narrate tells what came of the plan.')
    expect(words(record?.plan).at(-1)).toBe('AgentError')
    expect((await texts(model, 1))[0]).toBe('The attempt fails: close thread.')
  })
})

describe('a plan that is given', () => {
  it("is refused while the DM can't narrate its results", async () => {
    const one = (at = await desk())
    const head = await one.head()
    const text = plan(['open_thread', { thread: 'rope', text: 'A rope.' }])
    await expect(one.studio.runPlan({ text })).rejects.toThrow('No plan can run now')
    expect(await one.head()).toBe(head)
  })

  it('is done in the DM’s turn whatever the settings say, and narrated; one with violations changes nothing', async () => {
    const one = (at = await desk())
    await playOn(one.studio, 2)
    const head = await one.head()
    const wrong = await one.studio.runPlan({ text: plan(['fly', {}]) })
    expect(wrong.violations.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['actions[0]/skillName skill'])
    expect(await one.head()).toBe(head)
    const done = await one.studio.runPlan({
      text: plan(['open_thread', { thread: 'rope', text: 'A rope.' }], ['close_thread', { thread: 'x', outcome: 'y' }])
    })
    expect(words(done.events)).toEqual(['PlanGenerated', 'open_thread done', 'StateUpdated', 'close_thread failed'])
    expect(done.beat?.subject).toContain('The attempt fails: close thread.')
    expect((await one.studio.present())?.state.threads['rope']).toMatchObject({ text: 'A rope.' })
    await one.studio.runPlan({ text: plan(['call_on', { who: ['all'] }]) })
    await expect(one.studio.runPlan({ text: plan(['call_on', { who: ['all'] }]) })).rejects.toThrow("A plan is done in the DM's turn.")
    expect(await one.studio.verify()).toMatchObject({ mismatches: [] })
  })
})
