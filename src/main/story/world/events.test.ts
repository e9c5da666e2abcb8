import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editFiles } from '../../campaign/world/edit-files'
import { editing, type Editing } from './editing.fixture'

let at: Editing
afterEach(() => at.close())

const adopted = async (path: string, text: string): Promise<void> => {
  mkdirSync(dirname(join(at.dir, path)), { recursive: true })
  writeFileSync(join(at.dir, path), text)
  await at.studio.adopt()
}
const story = async () => (await at.studio.present())!.lore.story
const orders = async (): Promise<string> => (await story()).map(({ id, order }) => `${id} ${order}`).join(', ')
const file = (id: string): string => `world/story/${id}/ABOUT.md`

describe('a story event of a blank campaign', () => {
  beforeEach(async () => {
    at = await editing()
  })

  it('needs only a title: the id follows from it in any script, and the event comes after the last one', async () => {
    const titles = ["The Keeper's Oil", 'Шторм', 'نور الليل', '🌊', 'aux', 'b'.repeat(200)]
    const { created, beat } = await at.edit(...titles.map((title) => ({ op: 'put-event' as const, title })))
    expect(created).toEqual(['the-keepers-oil', 'шторм', 'نور-الليل', 'event', 'aux-2', 'b'.repeat(60)])
    expect(beat.subject).toBe('Added 6 story events')
    const events = await story()
    expect(events.map(({ id, title, order }) => [id, title, order])).toEqual(created.map((id, i) => [id, titles[i], i + 1]))
    expect(at.read(file('event'))).toBe(`---\ntitle: "🌊"\norder: 4\nplace: ${events[0]?.place}\naim: "🌊"\n---\n\n# 🌊\n`)
    expect((await at.studio.verify()).mismatches).toEqual([])
  })

  it('without a title, with a taken id or at an unknown place is refused with a sentence', async () => {
    await at.edit({ op: 'put-event', title: 'Storm' }, { op: 'put-event', title: 'STORM' })
    expect((await story()).map(({ id }) => id)).toEqual(['storm', 'storm-2'])
    await expect(at.edit({ op: 'put-event', title: ' \n ' })).rejects.toThrow('A story event needs a name. Enter one.')
    await expect(at.edit({ op: 'put-event' })).rejects.toThrow('A story event needs a name')
    await expect(at.edit({ op: 'put-event', id: 'sTorm', title: 'X' })).rejects.toThrow('"sTorm" is taken')
    await expect(at.edit({ op: 'put-event', title: 'X', place: 'nowhere' })).rejects.toThrow('There is no place "nowhere"')
    await expect(at.edit({ op: 'put-event', id: 'gone', about: [{ keys: ['aim'], to: 'x' }] })).rejects.toThrow('There is no story event "gone"')
    await expect(at.edit({ op: 'put-event', id: 'storm', about: [{ keys: ['place'], to: null }] })).rejects.toThrow('needs the place')
    await expect(at.edit({ op: 'put-event', id: 'storm', about: [{ keys: ['outcomes'], to: [{ when: 'fact.' }] }] })).rejects.toThrow('ABOUT.md')
  })

  it('moves between its neighbours and changes no other file while a number is free', async () => {
    await at.edit(...['a', 'b', 'c', 'd'].map((title) => ({ op: 'put-event' as const, title })))
    await at.edit({ op: 'move-event', id: 'd', before: 'b' })
    expect(await orders()).toBe('a 1, d 2, b 3, c 4')
    await at.edit({ op: 'move-event', id: 'a' })
    expect([await orders(), at.touched()]).toEqual(['d 2, b 3, c 4, a 5', [`M ${file('a')}`]])
    await at.edit({ op: 'move-event', id: 'd', before: 'c' })
    expect([await orders(), at.touched()]).toEqual(['b 2, d 3, c 4, a 5', [`M ${file('b')}`, `M ${file('d')}`]])
    await at.edit({ op: 'move-event', id: 'a', before: 'b' })
    expect(at.touched()).toEqual([`M ${file('a')}`])
    await expect(at.edit({ op: 'move-event', id: 'a', before: 'b' })).rejects.toThrow('nothing to save')
    await at.studio.undo()
    expect(await orders()).toBe('b 2, d 3, c 4, a 5')
  })

  it('moves among events that have one order or fractions, whatever they are', async () => {
    const written = (order: number): string => `---\ntitle: T\norder: ${order}\nplace: ${placeId}\naim: x\n---\n`
    const placeId = Object.keys((await at.state()).places)[0] ?? ''
    for (const [id, order] of Object.entries({ a: 0, b: 0, c: 0.5, d: 0.5, e: 1e300 })) await adopted(file(id), written(order))
    for (const [id, before] of [
      ['e', 'b'],
      ['a', undefined],
      ['d', 'e'],
      ['c', 'a'],
      ['b', 'd']
    ] as const) {
      const now = (await story()).map((event) => event.id)
      const rest = now.filter((one) => one !== id)
      const to = before === undefined ? [...rest, id] : rest.toSpliced(rest.indexOf(before), 0, id)
      await at.edit({ op: 'move-event', id, ...(before === undefined ? {} : { before }) }).catch(() => undefined)
      expect((await story()).map((event) => event.id)).toEqual(to)
    }
  })

  it('may be the last of five hundred with one title, and any of them can move', async () => {
    const { state, lore } = (await at.studio.present())!
    const edits = [
      ...Array.from({ length: 500 }, () => ({ op: 'put-event' as const, title: 'A long night' })),
      { op: 'move-event' as const, id: 'a-long-night-500', before: 'a-long-night' }
    ]
    const nothing = { bytes: () => undefined, under: () => [] }
    const { created, files } = editFiles({ state, lore, newcomer: { stats: {}, limits: {}, max: [], dead: [] } }, nothing, edits)
    expect([created.at(-1), files.size, String(files.get(file('a-long-night-500')))]).toEqual([
      'a-long-night-500',
      500,
      expect.stringMatching(/^order: 0$/m)
    ])
  })

  it('is copied to the position behind it, without its document', async () => {
    await at.edit(
      { op: 'put-event', title: 'Storm', about: [{ keys: ['document'], to: 'world/scenes/x.arrow' }] },
      { op: 'put-event', title: 'Calm' }
    )
    const { created, beat } = await at.edit({ op: 'copy-event', id: 'storm' })
    expect([created, beat.subject, await orders()]).toEqual([
      ['storm-2'],
      'Added the story event “Storm 2” as a copy of Storm',
      'storm 1, storm-2 2, calm 3'
    ])
    expect(at.read(file('storm-2'))).toMatch(/^---\ntitle: Storm 2\norder: 2\nplace: .*\naim: Storm\n---\n\n# Storm 2\n$/)
  })
})

it('a fact is created with a value, changed, and refused with a sentence for an id that no expression can name', async () => {
  at = await editing()
  await at.edit({ op: 'put-fact', id: 'lamp-lit', value: false })
  const { beat } = await at.edit({ op: 'put-fact', id: 'lamp-lit', value: 3 })
  expect([beat.subject, (await at.state()).facts]).toEqual(['Saved the fact “lamp-lit”', { 'lamp-lit': 3 }])
  await expect(at.edit({ op: 'put-fact', id: 'lamp-lit', value: 4, was: false })).rejects.toMatchObject({ code: 'conflict' })
  await expect(at.edit({ op: 'put-fact', id: 'lamp-lit', value: false, was: null })).rejects.toThrow('has changed the value of the fact “lamp-lit”')
  await expect(at.edit({ op: 'put-fact', id: 'lamp.lit', value: true })).rejects.toThrow('"lamp.lit" can\'t be the id of a fact')
  await at.studio.undo()
  expect((await at.state()).facts).toEqual({ 'lamp-lit': false })
})

it('a fact may have a title in a file of its own, which follows its id and goes with it', async () => {
  at = await editing()
  await at.edit({ op: 'put-fact', id: 'lamp-lit', value: false }, { op: 'put-fact', id: 'lit-lamp', value: 1 })
  const titles = async (): Promise<unknown> => (await at.studio.present())!.lore.facts
  const state = at.read('world/STATE.yaml')
  expect([await titles(), existsSync(join(at.dir, 'world/FACTS.yaml'))]).toEqual([undefined, false])
  const { beat } = await at.edit({ op: 'put-fact', id: 'lamp-lit', title: "  The keeper's\n💡 is lit " })
  expect([beat.subject, at.touched()]).toEqual(["Saved the fact “The keeper's 💡 is lit”", ['A world/FACTS.yaml']])
  expect([await titles(), at.read('world/STATE.yaml')]).toEqual([{ 'lamp-lit': "The keeper's 💡 is lit" }, state])
  await expect(at.edit({ op: 'put-fact', id: 'lamp-lit', title: ' \n ' })).rejects.toThrow('A fact needs a name. Enter one.')
  await expect(at.edit({ op: 'put-fact', id: 'no.fact', title: 'No' })).rejects.toThrow("can't be the id of a fact")
  // Only an event may name it yet.
  await at.edit(
    { op: 'put-event', title: 'Fog', about: [{ keys: ['starts_when'], to: ['fog-gone'] }] },
    { op: 'put-fact', id: 'fog-gone', title: 'الضباب' }
  )
  const named = await at.studio.names({ drafts: {} })
  const ours = ({ id }: { id: string }): boolean => ['fog-gone', 'lamp-lit', 'lit-lamp'].includes(id)
  expect(named.filter(ours).map(({ id, title }) => [id, title])).toEqual([
    ['lamp-lit', "The keeper's 💡 is lit"],
    ['lit-lamp', undefined]
  ])
  const uses = await at.studio.factUses({ drafts: {} })
  expect(uses.filter(ours).map(({ id, sets, needs }) => [id, sets.length, needs.length])).toEqual([
    ['fog-gone', 0, 1],
    ['lamp-lit', 1, 0],
    ['lit-lamp', 1, 0]
  ])
  await at.studio.renameName({ kind: 'fact', id: 'lamp-lit', to: 'alight', possible: false, drafts: {} })
  expect(await titles()).toEqual({ alight: "The keeper's 💡 is lit", 'fog-gone': 'الضباب' })
  await at.edit({ op: 'put-fact', id: 'lit-lamp', title: 'Lit' })
  await at.studio.mergeFacts({ id: 'alight', to: 'lit-lamp', drafts: {} })
  expect(await titles()).toEqual({ 'fog-gone': 'الضباب', 'lit-lamp': 'Lit' })
  expect((await at.studio.removeNames({ kind: 'fact', ids: ['lit-lamp'], anyway: false, drafts: {} })).subject).toBe('Removed the fact “Lit”')
  await at.edit({ op: 'put-fact', id: 'fog-gone', title: null })
  expect([await titles(), (await at.studio.verify()).mismatches]).toEqual([{}, []])
  for (let edits = 0; edits < 5; edits++) await at.studio.undo()
  expect(await titles()).toEqual({ 'lamp-lit': "The keeper's 💡 is lit", 'fog-gone': 'الضباب' })
})

describe('a story event of the sample', () => {
  beforeEach(async () => {
    at = await editing('sample')
  })

  it('changes field by field, and no other byte of the file', async () => {
    const { id, title, done_when, place } = (await story())[0]!
    await adopted(file(id), at.read(file(id)).replace('---\n', '---\n# the first\n'))
    const before = at.read(file(id))
    await at.edit({
      op: 'put-event',
      id,
      about: [
        { keys: ['stakes'], to: 'A boat.' },
        { keys: ['done_when'], to: [...done_when, 'dry'], was: done_when }
      ]
    })
    expect((await story())[0]).toMatchObject({ stakes: 'A boat.', done_when: [...done_when, 'dry'], place })
    await at.edit({ op: 'put-event', id, title: 'Another name' })
    expect(at.read(file(id))).toMatch(/^# Another name$/m)
    await at.studio.undo()
    await at.studio.undo()
    expect([at.read(file(id)), (await story())[0]?.title]).toEqual([before, title])
  })

  it('changed in another window meanwhile refuses the older value of the same field only', async () => {
    const { id, aim, outcomes } = (await story()).find((event) => event.outcomes.length > 0)!
    await at.edit({ op: 'put-event', id, about: [{ keys: ['aim'], to: 'Bread.', was: aim }] })
    await at.edit({ op: 'put-event', id, about: [{ keys: ['climax'], to: true, was: null }] })
    await expect(at.edit({ op: 'put-event', id, about: [{ keys: ['aim'], to: 'Salt.', was: aim }] })).rejects.toMatchObject({ code: 'conflict' })
    await expect(at.edit({ op: 'put-event', id, about: [{ keys: ['outcomes'], to: null, was: [] }] })).rejects.toMatchObject({ code: 'conflict' })
    expect((await story()).find((event) => event.id === id)?.outcomes).toEqual(outcomes)
  })

  it('that others need is removed only on purpose, with the beliefs about it, and comes back whole', async () => {
    await at.edit(
      { op: 'put-event', title: 'Low tide', about: [{ keys: ['outcomes'], to: [{ facts: ['causeway-dry'] }] }] },
      { op: 'put-event', title: 'The crossing', about: [{ keys: ['starts_when'], to: ['causeway-dry'] }] },
      { op: 'put-belief', who: 'Margery', claim: 'low-tide', fields: { text: 'It never comes.' } }
    )
    const before = (await at.studio.present())!
    await expect(at.edit({ op: 'remove-event', id: 'low-tide' })).rejects.toMatchObject({
      message:
        "“Low tide” can't be removed yet, because Blind Margery believes something about it; the story event “The crossing” needs its fact “causeway-dry”. Change that first, or remove it with these.",
      data: {
        about: [
          { what: 'actor', id: 'Margery' },
          { what: 'event', id: 'the-crossing' }
        ]
      }
    })
    await at.edit({ op: 'remove-event', id: 'low-tide', anyway: true })
    const after = (await at.studio.present())!
    expect([after.lore.story.map(({ id }) => id).includes('low-tide'), after.lore.actors['Margery']?.beliefs['low-tide']]).toEqual([false, undefined])
    await at.studio.undo()
    const undone = (await at.studio.present())!
    expect([{ ...undone.state, next: 0 }, undone.lore]).toEqual([{ ...before.state, next: 0 }, before.lore])
    expect(await at.settled()).toBe('')
  })

  it('whose scene is played now stays, and the sentence says what to do', async () => {
    while (!(await at.state()).scene?.story) await at.studio.step()
    const id = (await at.state()).scene?.story ?? ''
    await expect(at.edit({ op: 'remove-event', id, anyway: true })).rejects.toThrow('because its scene is played now. Let the scene end first.')
  })

  it('gets another id with everything that names it, as its files are moved', async () => {
    const { id } = (await story())[0]!
    await adopted('world/STATE.yaml', `${at.read('world/STATE.yaml')}plays:\n  ${id}:\n    visits: {}\n    over: true\n`)
    await at.edit({ op: 'put-belief', who: 'Margery', claim: id, fields: { text: 'It happened.' } })
    await at.studio.renameName({ kind: 'event', id, to: 'elsewhere', possible: false, drafts: {} })
    const { state, lore } = (await at.studio.present())!
    expect(lore.story.map((event) => event.id)).toContain('elsewhere')
    expect([Object.keys(state.plays ?? {}), Object.keys(lore.actors['Margery']?.beliefs ?? {}).includes('elsewhere')]).toEqual([['elsewhere'], true])
  })
})

it('check says of an event that it can never begin if only its own outcome sets a fact that it starts with', async () => {
  at = await editing()
  await at.edit({
    op: 'put-event',
    title: 'Snake',
    about: [
      { keys: ['starts_when'], to: ['tail'] },
      { keys: ['outcomes'], to: [{ facts: ['tail'] }] }
    ]
  })
  const { findings } = await at.studio.check()
  expect(findings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('"Snake" begins with the fact "tail", which only its own outcome sets.')
  )
})
