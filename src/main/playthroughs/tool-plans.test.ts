import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import type { PlanEvent } from '../../shared/plans/events'
import { copyTool } from '../tools/new-tool'
import { modelDesk, playOn, type Desk } from './studio.fixture'

/** A tool in Python that makes it rain, says which parts of the state it was given, and notes in a file that it ran. */
const rainTool = (ran: string): string => `import json
import sys

request = json.load(sys.stdin)
with open(${JSON.stringify(ran)}, "a") as file:
    file.write("ran.")
state = request["state"]
name = request["parameters"]["name"]
print("It rains.", file=sys.stderr)
json.dump({
    "success": True,
    "output": {"weather": "rain", "given": sorted(state)},
    "stateChanges": [{"path": "/facts/rain", "operation": "Update" if "rain" in state["facts"] else "Add", "value": name}],
    "errors": [],
}, sys.stdout)
`
const MANIFEST = `name: rain
description: Makes it rain on somebody.
run: [python3, rain.py]
state: [facts]
input: { type: object, properties: { name: { type: string } }, required: [name], additionalProperties: false }
`

const actions = [
  { actionId: 'rain', skillName: 'rain', parameters: { name: "O'Hara" } },
  { actionId: 'quest', skillName: 'quest-tool', parameters: { do: 'create', id: 'dry-coat', name: "Dry O'Hara's coat" } },
  { actionId: 'over', skillName: 'quest-tool', parameters: { do: 'complete', id: 'dry-coat', outcome: 'It is dry.' } },
  { actionId: 'again', skillName: 'quest-tool', parameters: { do: 'complete', id: 'dry-coat' } },
  { actionId: 'torch', skillName: 'inventory-tool', parameters: { do: 'add', owner: 'Wren', item: 'torch' } },
  { actionId: 'odd', skillName: 'inventory-tool', parameters: { do: 'add', owner: 'Wren', item: 'no-such-thing' } },
  { actionId: 'ask', skillName: 'call_on', parameters: { who: ['all'] } }
]
const dependencies = { over: ['quest'], again: ['over'] }
const steps: FakeReply[] = [
  { parts: [{ tool: 'open_session', input: { title: "Saint Odo's bell" } }] },
  { parts: [{ tool: 'open_scene', input: { title: 'Rain', place: 'throat-yard', aim: 'Look.' } }] },
  { parts: [{ tool: 'run_plan', input: { plan: JSON.stringify({ actions, dependencies }) } }] }
]

let at: Desk
let ids: string[]
beforeAll(async () => {
  at = await modelDesk((_request, n) => steps[n - 1] ?? { parts: [{ tool: 'narrate', input: { text: 'Rain falls.' } }] })
  const tools = join(at.dir, 'tools')
  await copyTool(join(tools, 'quests'), 'quest-tool', 'tools')
  await copyTool(join(tools, 'inventory'), 'inventory-tool', 'tools')
  mkdirSync(join(tools, 'rain'))
  writeFileSync(join(tools, 'rain/rain.py'), rainTool(join(at.home, 'ran.txt')))
  writeFileSync(join(tools, 'rain/tool.yaml'), MANIFEST)
  await at.studio.adopt()
  const { tools: found } = await at.studio.tools()
  await at.studio.trustTools({ decisions: found.map(({ key, hash }) => ({ key, hash, trust: true })) })
  await at.studio.setTable({ ...(await at.studio.tableSettings()), dm: { mode: 'plan' } })
  ids = await playOn(at.studio, 3)
})
afterAll(() => at.close())

const executed = (events: readonly PlanEvent[] = []) => events.flatMap((event) => (event.event === 'SkillExecuted' ? [event] : []))

it('a plan uses tools in Python and Node: each has its beat or fails with a reason, and is told to the narrator', async () => {
  const turn = await at.studio.turn({ id: ids.at(-1) ?? '' })
  const done = executed(turn?.plan)
  expect(done.map(({ actionId, status }) => `${actionId} ${status}`).toSorted()).toEqual([
    'again failed',
    'ask done',
    'odd failed',
    'over done',
    'quest done',
    'rain done',
    'torch done'
  ])
  const of = (id: string) => done.find(({ actionId }) => actionId === id)
  expect(of('rain')).toMatchObject({ runs: 'external', output: { weather: 'rain', given: ['facts'] }, stderr: 'It rains.\n' })
  expect(of('again')?.errors).toEqual(["The quest “Dry O'Hara's coat” is over: it is completed, so it can't be completed."])
  expect(of('odd')?.errors.join(' ')).toMatch(/no-such-thing/)
  const state = (await at.studio.present())?.state
  expect(state?.facts['rain']).toBe("O'Hara")
  expect(state?.quests['dry-coat']).toMatchObject({ status: 'completed', outcome: 'It is dry.' })
  expect(Object.values(state?.actors['Wren']?.inventory ?? {}).some(({ item }) => item === 'torch')).toBe(true)
})

it('an MCP client at the DM’s seat is shown the tools that its plans can use, as a model is', async () => {
  const turn = await at.studio.turn({ id: ids.at(-1) ?? '' })
  await at.studio.branch({ at: turn?.parent ?? '', name: 'client' })
  await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { default: { agent: 'offline' }, DM: { agent: 'mcp' } } })
  const { context } = await at.studio.seatView({ who: 'DM', wait: 0 })
  await at.studio.switchTo({ branch: 'main' })
  expect(context.pieces.find(({ id }) => id === 'skills')?.text).toContain('rain')
})

it('is played again by a replay seat with what the tools answered then; none of them runs, or has to be there', async () => {
  const tree = at.tree()
  const own = join(at.dir, 'tools')
  renameSync(own, `${own}-away`)
  const again = await at.studio.rerun({ turn: ids.at(-1) ?? '', seat: { agent: 'replay' } })
  expect(again.beat).toBeDefined()
  expect(readFileSync(join(at.home, 'ran.txt'), 'utf8')).toBe('ran.')
  renameSync(`${own}-away`, own)
  expect(at.tree()).toBe(tree)
})

it('is verified without the tools, which are never run again', async () => {
  rmSync(join(at.dir, 'tools'), { recursive: true })
  expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
})
