import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeArrow } from '../../../arrow'
import { documentOf } from '../../../arrow/made.fixture'
import { editFiles } from '../../campaign/world/edit-files'
import { editing, type Editing } from './editing.fixture'

let at: Editing
afterEach(() => at.close())

/** Pictures of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WEBP = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA='

const adopted = async (path: string, text: string): Promise<void> => {
  mkdirSync(dirname(join(at.dir, path)), { recursive: true })
  writeFileSync(join(at.dir, path), text)
  await at.studio.adopt()
}

describe('a character of a blank campaign', () => {
  beforeEach(async () => {
    at = await editing()
  })

  it('needs only a name: the id follows from it in any script, and the sheet is that of the game', async () => {
    const names = ["O'Hara of the Crow's Nest", 'Ада Лавлейс', 'نور الليل', '🦊', 'con', 'DM', 'a'.repeat(200)]
    const { created, beat } = await at.edit(...names.map((name) => ({ op: 'put-character' as const, name })))
    expect(created).toEqual(['ohara-of-the-crows-nest', 'ада-лавлеис', 'نور-الليل', 'character', 'con-2', 'dm-2', 'a'.repeat(60)])
    expect(beat.subject).toBe('Added 7 characters')
    const { actors } = await at.state()
    expect(created.map((id) => actors[id]?.name)).toEqual(names)
    expect(actors['character']).toMatchObject({ kind: 'npc', location: actors['Hero']?.location, stats: { STR: 11, hp: 4 }, max: { hp: 4 } })
    expect(at.read('world/npcs/character/ABOUT.md')).toBe('# 🦊\n')
    expect((await at.studio.verify()).mismatches).toEqual([])
  })

  it('keeps numbers within the limits of the game, and may come closer to them from outside', async () => {
    await at.edit({ op: 'put-character', name: 'Ada' })
    const { head } = (await at.studio.present())!
    const sheet = (keys: string[], to: number | null) => ({ op: 'put-character' as const, id: 'ada', sheet: [{ keys, to }] })
    for (const [keys, to, sentence] of [
      [['stats', 'STR'], -5, "Strength can't be below 0 in this game: enter 0 or more."],
      [['stats', 'hp'], 5, "Hit protection can't be above its maximum: enter 4 or less, or raise the maximum first."],
      [['stats', 'hp'], 2.5, 'Hit protection is a whole number in this game: enter one.'],
      [['max', 'hp'], 4.5, 'The maximum of Hit protection is a whole number in this game: enter one.'],
      [['max', 'hp'], 3, "Hit protection is 4 now, so its maximum can't be lower: enter 4 or more."],
      [['max', 'STR'], -1, "The maximum of Strength can't be below 0 in this game: enter 0 or more."]
    ] as const)
      await expect(at.edit(sheet([...keys], to))).rejects.toThrow(sentence)
    expect([(await at.studio.present())!.head, await at.settled()]).toEqual([head, ''])
    await at.edit(sheet(['max', 'hp'], 9), sheet(['stats', 'hp'], 9), sheet(['stats', 'STR'], 0), sheet(['stats', 'WIL'], null))
    expect((await at.state()).actors['ada']).toMatchObject({ stats: { STR: 0, DEX: 11, hp: 9 }, max: { hp: 9 } })
    await adopted('world/npcs/ada/STATS.yaml', at.read('world/npcs/ada/STATS.yaml').replace('STR: 0', 'STR: -8'))
    await at.edit(sheet(['stats', 'STR'], -2), sheet(['stats', 'luck'], -3))
    expect((await at.state()).actors['ada']?.stats).toMatchObject({ STR: -2, luck: -3 })
  })

  it('with the name of another one in other capitals gets a number', async () => {
    const { created } = await at.edit({ op: 'put-character', name: 'HERO' }, { op: 'put-character', name: 'hero ' })
    expect(created).toEqual(['hero-2', 'hero-3'])
    await expect(at.edit({ op: 'put-character', kind: 'npc', id: 'hERO', name: 'X' })).rejects.toThrow('"hERO" is taken')
    await expect(at.edit({ op: 'put-character', name: ' \n ' })).rejects.toThrow('A character needs a name')
  })

  it('who is a player sits behind the others, and leaves their seat when removed', async () => {
    await at.edit({ op: 'put-character', kind: 'player', name: 'Mara' })
    expect((await at.state()).party).toEqual(['Hero', 'mara'])
    await adopted('player-notes/mara/plan.md', '# Plan\n')
    await adopted('table.yaml', `${at.read('table.yaml')}# seats\n`)
    const { beat } = await at.edit({ op: 'remove-character', id: 'mara' })
    expect(beat.subject).toBe('Removed Mara')
    expect([(await at.state()).party, existsSync(join(at.dir, 'player-notes/mara'))]).toEqual([['Hero'], false])
    expect(at.read('table.yaml')).toMatch(/# seats\n$/)
    await expect(at.edit({ op: 'remove-character', id: 'Hero' })).rejects.toThrow('the table needs a player')
    await at.studio.undo()
    expect((await at.state()).actors['mara']).toMatchObject({ kind: 'player', name: 'Mara' })
    expect(at.read('player-notes/mara/plan.md')).toBe('# Plan\n')
  })

  it('has a portrait in one file, which follows every edit of the character and is taken back by Undo', async () => {
    const { created } = await at.edit({ op: 'put-character', name: 'Ada' })
    const [id = ''] = created
    const portraits = async (): Promise<unknown> => (await at.studio.present())!.lore.portraits
    const oid = (path: string): string => at.git('hash-object', path).trim()
    const { beat } = await at.edit({ op: 'put-portrait', id, picture: PNG, was: null })
    expect([beat.subject, at.touched()]).toEqual(['Set the portrait of Ada', ['A world/npcs/ada/portrait.png']])
    const first = { path: 'world/npcs/ada/portrait.png', oid: oid('world/npcs/ada/portrait.png') }
    expect(await portraits()).toEqual({ ada: first })
    await at.edit({ op: 'put-portrait', id, picture: WEBP, was: first.oid })
    expect(at.touched()).toEqual(['D world/npcs/ada/portrait.png', 'A world/npcs/ada/portrait.webp'])
    const second = { path: 'world/npcs/ada/portrait.webp', oid: oid('world/npcs/ada/portrait.webp') }
    await expect(at.edit({ op: 'put-portrait', id, picture: null, was: first.oid })).rejects.toThrow('Another edit has changed the portrait of Ada')
    await at.edit({ op: 'copy-character', id })
    await at.studio.renameName({ kind: 'character', id, to: 'byron', possible: false, drafts: {} })
    const of = (who: string): unknown => ({ ...second, path: `world/npcs/${who}/portrait.webp` })
    expect(await portraits()).toEqual({ 'ada-2': of('ada-2'), byron: of('byron') })
    expect(existsSync(join(at.dir, 'world/npcs/ada'))).toBe(false)
    await at.edit({ op: 'put-portrait', id: 'byron', picture: null }, { op: 'remove-character', id: 'ada-2' })
    expect(await portraits()).toBeUndefined()
    for (let edits = 0; edits < 4; edits++) await at.studio.undo()
    expect(await portraits()).toEqual({ ada: first })
    const { head } = (await at.studio.present())!
    expect(await at.studio.picture({ path: first.path, at: head })).toBe(`data:image/png;base64,${PNG}`)
    expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
  })

  it('keeps their portrait when another one is no small picture', async () => {
    const { created } = await at.edit({ op: 'put-character', name: 'Ada' })
    const [id = ''] = created
    const before = (await at.studio.present())!.head
    const large = Buffer.from(PNG, 'base64')
    large.writeUInt32BE(30_000, 16)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [picture, sentence] of [
      [svg, 'is no PNG picture'],
      [large, 'has 30000 × 1 pixels'],
      [large.subarray(0, -8), 'has 30000'],
      [Buffer.from(WEBP, 'base64').subarray(0, -4), 'is incomplete']
    ] as const)
      await expect(at.edit({ op: 'put-portrait', id, picture: picture.toString('base64') })).rejects.toThrow(sentence)
    await expect(adopted('world/npcs/ada/portrait.png', 'Hello')).rejects.toThrow('is no PNG picture')
    expect((await at.studio.present())!.head).toBe(before)
  })

  it('may get another id before the first session, with seat, persona and notes', async () => {
    await at.edit({ op: 'put-character', kind: 'player', name: 'Mara' })
    await adopted('direction/bold.md', '# Bold\n')
    await adopted('player-notes/mara/plan.md', '# Plan\n')
    const table = await at.studio.tableSettings()
    await at.studio.setTable({
      ...table,
      agents: { ...table.agents, mara: { agent: 'hand' } },
      direction: { personas: { mara: 'direction/bold.md' } }
    })
    await at.studio.renameName({ kind: 'character', id: 'mara', to: 'moth', possible: false, drafts: {} })
    const after = await at.studio.tableSettings()
    expect([after.party, Object.keys(after.agents), after.direction?.personas]).toEqual([
      ['Hero', 'moth'],
      ['default', 'moth'],
      { moth: 'direction/bold.md' }
    ])
    expect(at.read('player-notes/moth/plan.md')).toBe('# Plan\n')
    while (!(await at.state()).scene) await at.studio.step()
    await expect(at.studio.renameName({ kind: 'character', id: 'moth', to: 'mara', possible: false, drafts: {} })).rejects.toThrow(
      'records of the sessions'
    )
  })

  it('in the scene or with a turn to come stays, and the sentence says what to do', async () => {
    await at.edit({ op: 'put-character', name: 'Ada' })
    while (!(await at.state()).scene) await at.studio.step()
    const { scene, actors } = await at.state()
    expect(actors['ada']?.location).toBe(scene?.place)
    await expect(at.edit({ op: 'remove-character', id: 'ada' })).rejects.toThrow(
      `Ada is in the scene “${scene?.title}” now. Let the scene end, or move Ada to another place first.`
    )
    const elsewhere = Object.keys((await at.state()).places).find((id) => id !== scene?.place) ?? ''
    await at.edit({ op: 'put-actor', id: 'ada', place: elsewhere }, { op: 'remove-character', id: 'ada' })
    expect(Object.keys((await at.state()).actors)).toEqual(Object.keys(actors).filter((id) => id !== 'ada'))
  })

  it('is not removed unasked while a scene’s Arrow document or a rule names them', async () => {
    const { created } = await at.edit({ op: 'put-character', name: "Keeper O'Dell" }, { op: 'put-event', title: 'Fog' })
    const [id = ''] = created
    const scene = documentOf(
      { 80: { nodes: { 1: { type: 'monolog', data: { character: 95, monolog: 'Mine.' } } } } },
      { characters: { 95: { name: "Keeper O'Dell", color: '000000' } } }
    )
    await adopted('world/story/fog/scene.arrow', writeArrow(scene))
    const { state, lore } = (await at.studio.present())!
    const rule = Buffer.from(`export const execute = ({ actor }) => actor === '${id}'`)
    const files = new Map(
      at
        .git('ls-tree', '-r', '--name-only', '-z', 'HEAD')
        .split('\0')
        .filter(Boolean)
        .map((path) => [path, readFileSync(join(at.dir, path))])
    )
    files.set('rules/actions/ring.ts', rule)
    const old = {
      bytes: (path: string) => files.get(path),
      under: (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
    }
    const world = { state, lore, newcomer: { stats: {}, limits: {}, max: [], dead: [] } }
    expect(() => editFiles(world, old, [{ op: 'remove-character', id }])).toThrow(
      'they are a character of the scene “Fog”, world/story/fog/scene.arrow; the rule rules/actions/ring.ts names them'
    )
    const removed = editFiles(world, old, [{ op: 'remove-character', id, anyway: true }])
    expect([...removed.files.keys()].every((path) => path.startsWith(`world/npcs/${id}/`))).toBe(true)
  })

  it('may be the last of two thousand with one name', async () => {
    const { state, lore } = (await at.studio.present())!
    const edits = Array.from({ length: 2000 }, () => ({ op: 'put-character' as const, name: 'Pilgrim' }))
    const nothing = { bytes: () => undefined, under: () => [] }
    const { created, files } = editFiles({ state, lore, newcomer: { stats: {}, limits: {}, max: [], dead: [] } }, nothing, edits)
    expect([created[0], created[1], created.at(-1), files.size]).toEqual(['pilgrim', 'pilgrim-2', 'pilgrim-2000', 8000])
  })
})

describe('a character of the sample', () => {
  beforeEach(async () => {
    at = await editing('sample')
  })

  it('changes field by field, and no other byte of the files', async () => {
    const [sheet, about] = ['world/npcs/Margery/STATS.yaml', 'world/npcs/Margery/ABOUT.md']
    await adopted(sheet, `# the eel\n${at.read(sheet)}`)
    const before = [at.read(sheet), at.read(about)] as const
    await at.edit({
      op: 'put-character',
      id: 'Margery',
      sheet: [{ keys: ['max', 'hp'], to: 9, was: 6 }],
      about: [
        { keys: ['fears'], to: 'Silence.' },
        { keys: ['says', 'hurt'], to: null }
      ],
      text: { to: 'She listens.' }
    })
    expect(at.read(sheet)).toBe(before[0].replace(/(max:[^]*hp: )6/, '$19'))
    const matter = before[1].replace('fears: Light, salt, a clear high note.', 'fears: Silence.').replace(/ {2}hurt:\n( {4}- .*\n)+/, '')
    expect(at.read(about)).toBe(matter.replace(/The quarrymen.*\n/, 'She listens.\n'))
  })

  it('changed in another window meanwhile refuses the older value of the same field only', async () => {
    const saw = { keys: ['fears'], was: 'Light, salt, a clear high note.' }
    await at.edit({ op: 'put-character', id: 'Margery', about: [{ ...saw, to: 'Bread.' }] })
    await at.edit({ op: 'put-character', id: 'Margery', about: [{ keys: ['voice'], to: 'A hum.', was: 'A wet hiss; a knock from inside bronze.' }] })
    await expect(at.edit({ op: 'put-character', id: 'Margery', about: [{ ...saw, to: 'Salt.' }] })).rejects.toMatchObject({ code: 'conflict' })
    expect((await at.studio.present())?.lore.actors['Margery']).toMatchObject({ fears: 'Bread.', voice: 'A hum.' })
    await expect(at.edit({ op: 'put-character', id: 'Margery', sheet: [{ keys: ['stats'], to: 'many' }] })).rejects.toThrow('STATS.yaml')
  })

  it('gets another name with the heading and the links to it; the id stays', async () => {
    await adopted('world/misc-note.md', 'Beware of [[Blind Margery]] and [[Margery]].\n')
    const { links } = await at.edit({ op: 'put-character', id: 'Margery', name: 'Old Maud' })
    expect(at.read('world/npcs/Margery/ABOUT.md')).toMatch(/^# Old Maud$/m)
    expect([at.read('world/misc-note.md'), links?.updated]).toEqual(['Beware of [[Old Maud]] and [[Margery]].\n', ['world/misc-note.md']])
  })

  it('is copied with sheet, words and beliefs, under a name and an id of its own', async () => {
    const { created } = await at.edit({ op: 'copy-character', id: 'Margery' }, { op: 'copy-character', id: 'Margery' })
    expect(created).toEqual(['blind-margery-2', 'blind-margery-3'])
    const { state, lore } = (await at.studio.present())!
    expect(state.actors['blind-margery-2']).toEqual({ ...state.actors['Margery'], name: 'Blind Margery 2' })
    expect(lore.actors['blind-margery-2']?.says).toEqual(lore.actors['Margery']?.says)
    expect(at.read('world/npcs/blind-margery-2/ABOUT.md')).toMatch(/^# Blind Margery 2$/m)
    expect(at.read('world/npcs/blind-margery-2/TIMELINE.yaml')).toBe('[]\n')
  })

  it('whom others need is removed only together with what names them, and comes back whole', async () => {
    const before = (await at.studio.present())!
    const refusal = (await at.edit({ op: 'remove-character', id: 'Jory' }).catch((error: unknown) => error)) as { data: { references: string[] } }
    expect(refusal.data.references.length).toBeGreaterThan(0)
    await at.edit({ op: 'remove-character', id: 'Jory', anyway: true })
    const { state, lore } = (await at.studio.present())!
    expect(state.actors['Jory']).toBeUndefined()
    const named = JSON.stringify([
      lore.story.map(({ outcomes, characters }) => [outcomes, characters]),
      state.relationships,
      state.factions,
      state.quests
    ])
    expect(named).not.toContain('"Jory"')
    await at.studio.undo()
    const undone = (await at.studio.present())!
    expect([{ ...undone.state, next: 0 }, undone.lore]).toEqual([{ ...before.state, next: 0 }, before.lore])
    expect(await at.settled()).toBe('')
  })
})
