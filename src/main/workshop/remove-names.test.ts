import { describe, expect, it } from 'vitest'
import type { RemovedNames } from '../../shared/contract/language-calls'
import { planMerge } from './merge-facts'
import { Problem } from '../../shared/base/problem'
import { NameIndex } from './name-index'
import { planRemoval } from './remove-names'

const FILES = {
  'world/STATE.yaml':
    '# the beginning\nfacts:\n  oil-found: false\n  oil-bought: true\nquests:\n  light:\n    name: Light\n    done_when: [oil-found, dry]\n',
  'world/story/wreck/ABOUT.md':
    '---\ntitle: Oil from the wreck\nplace: reef\naim: Oil\nstarts_when: ["!oil-bought", storm]\noutcomes:\n  - facts: [oil-found, wet]\n  - when: fact.storm\n    facts:\n      - dry\n---\n\n# Oil\n\noil-found stays in prose.\n',
  'world/regions/isle/locations/reef.yaml':
    'id: reef\nname: Reef\nfeatures:\n  hull: { name: Hull, fact: oil-found, item: cask }\ninventory:\n  cask: { item: cask }\n  rope: { item: rope }\n',
  'world/npcs/ada/STATS.yaml':
    'name: Ada\nlocation: reef\nreveals:\n  oil-found: { needs: warm, after: [oil-bought] }\ninventory:\n  - { item: cask, count: 2 }\n',
  'rules/equipment/items.yaml': '# All things.\ncask: { name: Cask of oil, kind: tool }\n\n# Long.\nrope:\n  name: Rope\n  kind: tool\n',
  'rules/tables/drift.yaml': 'name: Drift\ndice: d2\nrows:\n  1: { text: A cask, item: cask }\n  2: { text: More, table: finds }\n',
  'rules/tables/finds.yaml': 'name: Finds\ndice: d1\nrows:\n  1: Nothing\n'
}
const indexOf = (more: Record<string, string> = {}): { texts: Map<string, string>; index: NameIndex } => {
  const texts = new Map(Object.entries({ ...FILES, ...more }))
  return { texts, index: new NameIndex(texts) }
}
const remove = (kind: RemovedNames['kind'], ids: string[], anyway = false, more: Record<string, string> = {}): Map<string, string | null> => {
  const { texts, index } = indexOf(more)
  return planRemoval(index, texts, { kind, ids }, anyway).files
}

describe('removing facts, items, tables and parts of the story', () => {
  it('is refused while something names them, and takes that with them on purpose, and nothing else', () => {
    expect(() => remove('item', ['cask'])).toThrow(
      "The item “Cask of oil” can't be removed yet, because the place “Reef”, the character “Ada” and the table “Drift” name it."
    )
    const files = remove('item', ['cask'], true)
    expect([...files.keys()].toSorted()).toEqual([
      'rules/equipment/items.yaml',
      'rules/tables/drift.yaml',
      'world/npcs/ada/STATS.yaml',
      'world/regions/isle/locations/reef.yaml'
    ])
    expect(files.get('rules/equipment/items.yaml')).toBe('# All things.\n\n# Long.\nrope:\n  name: Rope\n  kind: tool\n')
    expect(files.get('world/regions/isle/locations/reef.yaml')).toBe(
      'id: reef\nname: Reef\nfeatures:\n  hull: { name: Hull, fact: oil-found }\ninventory:\n  rope: { item: rope }\n'
    )
    expect(files.get('world/npcs/ada/STATS.yaml')).not.toContain('cask')
    expect(files.get('rules/tables/drift.yaml')).toContain('1: { text: A cask }')
  })

  it('takes a fact out of every list and map that has it, and leaves the prose', () => {
    const files = remove('fact', ['oil-found'], true)
    expect(files.get('world/STATE.yaml')).toBe(FILES['world/STATE.yaml'].replace('  oil-found: false\n', '').replace('[oil-found, dry]', '[dry]'))
    expect(files.get('world/story/wreck/ABOUT.md')).toMatch(/facts: \[wet\][\s\S]*facts: \[dry\][\s\S]*\n# Oil\n\noil-found stays in prose\.\n$/)
    expect(files.get('world/npcs/ada/STATS.yaml')).toContain('reveals: {}')
  })

  it('removes several at once, an unused one without a question, and a table with its file', () => {
    expect([...remove('item', ['rope', 'cask'], true).keys()]).toHaveLength(4)
    const unused = { 'world/STATE.yaml': 'facts: { alone: 1, other: 2 }\n' }
    expect(remove('fact', ['alone'], false, unused).get('world/STATE.yaml')).toBe('facts: { other: 2 }\n')
    const files = remove('table', ['finds'], true)
    expect([files.get('rules/tables/finds.yaml'), files.get('rules/tables/drift.yaml')]).toEqual([null, expect.stringContaining('2: { text: More }')])
  })

  const STORY = {
    'world/STATE.yaml':
      'facts: {}\nquests:\n  light: { name: "Keeper\'s light", status: inactive, giver: mill }\n  home: { name: Home 🏠, status: inactive, prerequisites: { light: true }, owner: ada }\nfactions:\n  mill: { name: The Mill, standing: { inn: -5 } }\n  inn: { name: نزل }\nrelationships:\n  ada-mill: { from: ada, to: mill, type: SERVES }\nthreads:\n  lamp: { text: Who lit it?, open: true }\n',
    'world/story/wreck/ABOUT.md':
      '---\ntitle: Oil from the wreck\nplace: reef\naim: Oil\noutcomes:\n  - starts: [light]\n    completes: { light: It burns. }\n    closes: { lamp: Ada did. }\n    feels: { ada-mill: 5 }\n---\n\n# Oil\n',
    'world/npcs/ada/BELIEFS.yaml': 'lamp: { heard: 1 }\n',
    'world/npcs/ada/ABOUT.md': '---\nwants:\n  - want: Light\n    met: quest.home.status = "completed"\n---\n\n# Ada\n'
  }
  const refusal = (kind: RemovedNames['kind'], ids: string[]): unknown => {
    try {
      return remove(kind, ids, false, STORY)
    } catch (error) {
      return problemOf(error)
    }
  }
  const problemOf = (error: unknown): unknown => {
    if (!(error instanceof Problem)) throw error
    return { message: error.message, ...error.data }
  }

  it('names quests, factions, relationships and characters that need a part of the story, and where each is shown', () => {
    expect(refusal('quest', ['light'])).toEqual({
      message:
        "The quest “Keeper's light” can't be removed yet, because the quest “Home 🏠” and the story event “Oil from the wreck” name it. Change that first, or remove it with these.",
      references: ['the quest “Home 🏠” names it', 'the story event “Oil from the wreck” names it'],
      about: [
        { what: 'quest', id: 'home' },
        { what: 'event', id: 'wreck' }
      ],
      anyway: true
    })
    expect(refusal('faction', ['inn', 'mill'])).toMatchObject({
      message: expect.stringContaining("2 factions can't be removed yet, because the quest “Keeper's light”"),
      references: expect.arrayContaining(['the relationship “Ada → The Mill” names it'])
    })
    // A condition is changed by its author only.
    expect(refusal('quest', ['home'])).toEqual({
      message: "The quest “Home 🏠” can't be removed, because the character “Ada” names it. Change that first.",
      references: ['the character “Ada” names it'],
      about: [{ what: 'actor', id: 'ada' }]
    })
  })

  it('takes a quest, thread, faction or relationship with everything that names it on purpose, and nothing else', () => {
    const wreck = (kind: RemovedNames['kind'], id: string): string => remove(kind, [id], true, STORY).get('world/story/wreck/ABOUT.md') ?? ''
    const state = (kind: RemovedNames['kind'], id: string): string => remove(kind, [id], true, STORY).get('world/STATE.yaml') ?? ''
    expect(wreck('quest', 'light')).toContain('starts: [], completes: {}, closes: { lamp: Ada did. }, feels: { ada-mill: 5 }')
    expect(state('quest', 'light')).toContain('  home: { name: Home 🏠, status: inactive, prerequisites: {}, owner: ada }\nfactions:')
    expect([...remove('thread', ['lamp'], true, STORY)].map(([path]) => path).toSorted()).toEqual([
      'world/STATE.yaml',
      'world/npcs/ada/BELIEFS.yaml',
      'world/story/wreck/ABOUT.md'
    ])
    expect(state('faction', 'mill')).toMatch(
      /light: \{ name: "Keeper's light", status: inactive \}\n[^]*factions:\n {2}inn: \{ name: نزل \}\nrelationships: \{\}/
    )
    expect(wreck('relationship', 'ada-mill')).toContain('feels: {}')
  })

  it('is refused while code, an effect or an expression names them, whatever is asked', () => {
    const effect = { 'rules/actions/pour.yaml': 'name: pour\nexecute:\n  - add_item: { item: cask }\n' }
    expect(() => remove('item', ['cask'], true, effect)).toThrow('because the action “pour” names it. Change that first.')
    expect(() => remove('fact', ['storm'], true)).toThrow('because the story event “Oil from the wreck” names it')
    expect(() => remove('fact', ['constructor'])).toThrow('There is no fact “constructor” any more')
  })
})

describe('merging two facts', () => {
  const merge = (from: string, to: string, more: Record<string, string> = {}): Map<string, string | null> => {
    const { texts, index } = indexOf(more)
    return planMerge(index, texts, from, to).files
  }

  it('rewrites every use, keeps the value of the second one, and leaves no name twice in a list or map', () => {
    const files = merge('oil-found', 'wet')
    expect(files.get('world/STATE.yaml')).toContain('  wet: false\n')
    expect(files.get('world/story/wreck/ABOUT.md')).toContain('outcomes: [{ facts: [wet] }, { when: fact.storm, facts: [dry] }]')
    expect(files.get('world/regions/isle/locations/reef.yaml')).toContain('fact: wet')
    const both = merge('oil-bought', 'oil-found')
    expect(both.get('world/STATE.yaml')).toBe(FILES['world/STATE.yaml'].replace('  oil-bought: true\n', ''))
    expect(both.get('world/story/wreck/ABOUT.md')).toContain('starts_when: ["!oil-found", storm]')
    expect(both.get('world/npcs/ada/STATS.yaml')).toContain('oil-found: { needs: warm, after: [oil-found] }')
    expect([...both.values()].join('')).not.toContain('oil-bought')
  })

  it('is refused where a list would need a fact and its opposite, and for a fact that is not there', () => {
    expect(() => merge('storm', 'oil-bought')).toThrow('“Oil from the wreck” needs “storm” and “!oil-bought” at once. Correct that first.')
    expect(() => merge('storm', 'nowhere')).toThrow('There is no fact “nowhere” any more')
    expect(() => merge('wet', 'wet')).toThrow("can't be merged into itself")
  })
})
