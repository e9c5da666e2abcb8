import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableSettings } from '../src/shared/table/turns'
import { startFakeMessages, type FakeReply } from '../src/main/agents/anthropic/fake-messages.fixture'
import { offeredTools } from '../src/main/agents/anthropic/wire.fixture'
import { expect, proscenium, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'
import { call } from './studio-call'

const MANIFEST = `name: o-haras-sky
description: Says what the sky is like, and notes it as a fact.
run: [python3, sky.py]
state: [facts]
input: { type: object, properties: { where: { type: string } }, required: [where], additionalProperties: false }
`
const TOOL = `import json, sys
request = json.load(sys.stdin)
where = request["parameters"]["where"]
print("Looking up over", where, file=sys.stderr)
ok = where != "nowhere"
change = {"path": "/facts/sky", "operation": "Update" if "sky" in request["state"]["facts"] else "Add", "value": "fog over " + where}
json.dump({"success": ok, "output": {"sky": "fog"} if ok else {}, "stateChanges": [change] if ok else [], "errors": [] if ok else ["There is no sky there."]}, sys.stdout)
sys.exit(0 if ok else 1)
`
const PLAN = {
  reasoning: 'The fog decides who is seen.',
  actions: [
    { actionId: 'sky', skillName: 'o-haras-sky', parameters: { where: "Saint Odo's well" } },
    { actionId: 'no-sky', skillName: 'o-haras-sky', parameters: { where: 'nowhere' } },
    { actionId: 'thread-of-the-fog', skillName: 'open_thread', parameters: { thread: 'fog', text: "Who walks in O'Hara's fog?" } },
    { actionId: 'too-late', skillName: 'get_location', parameters: {} },
    { actionId: 'ask', skillName: 'call_on', parameters: { who: ['all'] } }
  ],
  dependencies: { 'thread-of-the-fog': ['sky'], 'too-late': ['no-sky'], ask: ['thread-of-the-fog'] }
}
const use = (tool: string, input: object): FakeReply => ({ parts: [{ tool, input }] })

test('a model’s plan runs a tool written in Python, which is trusted, played, inspected and verified', async ({ dir, open }, info) => {
  const lead = [
    use('open_session', { title: 'Fog' }),
    use('open_scene', { title: 'Fog', place: 'throat-yard', aim: 'Look.' }),
    use('run_plan', { plan: JSON.stringify(PLAN) }),
    use('narrate', { text: "Fog comes up over Saint Odo's well." })
  ]
  const fake = await startFakeMessages((request) => {
    if (offeredTools(request).some(({ name }) => name === 'run_plan')) return lead.shift() ?? use('narrate', { text: 'More fog.' })
    return use('pass', {})
  })
  try {
    await mkdir(join(dir, 'tools/sky'), { recursive: true })
    await writeFile(join(dir, 'tools/sky/tool.yaml'), MANIFEST)
    await writeFile(join(dir, 'tools/sky/sky.py'), TOOL)
    const { page } = await open({ pace: 0 })
    const trust = page.getByRole('dialog', { name: 'A tool wants to run with this campaign' })
    await expect(trust.getByRole('region', { name: 'o-haras-sky' })).toContainText('python3 sky.py')
    await expectLooksRight(page, info, 'a tool asks')
    await trust.getByRole('button', { name: 'Trust', exact: true }).click()
    await expect(trust).toBeHidden()

    await page.keyboard.press('Control+,')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const plans = settings.getByRole('checkbox', { name: /^Let the DM work by plans/ })
    await plans.click()
    await plans.scrollIntoViewIfNeeded()
    await expectLooksRight(page, info, 'settings of the DM')
    await settings.getByRole('button', { name: 'Save as a beat' }).click()
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
    await call(page, 'mutation', 'setMachine', { key: 'any', baseUrl: fake.url, allowed: true })
    const table = await call<TableSettings>(page, 'query', 'tableSettings')
    expect(table.dm).toMatchObject({ mode: 'plan' })
    await call(page, 'mutation', 'setTable', { ...table, agents: { ...table.agents, DM: { agent: 'anthropic', model: 'claude-haiku-5-5' } } })

    // The tool's files are part of the story before it is played on.
    await page.getByRole('button', { name: 'Adopt', exact: true }).first().click()
    await expect(page.getByText(/changed outside/)).toHaveCount(0)

    await page.keyboard.press('3')
    const beats = page.getByRole('slider', { name: 'Timeline' })
    const lastBeat = async (): Promise<string> => (await sh('git', '-C', dir, 'log', '-1', '--format=%(trailers:key=Beat,valueonly)')).trim()
    const isDrawn = async (): Promise<boolean> => (await beats.getAttribute('aria-valuenow')) === (await lastBeat())
    await expect.poll(isDrawn).toBe(true)
    for (let n = 0; n < 3; n++) {
      const before = await lastBeat()
      await page.keyboard.press('.')
      // The list has the turn from its beginning on. A key that comes before its beat is drawn is ignored.
      await expect.poll(lastBeat).not.toBe(before)
      await expect.poll(isDrawn).toBe(true)
      await expect(page.getByRole('listbox', { name: 'Turns' }).getByRole('option')).toHaveCount(n + 1)
    }
    await expect(page.getByRole('heading', { name: 'The DM turns to everybody' })).toBeVisible()
    await page.getByRole('tab', { name: 'Plan' }).click()
    const shown = page.getByRole('tabpanel', { name: 'Plan' })
    await expect(shown.getByRole('figure')).toHaveAccessibleName('Drawing of the plan: 5 actions, 3 dependencies. The list below says the same.')
    const actions = shown.getByRole('list').first().getByRole('listitem')
    await expect(actions).toHaveCount(5)
    await expect(actions.nth(0)).toContainText('sky o-haras-sky done')
    await expect(actions.nth(0)).toContainText("Looking up over Saint Odo's well")
    await expect(actions.nth(1)).toContainText('There is no sky there.')
    await expect(actions.filter({ hasText: 'too-late' })).toContainText('It waits for "no-sky", which did not succeed.')
    const events = shown.getByRole('list').last().getByRole('listitem')
    await expect(events.first()).toContainText('PlanGenerated 5 actions.')
    await expect(events.filter({ hasText: 'StateUpdated' })).toHaveCount(3)
    await expectLooksRight(page, info, 'a plan')
    expect(fake.wrong).toEqual([])
  } finally {
    await fake.close()
  }
  expect(await proscenium('verify', dir)).toContain('Mismatches: 0')
})
