import { describe, expect, it } from 'vitest'
import { documentOf } from '../../../arrow/made.fixture'
import { type ArrowVariable, writeArrow } from '../../../arrow'
import { StoryEvent } from '../../../shared/story/lore'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { attachmentFaults, refuseConflicts, variableNames, type AttachedDocuments } from './document-faults'

const variable = (type: ArrowVariable['type'], init: ArrowVariable['init']): ArrowVariable => ({ name: 'gate', type, init })
/** A document with one variable and one speaker. */
const text = (gate: ArrowVariable, speaker: string): string =>
  writeArrow(
    documentOf(
      { 80: { nodes: { 1: { type: 'monolog', data: { character: 95, monolog: 'So.' } } } } },
      { variables: { 90: gate }, characters: { 95: { name: speaker, color: '000000' } } }
    )
  )
const pathOf = (id: string): string => `world/story/${id}/scene.arrow`
const event = (id: string, more: object = {}): StoryEvent =>
  StoryEvent.parse({ id, title: id, place: 'inn', aim: '', arrow: { path: pathOf(id), version: '1' }, ...more })

function attaching(documents: Readonly<Record<string, string>>, more: Readonly<Record<string, object>> = {}, facts = {}): AttachedDocuments {
  const files = new Map(Object.entries(documents).map(([id, bytes]) => [pathOf(id), Buffer.from(bytes)]))
  const story = Object.keys(documents).map((id) => event(id, more[id]))
  return { state: { ...tinyWorld(), facts }, lore: { story }, bytesOf: (path) => files.get(path) }
}
const sentences = (world: AttachedDocuments): string[] => attachmentFaults(world).map(({ what, file, message }) => `${what} ${file}: ${message}`)

describe('documents that are attached to story events', () => {
  it('share their facts: a variable of another type is reported on the later document, or refused on the edited one', () => {
    const world = attaching({ One: text(variable('num', 1), 'Mira'), Two: text(variable('bool', true), 'mira') })
    expect(sentences(world)).toEqual([
      `clash ${pathOf('Two')}: Variable “gate” is true or false in ${pathOf('Two')} and a whole number in ${pathOf('One')}, but it is one fact. Rename one of them.`
    ])
    expect(() => refuseConflicts(world, new Set([pathOf('One')]))).toThrow(`Variable “gate” is a whole number in ${pathOf('One')}`)
    expect(() => refuseConflicts(world, new Set(['world/STATE.yaml']))).not.toThrow()
  })

  it('can’t have a fact of another type', () => {
    const world = attaching({ One: text(variable('str', ''), 'Mira') }, {}, { gate: true })
    expect(sentences(world)[0]).toContain('is a text, but the fact “gate” is true or false. Rename the variable, or correct the fact.')
  })

  it('have their characters matched by id, by name, or as the front matter says', () => {
    const gate = variable('bool', false)
    expect(sentences(attaching({ One: text(gate, 'ghoul'), Two: text(gate, 'The Pale Ghoul') }))).toEqual([])
    // Arrow writes names without spaces and apostrophes.
    expect(sentences(attaching({ One: text(gate, 'The_Pale_Ghoul') }))).toEqual([])
    expect(sentences(attaching({ One: text(gate, 'O_Dell') }, { One: { characters: { 'O’Dell': 'Mira' } } }))).toEqual([])
    expect(sentences(attaching({ One: text(gate, "O'Dell") }))).toEqual([
      `character world/story/One/ABOUT.md: The character “O'Dell” of ${pathOf('One')} matches nobody. Say who it is in the front matter of world/story/One/ABOUT.md: characters: {"O'Dell": <the actor’s id>}.`
    ])
    expect(sentences(attaching({ One: text(gate, "O'Dell") }, { One: { characters: { "O'Dell": 'Mira' } } }))).toEqual([])
    expect(sentences(attaching({ One: text(gate, "O'Dell") }, { One: { characters: { "O'Dell": 'Nobody' } } }))[0]).toContain(
      'is mapped to “Nobody”, who isn’t in the campaign'
    )
  })

  it('are there', () => {
    const world = attaching({})
    const lost = StoryEvent.parse({ id: 'Lost', title: 'Lost', place: 'inn', aim: '', document: 'world/scenes/lost.arrow' })
    expect(sentences({ ...world, lore: { story: [lost] } })).toEqual([
      'missing world/story/Lost/ABOUT.md: The Arrow document world/scenes/lost.arrow isn’t there. Name a file below world/ whose name ends with .arrow, or remove the line.'
    ])
  })

  it('set facts, which conditions of the world can ask for', () => {
    expect(variableNames(attaching({ One: text(variable('num', 1), 'Mira'), Two: '{' }))).toEqual(['gate'])
  })

  it('are left to the document’s own check if they can’t be read', () => {
    expect(sentences(attaching({ One: '{"title":' }))).toEqual([])
  })
})
