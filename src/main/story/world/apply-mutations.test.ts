import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/base/json'
import type { AppliedMutations } from '../../../shared/contract/world-calls'
import type { Problem } from '../../../shared/base/problem'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

const add = (type: string, payload: Json): Json => ({ type, payload })
const apply = (...mutations: Json[]): Promise<AppliedMutations> => at.studio.applyMutations({ text: JSON.stringify({ mutations }) })
const lore = async () => (await at.studio.present())!.lore

const nan = add('new_character', {
  id: "Nan O'Dowd",
  name: "Nan O'Dowd",
  type: 'major',
  traits: ['deaf'],
  voice: { tone: 'dry', style: 'short' },
  backstory: { wound: 'A drowned son.' },
  location: 'hill'
})
const rumour = { id: 'hero-cut-it', name: 'Hero cut the rope', content: 'They say that Hero cut the ferry rope at night.', type: 'rumor', truth: 0.2 }
const told = add('new_narrative', { ...rumour, about: { characters: ['Hero'] } })
const believes = add('update_belief', {
  character: "Nan O'Dowd",
  narrative: 'hero-cut-it',
  heard: 1,
  believes: 0.9,
  source: 'told',
  from_whom: 'Hero'
})

describe('mutations of a narrator', () => {
  it('a batch of every kind is one beat that undo takes back and verify replays', async () => {
    const head = at.git('rev-parse', 'HEAD').trim()
    const { applied, refused, beat } = await apply(
      believes,
      add('adjust_focus', { narrative: 'hero-cut-it', focus: 2.5, reason: 'The ferry is due.' }),
      told,
      add('new_edge', { from: "Nan O'Dowd", to: 'Hero', type: 'HATES', properties: { text: 'over a rope' } }),
      add('new_edge', { from: 'hill', to: 'hill', type: 'JOURNEY', properties: { direction: 'around', duration: '1-2 hours' } }),
      nan
    )
    expect([applied, refused]).toEqual([[0, 1, 2, 3, 4, 5], []])
    expect([beat?.kind, beat?.action, beat?.actor]).toEqual(['edit', 'apply-mutations', 'designer'])
    expect(beat?.subject).toBe(
      "Added the rumor “Hero cut the rope”, Nan O'Dowd, changed what Nan O'Dowd believes about “Hero cut the rope”, the focus of “Hero cut the rope” to 2.5, added Nan O'Dowd’s relation to Hero (HATES) and the journey from The Hill to The Hill"
    )
    expect(at.touched()).toEqual([
      'M world/STATE.yaml',
      "A world/npcs/Nan O'Dowd/ABOUT.md",
      "A world/npcs/Nan O'Dowd/BELIEFS.yaml",
      "A world/npcs/Nan O'Dowd/STATS.yaml",
      "A world/npcs/Nan O'Dowd/TIMELINE.yaml",
      'M world/regions/home/journeys.yaml',
      'A world/story/hero-cut-it/ABOUT.md'
    ])
    const state = await at.state()
    expect(state.actors["Nan O'Dowd"]).toMatchObject({ kind: 'npc', name: "Nan O'Dowd", location: 'hill' })
    expect(state.relationships).toEqual({ 'nan-odowd-hero': { from: "Nan O'Dowd", text: 'over a rope', to: 'Hero', type: 'HATES' } })
    expect(state.journeys['hill--hill']).toMatchObject({ direction: 'around', duration: '1-2 hours' })
    const { narratives, actors, story } = await lore()
    expect(narratives).toEqual({
      'hero-cut-it': { ...omit(rumour, 'id'), about: { characters: ['Hero'] }, focus: 2.5, focus_reason: 'The ferry is due.', beat: 1 }
    })
    expect(story).toEqual([])
    expect(actors["Nan O'Dowd"]).toMatchObject({ type: 'major', voice: 'dry; short', about: "# Nan O'Dowd\n\nTraits: deaf.\n\nA drowned son." })
    expect(actors["Nan O'Dowd"]?.beliefs).toEqual({ 'hero-cut-it': { heard: 1, believes: 0.9, source: 'told', from_whom: 'Hero', beat: 1 } })
    expect([await at.settled(), (await at.studio.verify()).mismatches]).toEqual(['', []])
    await at.studio.undo()
    expect([at.git('diff', '--stat', head, 'HEAD', '--', 'world'), (await lore()).narratives]).toEqual(['', {}])
    await at.studio.redo()
    await at.studio.step()
    expect([Object.keys((await lore()).narratives), (await at.studio.verify()).mismatches]).toEqual([['hero-cut-it'], []])
  })

  it('N9 and N10 a batch applies what it can, and every other item comes back with a code and what to do', async () => {
    await apply(told)
    const items: Json[] = [
      add('update_belief', { character: 'Hero', narrative: 'hero-cut-it', doubts: 0.6 }),
      add('update_belief', { character: 'Hero', narrative: 'hero-cut-at', doubts: 0.6 }),
      add('new_narrative', { ...rumour, id: 'hero-did-it', about: { characters: ['Hero'] } }),
      add('new_narrative', { ...rumour, content: 'A wholly other thing.', about: { characters: ['Hero'] } }),
      add('new_character', { id: 'Tib', name: 'Tib', location: 'the-moon' }),
      add('new_edge', { from: 'Tib', to: 'Hero', type: 'KIN' }),
      add('new_edge', { from: 'hill', to: 'crossroads', type: 'JOURNEY', properties: { duration: 'long' } }),
      add('new_character', { id: 'hero', name: 'Another', location: 'hill' }),
      add('update_belief', { character: 'Hero', narrative: 'hero-cut-it', heard: 1, from_whom: 'Tib' }),
      add('update_belief', { character: 'Hero', narrative: 'hero-cut-it', heard: 1, from_whom: 'a drover on the road' })
    ]
    const { applied, refused, beat } = await apply(...items)
    expect([applied, beat?.subject]).toEqual([[0, 9], 'Changed what Hero believes about “Hero cut the rope”'])
    expect(refused.map(({ index, path, code, message, fix }) => `${index} ${path} ${code}: ${message} ${fix}`)).toEqual([
      '1 payload/narrative missing_target: There is no narrative "hero-cut-at". Did you mean "hero-cut-it"? Name one that exists, or add it in the same batch.',
      '2 payload/content duplicate: "hero-did-it" says almost the same as the rumor "hero-cut-it". Use update_belief on "hero-cut-it".',
      '3 payload/id duplicate: "hero-cut-it" is already the id of a narrative or of something like it. Choose another id.',
      '4 payload/location missing_target: There is no place "the-moon". Name one that exists, or add it in the same batch.',
      '5 payload/from missing_target: There is no character "Tib". Name one that exists, or add it in the same batch.',
      '6 payload invalid_field: "long" is not a duration. Write one such as "10 minutes", "1-2 hours" or "3 days". Correct it, and apply it again.',
      '7 payload/id duplicate: "Hero" is already the id of a character or of something like it. Choose another id.',
      '8 payload/from_whom missing_target: The belief comes from "Tib", whom this batch can\'t add. Correct that character, or leave out `from_whom`.'
    ])
    expect(refused.map(({ item, index }) => JSON.stringify(item) === JSON.stringify(items[index]))).toEqual(refused.map(() => true))
  })

  it('N11 update_belief changes only the given fields, and the file keeps its other bytes', async () => {
    await apply(nan, told, believes)
    const path = "world/npcs/Nan O'Dowd/BELIEFS.yaml"
    const before = at.read(path)
    await apply(add('update_belief', { character: "Nan O'Dowd", narrative: 'hero-cut-it', doubts: 0.7 }))
    expect((await lore()).actors["Nan O'Dowd"]?.beliefs['hero-cut-it']).toEqual({
      ...JSON.parse('{"heard":1,"believes":0.9,"source":"told","from_whom":"Hero"}'),
      doubts: 0.7,
      beat: 2
    })
    expect(
      at
        .read(path)
        .replace('beat: 2', 'beat: 1')
        .replace(/, doubts: 0\.7|\n {2}doubts: 0\.7/, '')
    ).toBe(before)
    expect(await at.studio.beliefs({ of: "Nan O'Dowd" })).toEqual([
      {
        id: "Nan O'Dowd",
        name: "Nan O'Dowd",
        beliefs: [{ claim: 'hero-cut-it', about: rumour.content, stance: 'believes it, and doubts it', origin: 'told by Hero' }]
      }
    ])
    expect(await at.studio.narratives({})).toEqual([
      { id: 'hero-cut-it', name: 'Hero cut the rope', type: 'rumor', focus: 1, weight: 0, band: 'dormant' }
    ])
    await expect(at.studio.beliefs({ of: 'Nobody' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('a batch of which nothing can be applied records no beat; a text without mutations is refused', async () => {
    const head = at.git('rev-parse', 'HEAD')
    const { applied, refused, beat } = await apply(add('adjust_focus', { narrative: 'nothing', focus: 1, reason: 'none' }))
    expect([applied, refused.map(({ code }) => code), beat, at.git('rev-parse', 'HEAD')]).toEqual([[], ['missing_target'], undefined, head])
    for (const text of ['', '{"scene":{}}', '[]', '{"mutations":[', `[${'1,'.repeat(600)}1]`])
      expect(await at.studio.applyMutations({ text }).catch(({ code }: Problem) => code)).toBe('bad-input')
    expect([at.git('rev-parse', 'HEAD'), await at.settled()]).toEqual([head, ''])
  })

  it('N12 a character without a location starts at the place that they are linked to', async () => {
    const { applied, refused, notes } = await apply(
      add('new_character', { id: 'Ama', name: 'Ama', type: 'player', location: 'hill' }),
      add('new_character', { id: 'Old Bren', name: 'Old Bren', alive: false }),
      add('new_edge', { from: 'Old Bren', to: 'hill', type: 'OWNS' }),
      add('new_edge', { from: 'Ama', to: 'Old Bren', type: 'mentor of' })
    )
    expect([applied, refused]).toEqual([[0, 1, 2, 3], []])
    // Another type than the documented ones is a relation, too, and the answer says so.
    expect(notes).toEqual([
      expect.stringMatching(/^mutations\[3\]\/payload\/type: "mentor of" is none of KIN, .* JOURNEY, so it is kept as a relation/)
    ])
    const { actors, relationships } = await at.state()
    expect(Object.values(relationships)).toContainEqual(expect.objectContaining({ from: 'Ama', to: 'Old Bren', type: 'mentor of' }))
    expect(actors['Ama']).toMatchObject({ kind: 'player', location: 'hill' })
    expect(actors['Old Bren']).toMatchObject({ location: 'hill', conditions: { dead: {} } })
    await at.studio.step()
    expect((await at.studio.verify()).mismatches).toEqual([])
  })

  it('N14 a seat reads its own character’s beliefs with the text of their narratives, never their truth and notes', async () => {
    await apply(
      add('new_narrative', { ...rumour, about: { characters: ['Hero'] }, narrator_notes: 'It was the miller.' }),
      add('update_belief', { character: 'Hero', narrative: 'hero-cut-it', heard: 0 })
    )
    const told = async (): Promise<string> => (await at.studio.context({ who: 'Hero' })).pieces.map(({ text }) => text).join('\n')
    expect(await told()).not.toMatch(/hero-cut-it|ferry rope/)
    await apply(add('update_belief', { character: 'Hero', narrative: 'hero-cut-it', heard: 1, denies: 1 }))
    expect(await told()).toContain('They say that Hero cut the ferry rope at night. — denies it')
    expect(await told()).not.toMatch(/miller|truth/)
    const dm = (await at.studio.context({ who: 'DM' })).pieces
    expect(dm.find(({ id }) => id === 'lesserNarratives')).toMatchObject({
      source: 'world/story',
      text: expect.stringMatching(/Hero cut the rope \(hero-cut-it\).*truth: 0\.2; narrator notes: It was the miller; content:/) as string
    })
  })
})

const omit = <T extends object>(of: T, key: keyof T): object => Object.fromEntries(Object.entries(of).filter(([one]) => one !== key))
