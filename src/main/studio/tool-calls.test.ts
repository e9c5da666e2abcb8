import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignTools } from '../../shared/contract/table-calls'
import { memoryKeys } from '../machine/keys'
import { Machine } from '../machine/machine'
import { externalSkills } from '../tools/external-skills'
import { createStudio } from './studio'

const root = mkdtempSync(join(tmpdir(), 'trust-'))
const [home, dir] = [join(root, 'home'), join(root, "O'Hara's Well")]
const studio = createStudio({ kind: 'terminal', version: '1', home, resources: process.cwd() })
/** The settings as another process of this machine reads them. */
const machine = (): Machine => new Machine(home, memoryKeys())
beforeAll(async () => {
  await studio.create({ dir, template: 'blank', seed: '1' })
})
afterAll(async () => {
  await studio.dispose()
  rmSync(root, { recursive: true, force: true })
})

const ECHO = `let text = ''
for await (const part of process.stdin) text += part
process.stdout.write(JSON.stringify({ success: true, output: { given: JSON.parse(text).state }, stateChanges: [], errors: [] }))`

function writeTool(folder: string, manifest: string, program = ECHO): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tool.mjs'), program)
  writeFileSync(join(folder, 'tool.yaml'), `description: Says what it is given.\nrun: [node, tool.mjs]\ninput: { type: object }\n${manifest}`)
}
const trusts = ({ tools }: CampaignTools): string[] => tools.map(({ name, trust }) => `${name}: ${trust}`)
const decide = (found: CampaignTools, trust: boolean) => studio.trustTools({ decisions: found.tools.map(({ key, hash }) => ({ key, hash, trust })) })
const skillNames = async (at = dir): Promise<string[]> => (await externalSkills(at, home, machine())).skills.map(({ name }) => name)

it('a tool runs once somebody has trusted its content, with this campaign, on this machine', async () => {
  expect(await studio.tools()).toEqual({ tools: [], findings: [] })
  writeTool(join(dir, 'tools/lamp'), 'name: lamp\nstate: [facts]')
  writeTool(join(home, 'tools/mine'), 'name: mine')
  const found = await studio.tools()
  expect(found.tools).toMatchObject([
    { name: 'lamp', place: 'campaign', command: 'node tool.mjs', folder: join(dir, 'tools/lamp'), state: ['facts'], trust: 'new', key: 'tools/lamp' },
    { name: 'mine', place: 'own', trust: 'new', key: join(home, 'tools/mine') }
  ])
  expect(await skillNames()).toEqual([])

  expect(trusts(await decide({ ...found, tools: found.tools.map((tool) => ({ ...tool, hash: '0'.repeat(64) })) }, true))).toEqual([
    'lamp: new',
    'mine: new'
  ])
  expect(trusts(await decide(found, true))).toEqual(['lamp: trusted', 'mine: trusted'])
  const { skills } = await externalSkills(dir, home, machine())
  expect(skills).toMatchObject([{ name: 'lamp', runs: 'external', state: ['facts'], timeoutSeconds: 10 }, { name: 'mine' }])

  // The skill gets only what it requests, whatever it is passed.
  const state = { facts: { lit: true }, next: { dice: { seed: 'SECRET' } }, quests: { bell: 'SECRET' } }
  const request = { actionId: 'a', skill: 'lamp', parameters: {}, state, sessionId: 's' }
  const lamp = skills[0]!
  expect(await lamp.run(request, new AbortController().signal)).toEqual({
    success: true,
    output: { given: { facts: { lit: true } } },
    stateChanges: [],
    errors: []
  })

  // A changed tool needs a new decision, and the one that was trusted no longer runs.
  writeFileSync(join(dir, 'tools/lamp/helper.mjs'), 'export {}')
  expect(trusts(await studio.tools())).toEqual(['lamp: changed', 'mine: trusted'])
  expect(await skillNames()).toEqual(['mine'])
  expect((await lamp.run(request, new AbortController().signal)).errors.join(' ')).toMatch(/^The tool lamp has changed since it was trusted\./)
  expect(trusts(await decide(await studio.tools(), false))).toEqual(['lamp: declined', 'mine: declined'])
  expect(await skillNames()).toEqual([])

  // The decision isn't part of the campaign, so a copy needs its own.
  await decide(await studio.tools(), true)
  const inCampaign = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(inCampaign.filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(found.tools[0]!.hash))).toEqual([])
  const copy = join(root, 'copy')
  cpSync(dir, copy, { recursive: true })
  expect(await skillNames(copy)).toEqual([])
})

it('a tool that requests more than it may read is a finding, and gives no skill', async () => {
  const bad = join(dir, 'tools')
  writeTool(join(bad, 'dice'), 'name: dice\nstate: [facts, next]')
  writeTool(join(bad, 'notes'), 'name: notes\nstate: [player-notes]')
  writeTool(join(bad, 'linked'), 'name: linked')
  symlinkSync('/etc', join(bad, 'linked', 'etc'))
  mkdirSync(join(bad, 'no-manifest'))
  const { tools, findings } = await studio.tools()
  const words = findings.map(({ message }) => message).join('\n')
  expect(tools.map(({ name }) => name)).toEqual(['lamp', 'mine'])
  expect(words).toMatch(/dice\/tool\.yaml: `state` asks for "next", which no tool is given\. It can ask for actors, places, .*threads\./)
  expect(words).toMatch(/notes\/tool\.yaml: `state` asks for "player-notes", which no tool is given/)
  expect(words).toMatch(/linked can't be used: etc is a link that leads out of the folder\. Replace it by a copy\./)
  expect(findings).toHaveLength(3)
})
