import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
afterEach(() => at.close())

const place = (name: string): WorldEdit => ({ op: 'put-place', region: 'home', fields: { name } })
const places = async (): Promise<string[]> => Object.keys((await at.state()).places)
const problemOf = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => expect.fail('this was not refused'),
    (thrown: Problem) => thrown
  )

/** Commits the folder's changes with git itself, which is not an edit of the app. */
async function commitByHand(): Promise<void> {
  await at.restart()
  at.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-a', '-m', 'By hand')
}

describe('undo and redo', () => {
  beforeEach(async () => {
    at = await editing()
  })

  it('step through edits, each as a beat, also after a restart', async () => {
    expect(await at.studio.editHistory()).toEqual({})
    const { beat: first } = await at.edit(place('Mill Pond'))
    await at.edit(place('Ford'), { op: 'put-journey', fields: { from: 'ford', to: 'mill-pond' } })
    expect(await at.studio.editHistory()).toEqual({ undo: 'added Ford and the journey from Ford to Mill Pond' })
    await at.studio.undo()
    const back = await at.studio.undo()
    expect([back.kind, back.action, back.actor, back.subject]).toEqual(['edit', 'undo', 'designer', 'Undo: added Mill Pond'])
    expect(at.git('log', '-1', '--format=%B')).toContain(`Params: {"edit":"${first.id}"}`)
    expect([await places(), at.git('rev-parse', 'HEAD:world')]).toEqual([['crossroads', 'hill'], at.git('rev-parse', `${first.id}~:world`)])
    await at.restart()
    expect(await at.studio.editHistory()).toEqual({ redo: 'added Mill Pond' })
    expect((await at.studio.redo()).subject).toBe('Redo: added Mill Pond')
    expect(await at.studio.editHistory()).toEqual({ undo: 'added Mill Pond', redo: 'added Ford and the journey from Ford to Mill Pond' })
    await at.studio.redo()
    expect(await places()).toEqual(['crossroads', 'ford', 'hill', 'mill-pond'])
    expect((await problemOf(at.studio.redo())).message).toBe('There is no edit to redo.')
    expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
  })

  it('a new edit ends the chance to redo; undoing it doesn’t restore that chance', async () => {
    await at.edit(place('Mill Pond'))
    await at.edit(place('Ford'))
    await at.studio.undo()
    await at.edit(place('Weir'))
    expect(await at.studio.editHistory()).toEqual({ undo: 'added Weir' })
    await at.studio.undo()
    expect(await at.studio.editHistory()).toEqual({ undo: 'added Mill Pond', redo: 'added Weir' })
    await at.studio.redo()
    await at.studio.undo()
    await at.studio.undo()
    expect(await at.studio.editHistory()).toEqual({ redo: 'added Mill Pond' })
    expect((await problemOf(at.studio.undo())).code).toBe('refused')
  })

  it('knows the edits of its own branch alone', async () => {
    const { beat } = await at.edit(place('Mill Pond'))
    await at.edit(place('Ford'))
    await at.studio.branch({ at: beat.id, name: 'other' })
    expect(await at.studio.editHistory()).toEqual({ undo: 'added Mill Pond' })
    await at.studio.undo()
    await at.studio.switchTo({ branch: 'main' })
    expect(await at.studio.editHistory()).toEqual({ undo: 'added Ford' })
  })

  it('two at once undo two edits', async () => {
    await at.edit(place('Mill Pond'))
    await at.edit(place('Ford'))
    const undone = await Promise.all([at.studio.undo(), at.studio.undo()])
    expect(undone.map(({ subject }) => subject)).toEqual(['Undo: added Ford', 'Undo: added Mill Pond'])
  })

  it('an edit that breaks an invariant of the story is refused; undo takes a quest back', async () => {
    const file = join(at.dir, 'world/STATE.yaml')
    const adopt = (quests: string): Promise<unknown> => {
      writeFileSync(file, at.read('world/STATE.yaml').replace(/^quests: .*$/m, `quests: ${quests}`))
      return at.studio.adopt()
    }
    await adopt('{bell: {name: The bell, status: active, odd: [1]}}')
    const problem = await problemOf(adopt('{bell: {name: The bell, status: active, giver: Nobody}}'))
    expect([problem.code, problem.data['path']]).toEqual(['refused', '/quests/bell/giver'])
    expect(problem.message).toBe('The quest “The bell” names "Nobody" as its giver, but there is no such character or faction. Nothing was changed.')
    await adopt('{bell: {name: The bell, status: failed, odd: [1]}}')
    const failed = at.read('world/STATE.yaml')
    expect((await problemOf(adopt('{bell: {name: The bell, status: active, odd: [1]}}'))).message).toBe(
      "The quest “The bell” can't go from failed to active. A failed quest is over. Nothing was changed."
    )
    writeFileSync(file, failed)
    await at.studio.undo()
    expect((await at.state()).quests['bell']).toEqual({ name: 'The bell', status: 'active', odd: [1] })
    expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
  })

  it('is recomputed by verify, which reports an undo with other files', async () => {
    const { beat } = await at.edit(place('Mill Pond'))
    await at.studio.undo()
    const message = at.git('log', '-1', '--format=%B')
    await at.restart()
    at.git('reset', '--hard', '-q', beat.id)
    appendFileSync(join(at.dir, 'world/regions/home/locations/hill.yaml'), 'height: 3\n')
    at.git('checkout', '-q', 'HEAD@{1}', '--', 'next')
    at.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-a', '-m', message)
    const report = await at.studio.verify()
    expect(report.mismatches.map(({ message, paths }) => ({ message, paths }))).toEqual([
      {
        message: 'a replay of this undo gives other files',
        paths: ['world/regions/home/locations/hill.yaml', 'world/regions/home/locations/mill-pond.yaml']
      }
    ])
  })
})

describe('undo over what was played since', () => {
  beforeEach(async () => {
    at = await editing('sample')
  })

  it('keeps what was played, value by value, also in the same file', async () => {
    const id = Object.values((await at.state()).actors)[0]?.location ?? ''
    const { lore } = (await at.studio.present())!
    await at.edit({ op: 'put-place', id, fields: { description: 'Other words.', senses: [] } }, { op: 'spots', spots: { [id]: { x: 1, y: 1 } } })
    while (!(await at.state()).scene) await at.studio.step()
    for (let n = 0; n < 30; n++) await at.studio.step()
    const before = await at.state()
    await at.edit({ op: 'put-place', id, fields: { tags: { ...before.places[id]?.tags, mine: true } } })
    await at.studio.undo()
    await at.studio.undo()
    const after = (await at.studio.present())!
    expect({ ...after.state, next: 0 }).toEqual({ ...before, next: 0 })
    expect([after.lore.places[id], after.lore.map[id]]).toEqual([lore.places[id], lore.map[id]])
    expect((await at.studio.verify()).mismatches).toEqual([])
  })

  it('a renamed place goes back with what was written in it since', async () => {
    const id = Object.values((await at.state()).actors)[0]?.location ?? ''
    const before = await at.state()
    await at.edit({ op: 'rename', what: 'place', id, to: 'the-green' })
    appendFileSync(join(at.dir, `world/regions/${before.places[id]?.region}/locations/the-green.yaml`), 'moss: deep\n')
    await commitByHand()
    await at.studio.undo()
    expect({ ...(await at.state()), next: 0 }).toEqual({
      ...before,
      next: 0,
      places: { ...before.places, [id]: { ...before.places[id], moss: 'deep' } }
    })
    expect(await at.settled()).toBe('')
  })

  it('is refused in a sentence where play has gone on from it, and changes nothing', async () => {
    const [who = '', actor] = Object.entries((await at.state()).actors).find(([, { kind }]) => kind === 'player') ?? []
    const { created: made } = await at.edit({ op: 'put-place', region: 'underclint', fields: { name: 'Mill Pond' } })
    await at.edit({ op: 'put-place', id: made[0], fields: { description: 'Deep.' } })
    const path = `world/regions/underclint/locations/${made[0]}.yaml`
    appendFileSync(join(at.dir, path), 'depth: 3\n')
    appendFileSync(join(at.dir, 'world/regions/underclint/journeys.yaml'), `in: { from: mill-pond, to: ${actor?.location}, direction: out }\n`)
    await commitByHand()
    await at.studio.undo()
    const head = at.git('rev-parse', 'HEAD')
    const problem = await problemOf(at.studio.undo())
    expect([problem.code, problem.message, problem.data['references']]).toEqual([
      'refused',
      "Can't undo “added Mill Pond”, because depth of the place mill-pond has changed since. Edit world/regions/underclint/locations/mill-pond.yaml yourself instead.",
      ['depth of the place mill-pond has changed since']
    ])
    await at.edit({ op: 'put-actor', id: who, place: 'mill-pond' })
    expect((await at.studio.undo()).subject).toContain('Undo: moved')
    expect([at.git('rev-parse', 'HEAD~2'), await at.settled()]).toEqual([head, ''])
  })

  it('is refused while a character is in the place that it would remove', async () => {
    const player = Object.keys((await at.state()).actors).find((id) => id === 'Wren') ?? ''
    await at.edit({ op: 'put-place', region: 'underclint', fields: { name: 'Mill Pond' } })
    const sheet = `world/players/${player}/STATS.yaml`
    const text = at.read(sheet).replace(/^location: .*$/m, 'location: mill-pond')
    writeFileSync(join(at.dir, sheet), text)
    await commitByHand()
    const problem = await problemOf(at.studio.undo())
    expect(problem.message).toBe(
      `Can't undo “added Mill Pond”, because world/players/Wren/STATS.yaml: Wren is at "mill-pond", but no such location exists. Correct that first, then undo again.`
    )
    expect(await at.settled()).toBe('')
  })
})

describe('undo of any file', () => {
  const rule = 'rules/conditions/soaked.yaml'
  const note = 'world/notes.txt'
  beforeEach(async () => {
    at = await editing('sample')
  })

  it('undoes and redoes rules, notes, settings and the world in order, and keeps what was played', async () => {
    const settings = await at.studio.tableSettings()
    const start = at.git('rev-parse', 'HEAD')
    const files = (): string => at.git('ls-tree', '-r', 'HEAD', 'rules', 'table.yaml', 'version', note)
    const before = files()
    writeFileSync(join(at.dir, rule), 'name: Soaked\n')
    await at.studio.adopt()
    while (!(await at.state()).scene) await at.studio.step()
    await at.studio.setTable({ ...settings, tiers: { ...settings.tiers, cold: 150 } })
    for (let n = 0; n < 3; n++) await at.studio.step()
    writeFileSync(join(at.dir, note), 'one\ntwo\n')
    await at.studio.adopt()
    await at.edit({ op: 'put-place', region: 'underclint', fields: { name: 'Mill Pond' } })
    const after = files()
    const subjects: string[] = []
    for (let n = 0; n < 4; n++) subjects.push((await at.studio.undo()).subject)
    expect(subjects).toEqual([
      'Undo: added Mill Pond',
      `Undo: adopted changes to ${note}`,
      'Undo: saved the table settings',
      `Undo: adopted changes to ${rule}`
    ])
    expect([files(), (await at.studio.editHistory()).undo]).toEqual([before, undefined])
    expect((await at.state()).scene).toBeDefined()
    for (let n = 0; n < 4; n++) await at.studio.redo()
    expect(files()).toBe(after)
    expect((await at.studio.present())?.edits).toEqual([])
    expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
    expect(at.git('merge-base', 'HEAD', start.trim())).toBe(start)
  })

  it('is refused, and names the file, where the same lines have changed since', async () => {
    writeFileSync(join(at.dir, note), 'one\ntwo\n')
    await at.studio.adopt()
    appendFileSync(join(at.dir, note), 'four\n')
    await commitByHand()
    const problem = await problemOf(at.studio.undo())
    expect([problem.code, problem.message]).toEqual([
      'refused',
      `Can't undo “adopted changes to ${note}”, because ${note} has changed since. Edit ${note} yourself instead.`
    ])
    expect(at.read(note)).toBe('one\ntwo\nfour\n')
  })
})

it('a beat has the author that git knows if a person made it, otherwise its actor', async () => {
  at = await editing()
  at.git('config', 'user.name', 'Ann')
  at.git('config', 'user.email', 'ann@example.org')
  await at.edit(place('Mill Pond'))
  await at.studio.undo()
  await at.studio.step()
  expect(at.git('log', '-3', '--format=%an <%ae>').split('\n').slice(0, 3)).toEqual([
    'DM <DM@proscenium.invalid>',
    'Ann <ann@example.org>',
    'Ann <ann@example.org>'
  ])
})
