import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Problem } from '../../../shared/base/problem'
import type { Choices, TodayWorld } from '../../../shared/contract/today-calls'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

const head = async (): Promise<string> => (await at.studio.present())?.head ?? ''
const asked = (from: string, today: string, choices: Choices = {}): Promise<TodayWorld> => at.studio.todayAt({ at: from, today, choices })
/** The sensible choice of every conflict. */
const sensible = ({ conflicts }: TodayWorld): Choices => Object.fromEntries(conflicts.map(({ id, preselected }) => [id, preselected]))
const words = ({ conflicts }: TodayWorld): string[] => conflicts.map((one) => one.words)

/** A headland with a lighthouse and a mill, a keeper in the mill, and a session that has begun there. */
async function headland(): Promise<string> {
  const { studio } = at
  const place = (await at.state()).actors['Hero']?.location ?? ''
  const { created } = await at.edit(
    { op: 'put-place', id: 'mill', region: (await at.state()).places[place]?.region ?? '', fields: { name: 'The Mill', description: 'Flour.' } },
    { op: 'put-place', id: 'light', region: (await at.state()).places[place]?.region ?? '', fields: { name: 'The Light', description: 'A lamp.' } },
    { op: 'put-journey', fields: { from: place, to: 'mill' } },
    { op: 'put-journey', fields: { from: 'mill', to: 'light' } },
    { op: 'put-character', name: 'Wren', kind: 'npc', place: 'mill' },
    { op: 'put-fact', id: 'lamp-lit', value: false }
  )
  expect(created.length).toBeGreaterThan(0)
  await studio.step()
  return head()
}

it('a branch from a beat with today’s world has its edits and the story’s state of the beat, in one commit', async () => {
  const from = await headland()
  const before = await at.state()
  await at.studio.step()
  await at.edit({ op: 'put-place', id: 'light', fields: { description: 'A lamp that nobody lights.' } })
  await at.edit({ op: 'put-fact', id: 'lamp-lit', value: true }, { op: 'put-actor', id: 'wren', place: 'light' })
  const today = await head()
  const world = await asked(from, today)
  expect(world.edits.map(({ label }) => label)).toEqual(['saved The Light', expect.stringContaining('lamp-lit')])
  expect(words(world)).toEqual([
    "The fact “lamp-lit” is false at this beat, and is true in today's world.",
    "Location of Wren is The Mill at this beat, and is The Light in today's world."
  ])
  const branch = await at.studio.restartToday({ at: from, today, name: 'again', choices: sensible(world) })
  expect(branch).toMatchObject({ name: 'again', current: true })
  expect(at.git('rev-parse', 'HEAD^').trim()).toBe(from)
  const after = await at.state()
  expect([after.actors, after.facts, after.next.phase]).toEqual([before.actors, before.facts, before.next.phase])
  expect(at.read('world/regions/' + after.places['light']?.region + '/locations/light.yaml')).toContain('that nobody lights')
  expect((await at.studio.verify()).mismatches).toEqual([])
  await at.studio.step()
  expect(await at.settled()).toBe('')
})

it('who stands in a place that is gone is put elsewhere, left out, or keeps it, and nothing is written before that is decided', async () => {
  const from = await headland()
  await at.studio.step()
  await at.edit({ op: 'remove', what: 'place', id: 'mill', to: 'light' })
  const today = await head()
  const world = await asked(from, today)
  expect(world.conflicts).toEqual([
    {
      id: 'at wren',
      words: "Wren is in The Mill, which is no longer in today's world.",
      choices: [
        { id: 'put light', words: 'Put Wren in The Light' },
        ...['crossroads', 'hill'].map((id) => expect.objectContaining({ id: `put ${id}` })),
        { id: 'back', words: 'Bring The Mill back' },
        { id: 'leave', words: 'Leave Wren out' }
      ],
      preselected: 'put light'
    }
  ])
  const refs = at.git('for-each-ref')
  const refused = await at.studio.restartToday({ at: from, today, name: 'x', choices: {} }).catch((thrown: unknown) => thrown)
  expect(refused).toBeInstanceOf(Problem)
  expect(refused).toMatchObject({ code: 'refused', data: { conflicts: [{ id: 'at wren' }] } })
  await expect(at.studio.restartToday({ at: from, today, name: 'x', choices: { 'at wren': 'put nowhere' } })).rejects.toMatchObject({
    code: 'bad-input'
  })
  expect(at.git('for-each-ref')).toBe(refs)
  await at.studio.restartToday({ at: from, today, name: 'moved', choices: { 'at wren': 'put light' } })
  expect([(await at.state()).actors['wren']?.location, (await at.state()).places['mill']]).toEqual(['light', undefined])
  await at.studio.switchTo({ branch: 'main' })
  await at.studio.restartToday({ at: from, today, name: 'kept', choices: { 'at wren': 'back' } })
  const kept = await at.state()
  expect([kept.actors['wren']?.location, Object.keys(kept.journeys).filter((id) => id.includes('mill')).length]).toEqual(['mill', 2])
  await at.studio.switchTo({ branch: 'main' })
  await at.studio.restartToday({ at: from, today, name: 'without', choices: { 'at wren': 'leave' } })
  expect((await at.state()).actors['wren']).toBeUndefined()
  expect((await at.studio.verify()).mismatches).toEqual([])
})

it('a restart is refused for a folder with changes, for a world that has changed since, and for a beat of another story', async () => {
  const from = await headland()
  await at.edit({ op: 'put-place', id: 'light', fields: { description: 'Dark.' } })
  const today = await head()
  await at.edit({ op: 'put-place', id: 'light', fields: { description: 'Darker.' } })
  const refused = at.studio.restartToday({ at: from, today, choices: {} })
  await expect(refused).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('has changed since') })
  writeFileSync(join(at.dir, 'table.yaml'), 'agents: [\n')
  await expect(at.studio.restartToday({ at: from, today: await head(), choices: {} })).rejects.toMatchObject({ code: 'dirty' })
  expect(at.git('branch', '--format=%(refname:short)').trim()).toBe('main')
})

it('a restart is refused while the table plays, and when today’s table.yaml was broken with git, with the sentence that says so', async () => {
  const from = await headland()
  await at.edit({ op: 'put-place', id: 'light', fields: { description: 'Dark.' } })
  const today = await head()
  await at.studio.autoplay({ pace: 60_000 })
  await expect(at.studio.restartToday({ at: from, today, choices: {} })).rejects.toThrow('The table is playing a turn. Pause it')
  await at.studio.pause()
  // Git needs the index, which follows the beats.
  await at.restart()
  const last = await head()
  writeFileSync(join(at.dir, 'table.yaml'), 'agents: [\n')
  at.git('-c', 'user.name=Ann', '-c', 'user.email=a@b.c', 'commit', '-qam', 'Broken')
  const broken = at.git('rev-parse', 'HEAD').trim()
  await expect(asked(from, broken)).rejects.toMatchObject({ code: 'bad-file', data: { file: 'table.yaml' } })
  expect(last).not.toBe(broken)
  expect(at.git('branch', '--format=%(refname:short)').trim()).toBe('main')
})

it('edits that a branch lacks are listed, and brought there as one beat; then nothing is missing', async () => {
  const from = await headland()
  await at.studio.branch({ at: from, name: 'trial' })
  await at.studio.switchTo({ branch: 'main' })
  await at.edit({ op: 'put-place', id: 'light', fields: { description: 'A lamp that nobody lights.' } })
  await at.edit({ op: 'put-place', id: 'mill', fields: { name: 'The Old Mill' } })
  await at.edit({ op: 'put-place', id: 'mill', fields: { description: 'Undone.' } })
  await at.studio.undo()
  const missing = await at.studio.missingEdits()
  expect(missing.map(({ from: a, to, edits }) => [a, to, edits.length])).toEqual([['main', 'trial', 2]])
  const edits = missing[0]?.edits.map(({ commit }) => commit) ?? []
  expect(await at.studio.bringing({ edits, to: 'trial', choices: {} })).toMatchObject({ conflicts: [] })
  expect(await at.studio.bringEdits({ edits, to: 'trial', choices: {} })).toMatchObject({ name: 'trial', current: true })
  expect([(await at.state()).places['mill']?.name, at.git('rev-list', '--count', `${from}..HEAD`).trim()]).toEqual(['The Old Mill', '1'])
  expect(await at.studio.missingEdits()).toEqual([])
  await expect(at.studio.bringEdits({ edits, to: 'trial', choices: {} })).rejects.toThrow('has these edits already')
  await expect(at.studio.bringEdits({ edits, to: 'gone', choices: {} })).rejects.toMatchObject({ code: 'not-found' })
  await expect(at.studio.bringEdits({ edits: [from], to: 'trial', choices: {} })).rejects.toMatchObject({ code: 'bad-input' })
  await at.studio.undo()
  expect((await at.state()).places['mill']?.name).toBe('The Mill')
  expect((await at.studio.verify()).mismatches).toEqual([])
})

it('an edit of what the other branch edited too is decided in the game’s words, and a restarted branch lacks nothing', async () => {
  const from = await headland()
  await at.studio.branch({ at: from, name: 'trial' })
  await at.edit({ op: 'put-place', id: 'mill', fields: { name: 'The Sawmill' } })
  await at.studio.switchTo({ branch: 'main' })
  await at.edit({ op: 'put-place', id: 'mill', fields: { name: 'The Windmill' } })
  const today = await head()
  const missing = await at.studio.missingEdits()
  expect(missing.map(({ from: a, to }) => [a, to])).toEqual([
    ['trial', 'main'],
    ['main', 'trial']
  ])
  const edits = missing[1]?.edits.map(({ commit }) => commit) ?? []
  const world = await at.studio.bringing({ edits, to: 'trial', choices: {} })
  expect(world.conflicts).toEqual([
    {
      id: expect.stringMatching(/mill\.yaml\/name$/),
      words: 'Name of The Sawmill is The Sawmill on trial, and is The Windmill in the edited world.',
      choices: [
        { id: 'beat', words: 'Keep The Sawmill' },
        { id: 'today', words: 'Take The Windmill' }
      ],
      preselected: 'today'
    }
  ])
  await expect(at.studio.bringEdits({ edits, to: 'trial', choices: {} })).rejects.toMatchObject({ code: 'refused' })
  expect((await at.studio.present())?.branch).toBe('main')
  // From the other branch's last beat: its own edit is taken back.
  const head2 = (await at.studio.timeline({ limit: 1 })).branches.find(({ name }) => name === 'trial')?.head ?? ''
  expect(await asked(head2, today)).toMatchObject({ conflicts: [], takenBack: [{ label: 'saved The Sawmill' }] })
  await at.studio.restartToday({ at: head2, today, name: 'new', choices: {} })
  expect((await at.state()).places['mill']?.name).toBe('The Windmill')
  expect((await at.studio.missingEdits()).filter(({ from: a }) => a === 'main')).toEqual([])
})
