import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeArrow } from '../../arrow'
import { documentOf } from '../../arrow/made.fixture'
import { OpenCampaign } from '../story/open-campaign'
import { editing, type Editing } from '../story/world/editing.fixture'
import { labWorld, type LabWorld } from './lab-world'

let at: Editing
let campaign: OpenCampaign
let world: LabWorld
beforeAll(async () => {
  at = await editing('sample')
  const content = { plain: true, auto: false, title: '' }
  const document = documentOf(
    {
      0: {
        nodes: {
          1: { type: 'content', data: content, to: [2] },
          2: { type: 'condition', data: { variable: 20, operator: 'eq', with: [0, true] }, to: [3, 4] },
          3: { type: 'content', data: content, to: [5] },
          4: { type: 'content', data: content },
          5: { type: 'condition', data: { variable: 21, operator: 'eq', with: [0, 1] }, to: [undefined, 6] },
          6: { type: 'content', data: content }
        }
      }
    },
    { variables: { 20: { name: 'bell_rung', type: 'bool', init: false }, 21: { name: 'doors', type: 'num', init: 0 } } }
  )
  await at.studio.saveArrowFile({ path: 'world/story/Soup/scene.arrow', text: writeArrow(document), subject: 'A scene for the soup', over: null })
  campaign = await OpenCampaign.open(at.dir, { clock: () => 0, readOnly: true })
  world = await labWorld(campaign, at.git('rev-parse', 'HEAD').trim())
})
afterAll(async () => {
  campaign.dispose()
  await at.close()
})

it('is the same when its findings were kept, unless another build kept them', async () => {
  const kept = { file: join(at.dir, '.git/world.json'), isReadOnly: false }
  const commit = at.git('rev-parse', 'HEAD').trim()
  const seen = ({ subjects, uses, naming, reasons, game: { actions, conditions, equipment, tables } }: LabWorld): object => ({
    subjects,
    uses,
    naming: [...Object.keys(conditions).map((id) => naming('condition', id)), ...Object.keys(equipment).map((id) => naming('item', id))],
    tables: Object.keys(tables).map((id) => naming('table', id)),
    reasons: Object.keys(actions).map((id) => reasons(id))
  })
  await labWorld(campaign, commit, { ...kept, isReadOnly: true })
  expect(existsSync(kept.file)).toBe(false)
  await labWorld(campaign, commit, kept)
  expect(seen(await labWorld(campaign, commit, kept))).toEqual(seen(world))
  const change = (from: string, to: string): void => writeFileSync(kept.file, readFileSync(kept.file, 'utf8').replace(from, to))
  change('"label":"', '"label":"Kept ')
  expect((await labWorld(campaign, commit, kept)).subjects[0]?.label).toMatch(/^Kept /)
  change('"build":"', '"build":"other ')
  expect(seen(await labWorld(campaign, commit, kept))).toEqual(seen(world))
  writeFileSync(kept.file, '{')
  expect(seen(await labWorld(campaign, commit, kept))).toEqual(seen(world))
})

it('everything that can be exercised has a label and a place, facts too, but no code', () => {
  const kinds = new Set(world.subjects.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['action', 'condition', 'event', 'fact', 'item', 'location', 'node', 'quest', 'row'])
  // A quest at the line of its file; an open one can only end.
  const quests = world.subjects.filter(({ kind }) => kind === 'quest').map(({ id }) => id)
  expect(quests).toEqual(expect.arrayContaining(['find-jory ended', 'raise-the-bell given', 'raise-the-bell ended']))
  expect(quests).not.toContain('find-jory given')
  const { place } = world.subjects.find(({ id }) => id === 'find-jory ended') ?? {}
  expect(readFileSync(join(at.dir, place?.path ?? ''), 'utf8').split('\n')[(place?.line ?? 0) - 1]).toBe('  find-jory:')
  const of = (kind: string, id: string) => world.subjects.find((one) => one.kind === kind && one.id === id)
  expect(of('fact', 'jory-found')?.place.path).toMatch(/^world\//)
  expect(of('location', 'sour-sump')).toMatchObject({ label: 'Sour Sump' })
  expect(of('node', 'Soup 3')?.place.path).toBe('world/story/Soup/scene.arrow')
  expect(world.eventName('Soup')).toBe('Soup')
})

it('a fact whose id rules make from a name is set by them', () => {
  const sets = world.uses.find(({ id }) => id === 'defeated:Patience')?.sets.map(({ path }) => path)
  expect(sets).toContain('rules/lib/harm.ts')
})

it('says which files name a table, a condition or an item, and why an action isn’t possible at the beginning', () => {
  expect(world.naming('table', 'scars')).toEqual(['rules/lib/scars.ts'])
  expect(world.naming('condition', 'maimed')).toEqual(['rules/tables/scars.yaml'])
  expect(world.naming('item', 'shovel')).toEqual([])
  expect(world.reasons('bleed-out')).toEqual(['It only happens automatically, when the condition critically wounded ends.'])
  expect(world.reasons('travel')).toEqual([])
  expect(world.reasons('end-combat')).toEqual(['At the beginning: There is no fight.'])
})

it('says why a node was never played, and blames no fact that something outside the document may set', () => {
  const reached = new Set([1, 2, 3, 5])
  expect(world.unreached('Soup', reached).get(4)).toBe('“node_2” (`bell_rung` is true): it was never true, and nothing sets `bell_rung`.')
  expect(world.unreached('Soup', reached).get(6)).toBe('“node_5” (`doors` is 1): it was never true.')
  expect(world.unreached('Nothing', new Set()).size).toBe(0)
})

it('knows the journeys that no roll of the party completes', () => {
  const { journeys } = world.state
  expect(Object.keys(journeys).filter(world.impassable)).toEqual([])
})

it('leaves out story events that were over before the first beat, and the nodes of their scenes', async () => {
  await at.edit({ op: 'put-fact', id: 'bell-sold', value: true })
  const later = await OpenCampaign.open(at.dir, { clock: () => 0, readOnly: true })
  const { subjects } = await labWorld(later, at.git('rev-parse', 'HEAD').trim())
  later.dispose()
  const left = world.subjects.filter(({ kind, id }) => !subjects.some((one) => one.kind === kind && one.id === id))
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['event', 'fact', 'node']))
  expect(left.filter(({ kind }) => kind !== 'node').map(({ id }) => id)).toEqual(['The Counting', 'bell-sold'])
  expect(left.filter(({ kind }) => kind === 'node').every(({ id }) => id.startsWith('The Counting '))).toBe(true)
})
