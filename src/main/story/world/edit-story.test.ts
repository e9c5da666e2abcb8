import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { checkDir } from '../checks/check'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeAll(async () => {
  at = await editing()
})
afterAll(() => at.close())

const put = (kind: 'quest' | 'faction' | 'relationship' | 'thread', id: string, fields: Record<string, never> | object): WorldEdit => ({
  op: 'put-story',
  kind,
  id,
  fields: fields as never
})
const STATE = 'world/STATE.yaml'
const refusal = (...edits: WorldEdit[]): Promise<string> =>
  at.edit(...edits).then(
    () => expect.fail('this was not refused'),
    (thrown: Problem) => thrown.message
  )

describe('editing the story', () => {
  it('quests, factions, relationships and threads are added, changed and removed as beats that undo takes back', async () => {
    const { beat } = await at.edit(
      put('quest', 'bell', { name: "The widow's bell", status: 'active', owner: 'Hero', objectives: { rope: { text: 'Get a rope' } } }),
      put('faction', 'row', { name: 'The Row', members: { Hero: 'cook' }, standing: { Hero: -20 } }),
      put('relationship', 'hero-row', { from: 'Hero', to: 'row', type: 'SERVES', value: 40 }),
      put('thread', 'key', { text: 'A key is gone.', open: true, intended_payoff: 'It fits.' })
    )
    expect([beat.subject, at.touched()]).toEqual([
      "Added the quest “The widow's bell”, the faction “The Row”, the relationship “Hero → row” and the thread “A key is gone.”",
      [`M ${STATE}`]
    ])
    writeFileSync(join(at.dir, STATE), at.read(STATE).replace('open: true', 'open: true, odd: [1, 2]'))
    await at.studio.adopt()
    const saved = await at.edit(put('thread', 'key', { text: 'A key is lost.', intended_payoff: null }))
    expect([saved.beat.subject, (await at.state()).threads['key']]).toEqual([
      'Saved the thread “A key is lost.”',
      { text: 'A key is lost.', open: true, odd: [1, 2] }
    ])
    expect(at.read(STATE)).toContain('open: true, odd: [1, 2]')
    const gone = await at.edit({ op: 'remove-story', kind: 'relationship', id: 'hero-row' })
    expect([gone.beat.subject, (await at.state()).relationships]).toEqual(['Removed the relationship “Hero → The Row”', {}])
    expect((await at.studio.undo()).subject).toBe('Undo: removed the relationship “Hero → The Row”')
    expect((await at.state()).relationships['hero-row']).toMatchObject({ value: 40 })
  })

  it('another id of a quest, faction, thread or narrative is one beat with every reference, which undo takes back', async () => {
    await at.edit(
      put('quest', 'old', { name: 'Old', status: 'active', owner: 'Hero' }),
      put('quest', 'new', { name: 'New', status: 'inactive', prerequisites: { old: true } }),
      put('faction', 'mill', { name: 'The Mill', members: { Hero: 'cook' }, standing: {} }),
      put('faction', 'inn', { name: 'The Inn', standing: { mill: -5 } }),
      put('thread', 'lamp', { text: 'Who lit it?', open: true }),
      { op: 'put-narrative', id: 'tale', fields: { name: 'A tale', type: 'rumor', content: 'It is told.' } },
      { op: 'put-belief', who: 'Hero', claim: 'tale', fields: { heard: 1 } },
      { op: 'put-belief', who: 'Hero', claim: 'lamp', fields: { heard: 1 } }
    )
    const before = (await at.studio.present())!
    const rename = async (kind: 'quest' | 'faction' | 'thread' | 'event', id: string, to: string): Promise<string> =>
      (await at.studio.renameName({ kind, id, to, possible: false, drafts: {} })).subject
    expect(await rename('quest', 'old', 'نور')).toBe('Renamed the quest old to نور')
    expect(await rename('faction', 'mill', 'the-mill')).toBe('Renamed the faction mill to the-mill')
    expect(await rename('thread', 'lamp', 'lit-lamp')).toBe('Renamed the thread lamp to lit-lamp')
    expect(await rename('event', 'tale', 'old-tale')).toBe('Renamed the story event tale to old-tale')
    const { state, lore } = (await at.studio.present())!
    expect([state.quests['new'], state.quests['old'], state.quests['نور']]).toMatchObject([
      { prerequisites: { نور: true } },
      undefined,
      before.state.quests['old']
    ])
    expect([state.factions['inn'], state.factions['mill']]).toMatchObject([{ standing: { 'the-mill': -5 } }, undefined])
    expect([Object.keys(lore.narratives), Object.keys(lore.actors['Hero']?.beliefs ?? {})]).toEqual([['old-tale'], ['old-tale', 'lit-lamp']])
    await expect(rename('quest', 'نور', 'new')).rejects.toThrow('There is already a quest "new". Choose another name.')
    expect((await at.studio.verify()).mismatches).toEqual([])
    for (let n = 0; n < 4; n++) await at.studio.undo()
    const undone = (await at.studio.present())!
    expect([{ ...undone.state, next: 0 }, undone.lore]).toEqual([{ ...before.state, next: 0 }, before.lore])
    await at.edit(
      ...(['old', 'new'] as const).map((id): WorldEdit => ({ op: 'remove-story', kind: 'quest', id })),
      { op: 'remove-story', kind: 'faction', id: 'inn' },
      { op: 'remove-story', kind: 'faction', id: 'mill' },
      { op: 'remove-belief', who: 'Hero', claim: 'tale' },
      { op: 'remove-belief', who: 'Hero', claim: 'lamp' },
      { op: 'remove-narrative', id: 'tale' },
      { op: 'remove-story', kind: 'thread', id: 'lamp' }
    )
  })

  it('what would break an invariant is refused with its sentence, and nothing is half-applied', async () => {
    const head = at.git('rev-parse', 'HEAD')
    expect(await refusal(put('thread', 'new', { text: 'x' }), put('relationship', 'hero-row', { value: 101 }))).toBe(
      'The relationship "hero-row": value must be at most 100, but it is 101. Nothing was changed.'
    )
    expect(await refusal({ op: 'remove-story', kind: 'faction', id: 'row' })).toBe(
      'The relationship “Hero → row” names "row" as one of its ends, but there is no such character, faction or place. Nothing was changed.'
    )
    expect(await refusal(put('quest', 'bell', { prerequisites: { bell: true } }))).toContain('is its own prerequisite')
    expect(await refusal(put('quest', '__proto__', {}))).toContain('"__proto__" can\'t be the id of a quest')
    expect(await refusal({ op: 'remove-story', kind: 'quest', id: 'none' })).toBe(
      'There is no quest "none". It may have been removed; look at the list again.'
    )
    expect(at.git('rev-parse', 'HEAD')).toBe(head)
  })

  it('beliefs and narratives are too', async () => {
    await at.edit(
      { op: 'put-narrative', id: 'the-drowned-bell', fields: { name: 'The drowned bell', type: 'rumor', content: 'It rings below.', truth: 0.5 } },
      { op: 'put-belief', who: 'Hero', claim: 'the-drowned-bell', fields: { heard: 1, believes: 0.4, source: 'told' } }
    )
    const lore = (await at.studio.present())?.lore
    expect([lore?.narratives['the-drowned-bell'], lore?.actors['Hero']?.beliefs]).toMatchObject([
      { name: 'The drowned bell', type: 'rumor', content: 'It rings below.', truth: 0.5 },
      { 'the-drowned-bell': { heard: 1, believes: 0.4, source: 'told' } }
    ])
    const { beat } = await at.edit(
      { op: 'put-narrative', id: 'the-drowned-bell', fields: { name: 'The sunken bell', truth: null, content: 'It rings no more.' } },
      { op: 'put-belief', who: 'Hero', claim: 'the-drowned-bell', fields: { doubts: 0.9, source: null } }
    )
    expect(beat.subject).toBe('Saved the narrative “The sunken bell” and what Hero believes about “The drowned bell”')
    const after = (await at.studio.present())?.lore
    expect(after?.narratives['the-drowned-bell']).toEqual({
      name: 'The sunken bell',
      type: 'rumor',
      content: 'It rings no more.',
      beat: expect.any(Number) as number
    })
    expect(after?.actors['Hero']?.beliefs['the-drowned-bell']).toEqual({ heard: 1, believes: 0.4, doubts: 0.9, beat: expect.any(Number) as number })
    expect(at.read('world/story/the-drowned-bell/ABOUT.md')).toContain('# The sunken bell\n\nIt rings no more.')
    await at.edit({ op: 'remove-belief', who: 'Hero', claim: 'the-drowned-bell' }, { op: 'remove-narrative', id: 'the-drowned-bell' })
    expect([(await at.studio.present())?.lore.narratives, (await at.studio.present())?.lore.actors['Hero']?.beliefs]).toEqual([{}, {}])
    expect(await refusal({ op: 'put-narrative', id: 'x', fields: { name: 'X' } })).toContain('`type` must be')
    expect(await refusal({ op: 'put-belief', who: 'Nobody', claim: 'x', fields: {} })).toContain('There is no character "Nobody"')
    expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
  })

  it('a place that is renamed keeps its relationships and the narratives about it; one that is named is not removed', async () => {
    const place = Object.keys((await at.state()).places)[0] ?? ''
    const about = { places: [place], characters: ['Hero'] }
    await at.edit(put('relationship', 'hero-mill', { from: 'Hero', to: place, type: 'OWNS', text: "O'Dowd's mill" }), {
      op: 'put-narrative',
      id: 'mill',
      fields: { name: "O'Dowd's mill", type: 'claim', content: 'It was his.' }
    })
    const file = 'world/story/mill/ABOUT.md'
    writeFileSync(join(at.dir, file), at.read(file).replace('type: claim', `type: claim\nabout: ${JSON.stringify(about)}`))
    await at.studio.adopt()
    await at.edit({ op: 'rename', what: 'place', id: place, to: 'odowds-mill' })
    const { state, lore } = (await at.studio.present())!
    expect([state.relationships['hero-mill'], lore.narratives['mill']?.about]).toEqual([
      { from: 'Hero', to: 'odowds-mill', type: 'OWNS', text: "O'Dowd's mill" },
      { places: ['odowds-mill'], characters: ['Hero'] }
    ])
    expect((await at.studio.undo()).subject).toContain('Undo: renamed')
    expect((await at.state()).relationships['hero-mill']).toMatchObject({ to: place })
    expect((await at.studio.verify()).mismatches).toEqual([])
  })

  it('what is left behind when something is removed is found by the check, with what to do', async () => {
    await at.edit(
      { op: 'put-narrative', id: 'gulls', fields: { name: 'The gulls', type: 'rumor', content: 'They count.' } },
      { op: 'put-belief', who: 'Hero', claim: 'gulls', fields: { believes: 1 } },
      { op: 'put-belief', who: 'Hero', claim: 'tide', fields: { believes: 1, text: "O'Dowd's tide turns." } }
    )
    const remarks = async (): Promise<string[]> =>
      (await checkDir(at.dir)).findings.flatMap(({ message }) => (/belief|narrative “/.test(message) ? [message] : []))
    expect(await remarks()).toEqual([])
    await at.edit({ op: 'remove-narrative', id: 'gulls' })
    expect(await remarks()).toEqual([
      'Hero has a belief about "gulls", which is no fact, story event, narrative, thread or quest. Correct its name, say under "text" what is believed, or remove it.'
    ])
  })
})
