import { expect, it } from 'vitest'
import type { NameUses } from '../../shared/contract/language-calls'
import { sampleTexts } from './campaign.fixture'
import { NameIndex, NameReader } from './name-index'
import { planRename } from './rename'

const OWN = {
  'rules/equipment/own.yaml': "jory's-lamp: { name: Jory's lamp, kind: light, slots: 1 }\nwet-rope: { name: Wet rope, kind: tool }\n",
  'rules/actions/wring.yaml':
    'name: wring\ndescription: Wring out the rope.\navailable:\n  has_item: wet-rope\nexecute:\n  - add_item: { item: wet-rope, count: 1 }\n  - say: Drip.\n',
  'rules/actions/coil.ts':
    "import { Draft } from 'proscenium'\nimport { wet } from '../lib/wet'\nconst WORD = 'wet-rope'\nexport default {\n  name: 'coil',\n  description: 'Coil it.',\n  params: [],\n  available: (state) => game.equipment['wet-rope'] !== undefined,\n  execute: (state, actor) => { const d = new Draft(state); d.addCondition(actor, 'winded'); return d.result([{ action: 'wring' }]) }\n} satisfies Action\n",
  'rules/lib/wet.ts': 'export const wet = 1\n',
  "world/npcs/Old Tom O'Rourke/ABOUT.md": '---\npublic: A man.\n---\n\n# Old Tom\n\nKnows [[The Miller]] and [[rope]].\n',
  "world/npcs/Old Tom O'Rourke/STATS.yaml":
    'name: Old Tom\nlocation: chalk-row\nstats: { STR: 9 }\nmax: {}\nconditions: { winded: {} }\ninventory:\n  a: { item: wet-rope }\n  b: { item: "jory\'s-lamp" }\ntags: {}\n',
  'world/rope.md': '# Rope\n\nSee [[The Miller|him]] and `[[rope]]`.\n',
  'world/empty.md': '',
  'world/regions/none/journeys.yaml': '',
  'world/broken/no.yaml': 'a: [1\n'
}

const open = (more: Record<string, string> = {}): { texts: Map<string, string>; index: NameIndex } => {
  const texts = sampleTexts({ ...OWN, ...more })
  return { texts, index: new NameIndex(texts) }
}
/** The name at the first occurrence of a word in a file. */
function usesAt(index: NameIndex, path: string, word: string): NameUses | null {
  const text = index.files.get(path)?.text ?? ''
  const { line, column } = index.places(path).range(text.indexOf(word), text.indexOf(word))
  return index.usesAt(path, line, column + 1)
}
const where = (uses: NameUses | null, part: 'definitions' | 'uses' | 'possible' = 'definitions'): string[] =>
  (uses?.[part] ?? []).map(({ path, line }) => `${path}:${line}`)

it('an item leads from an action, a sheet and code to the file that defines it, and back to all of them', () => {
  const { index } = open()
  const uses = usesAt(index, 'rules/actions/wring.yaml', 'wet-rope')
  expect(uses).toMatchObject({ kind: 'item', id: 'wet-rope' })
  expect(where(uses)).toEqual(['rules/equipment/own.yaml:2'])
  expect(where(uses, 'uses')).toEqual([
    'rules/actions/coil.ts:8',
    'rules/actions/wring.yaml:4',
    'rules/actions/wring.yaml:6',
    "world/npcs/Old Tom O'Rourke/STATS.yaml:7"
  ])
  expect(where(uses, 'possible')).toEqual(['rules/actions/coil.ts:3'])
  expect(where(usesAt(index, "world/npcs/Old Tom O'Rourke/STATS.yaml", "jory's"))).toEqual(['rules/equipment/own.yaml:1'])
})

it('actions, conditions, stats, tables, places, people, story events and notes lead to their files', () => {
  const { index } = open()
  const leads = (path: string, word: string): string[] => where(usesAt(index, path, word))
  expect(leads('rules/actions/coil.ts', 'winded')).toEqual(['rules/conditions/winded.yaml:1'])
  expect(leads('rules/actions/coil.ts', "'wring'")).toEqual(['rules/actions/wring.yaml:1'])
  expect(leads('rules/manifest.yaml', 'rest')).toEqual([expect.stringMatching(/^rules\/actions\/rest\.ts:\d+$/)])
  expect(leads("world/npcs/Old Tom O'Rourke/STATS.yaml", 'STR')[0]).toMatch(/^rules\/manifest\.yaml:\d+$/)
  expect(leads("world/npcs/Old Tom O'Rourke/STATS.yaml", 'chalk-row')[0]).toMatch(/^world\/regions\/.*\/chalk-row\.yaml:1$/)
  expect(leads("world/npcs/Old Tom O'Rourke/ABOUT.md", 'rope]]')).toEqual(['world/rope.md:1'])
  expect(usesAt(index, 'world/rope.md', 'Rope')).toBeNull()
  expect(index.all().filter(({ id }) => id.includes('__proto__') || id === '')).toEqual([])
})

it('a rename writes every form of the name, moves its file, and leaves what only looks alike', () => {
  const { index, texts } = open()
  const { files, plan, summary } = planRename(index, texts, { kind: 'item', id: 'wet-rope' }, "sailor's rope", false)
  expect(summary).toBe("Renamed the item wet-rope to sailor's rope")
  expect(files.get('rules/equipment/own.yaml')).toContain("sailor's rope: { name: Wet rope")
  expect(files.get('rules/actions/wring.yaml')).toContain("has_item: sailor's rope\n")
  expect(files.get('rules/actions/coil.ts')).toContain("game.equipment['sailor\\'s rope']")
  expect(files.get('rules/actions/coil.ts')).toContain("const WORD = 'wet-rope'")
  expect(plan.possible).toHaveLength(1)
  expect(plan.files.map(({ path, changes }) => [path, changes.length])).toEqual([
    ['rules/actions/coil.ts', 1],
    ['rules/actions/wring.yaml', 2],
    ['rules/equipment/own.yaml', 1],
    ["world/npcs/Old Tom O'Rourke/STATS.yaml", 1]
  ])
  const also = planRename(index, texts, { kind: 'item', id: 'wet-rope' }, 'cord', true)
  expect(also.files.get('rules/actions/coil.ts')).toContain("const WORD = 'cord'")
  const action = planRename(index, texts, { kind: 'action', id: 'wring' }, 'squeeze', false)
  expect([...action.files.keys()].toSorted()).toEqual(['rules/actions/coil.ts', 'rules/actions/squeeze.yaml', 'rules/actions/wring.yaml'])
  expect(action.files.get('rules/actions/wring.yaml')).toBeNull()
  expect(action.files.get('rules/actions/squeeze.yaml')).toContain('name: squeeze\n')
  expect(action.files.get('rules/actions/coil.ts')).toContain("{ action: 'squeeze' }")
})

it('a renamed note keeps its links; a renamed place keeps its journeys, people and map', () => {
  const { index, texts } = open()
  const note = planRename(index, texts, { kind: 'note', id: 'world/rope.md' }, 'The long rope', false)
  expect(note.files.get('world/The long rope.md')).toContain('# Rope')
  expect(note.files.get("world/npcs/Old Tom O'Rourke/ABOUT.md")).toBeUndefined()
  const place = planRename(index, texts, { kind: 'place', id: 'chalk-row' }, 'wet-cellar', false)
  const after = new Map(texts)
  for (const [path, text] of place.files) {
    if (text === null) after.delete(path)
    else after.set(path, text)
  }
  const now = new NameIndex(after)
  expect(now.defines({ kind: 'place', id: 'chalk-row' })).toBe(false)
  expect([...now.spans({ kind: 'place', id: 'chalk-row' })]).toEqual([])
  expect([...now.spans({ kind: 'place', id: 'wet-cellar' })].length).toBe([...index.spans({ kind: 'place', id: 'chalk-row' })].length)
})

it('a reader that follows renames, changes and removals reads only changed files again, and knows what a new reader does', () => {
  const { texts } = open()
  const reader = new NameReader()
  let now = new NameIndex(texts, reader)
  const follow = (files: Iterable<readonly [string, string | null]>): void => {
    const before = now
    const [notes, rope] = [now.notes.size, now.notes.at('world/rope.md')]
    const changed = new Map(files)
    const after = new Map([...before.files].map(([path, { text }]) => [path, text]))
    for (const [path, text] of changed) {
      if (text === null) after.delete(path)
      else after.set(path, text)
    }
    now = new NameIndex(after, reader)
    const fresh = new NameIndex(after)
    expect([now.all(), now.facts(), now.notes.newest()]).toEqual([fresh.all(), fresh.facts(), fresh.notes.newest()])
    for (const name of ['about', 'ABOUT.md', 'old tom', 'npcs/bodkin', 'rope', 'the miller', 'world/npcs/pedlar', ''])
      expect([name, now.notes.named(name), now.notes.backlinks(name)]).toEqual([name, fresh.notes.named(name), fresh.notes.backlinks(name)])
    expect([...now.files].filter(([path, file]) => file !== before.files.get(path) && !changed.has(path))).toEqual([])
    expect(notes).toBeGreaterThan(20)
    expect(now.notes.at('world/rope.md') === rope).toBe(!changed.has('world/rope.md'))
  }
  follow(planRename(now, texts, { kind: 'character', id: 'Bodkin' }, 'pedlar', false).files)
  follow([['world/rope.md', '# The long rope\n\n[[Old Tom]] and [[ABOUT]].\n']])
  follow([["world/npcs/Old Tom O'Rourke/ABOUT.md", null]])
  follow([["world/npcs/Old Tom O'Rourke/ABOUT.md", '# Bodkin 😀\n']])
})

it('a rename that clashes, or can not be a name, is refused in one sentence', () => {
  const { index, texts } = open()
  const broken = open({ 'rules/conditions/wet.yaml': 'name: [1\n' })
  expect(() => planRename(broken.index, broken.texts, { kind: 'place', id: 'chalk-row' }, 'chalk', false)).toThrow(
    "rules/conditions/wet.yaml is not valid YAML, so what it refers to can't be repaired. Correct it first."
  )
  const why = (kind: 'item' | 'action' | 'place' | 'note' | 'character', id: string, to: string): string => {
    try {
      planRename(index, texts, { kind, id }, to, false)
      return 'done'
    } catch (thrown) {
      return (thrown as Error).message
    }
  }
  expect(why('item', 'wet-rope', "jory's-lamp")).toBe('There is already an item "jory\'s-lamp". Choose another name.')
  expect(why('item', 'wet-rope', '__proto__')).toContain('programs reserve this name')
  expect(why('action', 'wring', 'narrate')).toContain('is an action of Proscenium itself')
  expect(why('action', 'wring', '../coil')).toContain("can't be called")
  expect(why('item', 'gone', 'x')).toContain('There is no item "gone"')
  expect(why('note', 'world/rope.md', 'empty')).toContain('There is already a file world/empty.md')
})

const DOCUMENT = 'world/story/The Names/scene.arrow'
const FACTS = {
  'rules/actions/ring.yaml':
    "name: ring\ndescription: Ring.\navailable:\n  all: [{ fact: '!bell' }, { fact: { names-read: true } }]\nexecute:\n  - set_fact: bell\n  - set_fact: { souls: 3 }\n  - say: 'It rings. {facts.bell} for {facts.souls}.'\n",
  'rules/actions/hum.ts':
    "import { Draft } from 'proscenium'\nexport default { name: 'hum', description: 'Hum.', params: [], available: (state) => state.facts['bell'] === true,\n execute: (state) => { const d = new Draft(state); d.fact('bell'); d.setFact(`rung:${1}`); return d.result() } } satisfies Action\n",
  'world/STATE.yaml': 'minutes: 0\nfacts:\n  souls: 5\nquests:\n  toll: { done_when: bell }\n',
  'world/story/Toll/ABOUT.md':
    "---\ntitle: Toll\nplace: gallery-of-names\naim: Ring\nstarts_when: ['!bell']\ndone_when:\n  - bell\nopening:\n  - { text: It hangs., when: not fact.bell }\noutcomes:\n  - { facts: [bell], text: Done }\ncharacters: { Old_Tom: Marrow }\n---\n\nToll.\n"
}

it('facts lead from rules, world, prose and Arrow documents to what sets them, and are renamed in all of them', () => {
  const texts = sampleTexts(FACTS, 'the-lamp-stair')
  const index = new NameIndex(texts)
  const bell = usesAt(index, 'rules/actions/ring.yaml', 'bell')
  expect(bell).toMatchObject({ kind: 'fact', id: 'bell' })
  expect(where(bell)).toEqual(['rules/actions/hum.ts:3', 'rules/actions/ring.yaml:6', 'world/story/Toll/ABOUT.md:11'])
  expect(where(bell, 'uses')).toEqual([
    'rules/actions/hum.ts:2',
    'rules/actions/ring.yaml:4',
    'rules/actions/ring.yaml:8',
    'world/STATE.yaml:5',
    ...[5, 7, 9].map((line) => `world/story/Toll/ABOUT.md:${line}`)
  ])
  const { files, summary } = planRename(index, texts, { kind: 'fact', id: 'bell' }, "bell's clapper", false)
  expect(summary).toBe("Renamed the fact bell to bell's clapper")
  expect(files.get('rules/actions/ring.yaml')).toContain("[{ fact: '!bell''s clapper' }, { fact: { names-read: true } }]")
  expect(files.get('rules/actions/ring.yaml')).toContain("{facts.bell's clapper} for {facts.souls}")
  expect(files.get('rules/actions/hum.ts')).toContain("state.facts['bell\\'s clapper']")
  expect(files.get('world/story/Toll/ABOUT.md')).toContain('when: not fact."bell\'s clapper"')
  expect(files.get('world/story/Toll/ABOUT.md')).toContain("starts_when: ['!bell''s clapper']")
  expect([...files.keys()].some((path) => path.endsWith('.arrow'))).toBe(false)

  // A variable of a document is a fact: the document's own edit renames it, with the texts that expose it, and every other line stays.
  const souls = usesAt(index, 'world/STATE.yaml', 'souls')
  expect(where(souls)).toEqual(['rules/actions/ring.yaml:7', 'world/STATE.yaml:3', expect.stringContaining(`${DOCUMENT}:`)])
  const dead = planRename(index, texts, { kind: 'fact', id: 'souls' }, 'dead', false)
  const [before, after] = [texts.get(DOCUMENT) ?? '', dead.files.get(DOCUMENT) ?? '']
  expect(after).toBe(before.replaceAll('"souls"', '"dead"').replaceAll('{souls}', '{dead}'))
  expect(before.match(/souls/g)?.length).toBe(
    where(souls)
      .concat(where(souls, 'uses'))
      .filter((one) => one.startsWith(DOCUMENT)).length
  )
  const shown = dead.plan.files.find(({ path }) => path === DOCUMENT)?.changes ?? []
  expect(shown.map(({ before: was, after: is }) => `${was} → ${is}`)).toContain('"name": "souls", → "name": "dead",')
  expect(() => planRename(index, texts, { kind: 'fact', id: 'souls' }, 'the dead', false)).toThrow(`it is a variable of ${DOCUMENT}`)
  expect(() => planRename(index, texts, { kind: 'fact', id: 'souls' }, 'names-read', false)).toThrow('There is already a fact "names-read".')
})

it('a character of an Arrow document is the one in the world, and is renamed with it', () => {
  const texts = sampleTexts(FACTS, 'the-lamp-stair')
  const index = new NameIndex(texts)
  const marrow = usesAt(index, DOCUMENT, 'Marrow"')
  expect(marrow).toMatchObject({ kind: 'character', id: 'Marrow' })
  expect(where(marrow)).toContain('world/npcs/Marrow/STATS.yaml:1')
  expect(where(marrow, 'uses')).toEqual(expect.arrayContaining([expect.stringContaining(DOCUMENT), 'world/story/Toll/ABOUT.md:12']))
  const { files } = planRename(index, texts, { kind: 'character', id: 'Marrow' }, "Skipper O'Dell", false)
  expect(files.get(DOCUMENT)).toBe(texts.get(DOCUMENT)?.replace('"name": "Marrow"', '"name": "Skipper_O_Dell"'))
  expect(files.get('world/story/Toll/ABOUT.md')).toContain("characters: { Old_Tom: Skipper O'Dell }")
  // A name that a story event maps to another actor is not this character.
  const mapped = sampleTexts({ ...FACTS, 'world/story/Toll/ABOUT.md': '---\ncharacters: { Marrow: Pell }\n---\n' }, 'the-lamp-stair')
  const other = new NameIndex(mapped)
  expect(where(other.usesOf({ kind: 'character', id: 'Marrow' }, { line: 1, column: 1, endLine: 1, endColumn: 1 }), 'uses').join()).not.toContain(
    '.arrow'
  )
  const broken = sampleTexts({ ...FACTS, 'world/bad.arrow': '{' }, 'the-lamp-stair')
  const unread = new NameIndex(broken)
  expect(() => planRename(unread, broken, { kind: 'fact', id: 'bell' }, 'gong', false)).toThrow('world/bad.arrow is not a readable Arrow document')
  expect(() => planRename(unread, broken, { kind: 'place', id: 'gallery-of-names' }, 'gallery', false)).not.toThrow()
})

it('hostile names and texts neither throw nor name anything', () => {
  const { index } = open({
    'rules/equipment/proto.yaml': '__proto__: { name: x }\nconstructor: { name: y, kind: tool }\n',
    'rules/actions/toString.ts': "export default { name: 'toString' }\n",
    'rules/lib/a.ts': "import './b'\n",
    'rules/lib/b.ts': "import './a'\n",
    'rules/lib/broken.ts': 'export const = {{{ `\n',
    'world/deep.md': `---\n${'a: {'.repeat(200)}\n---\n[[${'['.repeat(500)}]]`
  })
  expect(index.usesAt('rules/lib/a.ts', 1, 9)).toBeNull()
  expect(index.usesAt('nowhere', 1, 1)).toBeNull()
  expect(index.usesAt('world/deep.md', 9_999_999, 9_999_999)).toBeNull()
  expect(index.all().some(({ id }) => id === 'constructor')).toBe(true)
})

it('people and factions are renamed wherever the story names them: members, owners, ends, beliefs and narratives', () => {
  const world = {
    'world/STATE.yaml': [
      "facts: { bell: true, 'Old Tom O''Rourke': true }",
      'factions:',
      "  the-ring: { name: The Ring, members: { Old Tom O'Rourke: keeper }, standing: { Mother Hask: 5 } }",
      "  millers: { members: [Old Tom O'Rourke], standing: { the-ring: -5 } }",
      'relationships:',
      "  a: { from: Old Tom O'Rourke, to: the-ring, type: SERVES }",
      "  b: { from: Mother Hask, to: Old Tom O'Rourke, type: KIN }",
      'quests:',
      "  rope: { name: A rope, giver: Old Tom O'Rourke, owner: the-ring, known_to: [all, Old Tom O'Rourke], done_when: [bell] }",
      'threads: {}',
      ''
    ].join('\n'),
    'world/npcs/Mother Hask/BELIEFS.yaml': "tom-lied: { heard: 1, from_whom: Old Tom O'Rourke }\nbell: { heard: 1 }\n",
    'world/story/tom-lied/ABOUT.md':
      "---\nname: Tom lied\ntype: rumor\nabout: { characters: [Old Tom O'Rourke], places: [chalk-row] }\n---\n\n# Tom lied\n\nHe did.\n"
  }
  const { texts, index } = open(world)
  const after = (kind: NameUses['kind'], id: string, to: string, path: string): string => {
    const { files } = planRename(index, texts, { kind, id }, to, false)
    return files.get(path) ?? texts.get(path) ?? ''
  }
  const state = after('character', "Old Tom O'Rourke", "Tom 'Ox' Dell", 'world/STATE.yaml')
  expect(state).not.toContain("{ Old Tom O'Rourke")
  expect(state.match(/Old Tom/g)).toEqual(['Old Tom'])
  expect(state.match(/Tom 'Ox' Dell/g)).toHaveLength(6)
  expect(after('character', "Old Tom O'Rourke", "Tom 'Ox' Dell", 'world/npcs/Mother Hask/BELIEFS.yaml')).toContain("from_whom: Tom 'Ox' Dell }")
  expect(after('character', "Old Tom O'Rourke", "Tom 'Ox' Dell", 'world/story/tom-lied/ABOUT.md')).toContain("characters: [Tom 'Ox' Dell]")
  expect(after('place', 'chalk-row', 'chalk-lane', 'world/story/tom-lied/ABOUT.md')).toContain('places: [chalk-lane]')
  expect(after('event', 'tom-lied', 'tom-swore', 'world/npcs/Mother Hask/BELIEFS.yaml')).toMatch(/^tom-swore: \{ heard: 1/)
  expect(after('fact', 'bell', 'gong', 'world/npcs/Mother Hask/BELIEFS.yaml')).toContain('gong: { heard: 1 }')
  const factions = after('faction', 'the-ring', "odo's-ring", 'world/STATE.yaml')
  expect(factions).not.toContain('the-ring')
  expect(factions.match(/odo's-ring/g)).toHaveLength(4)
  expect(usesAt(index, 'world/STATE.yaml', 'the-ring, type')).toMatchObject({ kind: 'faction', id: 'the-ring' })
  expect(usesAt(index, 'world/npcs/Mother Hask/BELIEFS.yaml', 'tom-lied')).toMatchObject({ kind: 'event', id: 'tom-lied' })
})

it('quests, threads and relationships are renamed wherever the world, the story and the rules name them', () => {
  const path = 'world/story/tide/ABOUT.md'
  const world = {
    'world/STATE.yaml': [
      'facts: { rope: true }',
      'quests:',
      "  rope: { name: A rope, prerequisites: [bell, 'rope'] }",
      '  bell: { name: The bell, prerequisites: { rope: true } }',
      '  last: { name: The last, prerequisites: rope }',
      'threads: { rope: { text: Who cut it? } }',
      "relationships: { rope: { from: Old Tom O'Rourke, to: the-ring } }",
      'factions: { the-ring: { name: The Ring } }',
      ''
    ].join('\n'),
    'world/npcs/Mother Hask/BELIEFS.yaml': 'rope: { heard: 1 }\n',
    [path]: [
      '---',
      'title: Tide',
      'place: chalk-row',
      'aim: x',
      'opening: [{ text: Low., when: quest.rope.status == "active" and not thread.rope.open and relationship.rope.value > 0 }]',
      'outcomes:',
      '  - { starts: [rope], completes: { rope: Tied. }, fails: { rope: Cut. } }',
      '  - { closes: { rope: He did. }, opens: { knife: Whose knife? }, feels: { rope: 5 } }',
      '---',
      ''
    ].join('\n'),
    'rules/actions/tie.yaml':
      'name: tie\ndescription: Tie it.\navailable:\n  any: [{ quest: rope }, { quest: { rope: active } }]\nexecute:\n  - start_quest: rope\n  - complete_objective: { quest: rope, objective: knot }\n  - pay_off: { thread: rope }\n  - pay_off: rope\n  - open_thread: { thread: rope, text: Who? }\n  - change_relationship: { from: the-ring, to: the-ring, by: 1 }\n',
    'rules/actions/cut.ts':
      "import { Draft } from 'proscenium'\nexport default { name: 'cut', description: 'Cut.', params: [], available: (state) => state.quests['rope'] !== undefined && state.threads['rope'] !== undefined,\n execute: (state) => { const d = new Draft(state); d.failQuest('rope'); d.completeObjective('rope', 'knot'); d.payOff('rope', 'rope'); d.openThread('rope', 'Who?'); return d.result() } } satisfies Action\n"
  }
  const { texts, index } = open(world)
  const all = (kind: NameUses['kind'], id: string, to: string): ((file: string) => string) => {
    const { files } = planRename(index, texts, { kind, id }, to, false)
    return (file) => files.get(file) ?? texts.get(file) ?? ''
  }
  const quest = all('quest', 'rope', 'cord')
  expect(quest('world/STATE.yaml')).toBe(
    world['world/STATE.yaml']
      .replace('  rope: {', '  cord: {')
      .replace("'rope']", "'cord']")
      .replace('{ rope: true } }\n  last', '{ cord: true } }\n  last')
      .replace('prerequisites: rope', 'prerequisites: cord')
  )
  expect(quest(path)).toBe(
    world[path]
      ?.replace('quest.rope', 'quest.cord')
      .replace('[rope]', '[cord]')
      .replace('{ rope: Tied', '{ cord: Tied')
      .replace('{ rope: Cut', '{ cord: Cut')
  )
  expect(quest('rules/actions/tie.yaml')).toBe(
    world['rules/actions/tie.yaml']
      .replace('quest: rope }, { quest: { rope', 'quest: cord }, { quest: { cord')
      .replace('start_quest: rope', 'start_quest: cord')
      .replace('{ quest: rope,', '{ quest: cord,')
  )
  expect(quest('rules/actions/cut.ts')).toBe(
    world['rules/actions/cut.ts']
      .replace("quests['rope']", "quests['cord']")
      .replace("failQuest('rope')", "failQuest('cord')")
      .replace("Objective('rope'", "Objective('cord'")
  )
  const thread = all('thread', 'rope', 'cut-rope')
  expect(thread('world/STATE.yaml')).toBe(world['world/STATE.yaml'].replace('threads: { rope:', 'threads: { cut-rope:'))
  expect(thread(path)).toBe(world[path]?.replace('thread.rope', 'thread.cut-rope').replace('closes: { rope', 'closes: { cut-rope'))
  expect(thread('rules/actions/tie.yaml')).toBe(
    world['rules/actions/tie.yaml'].replaceAll('thread: rope', 'thread: cut-rope').replace('pay_off: rope', 'pay_off: cut-rope')
  )
  expect(thread('rules/actions/cut.ts')).toBe(
    world['rules/actions/cut.ts']
      .replace("threads['rope']", "threads['cut-rope']")
      .replace("payOff('rope'", "payOff('cut-rope'")
      .replace("openThread('rope'", "openThread('cut-rope'")
  )
  expect(thread('world/npcs/Mother Hask/BELIEFS.yaml')).toBe('cut-rope: { heard: 1 }\n')
  const relationship = all('relationship', 'rope', 'tom-ring')
  expect(relationship('world/STATE.yaml')).toBe(world['world/STATE.yaml'].replace('relationships: { rope', 'relationships: { tom-ring'))
  expect(relationship(path)).toBe(world[path]?.replace('relationship.rope', 'relationship.tom-ring').replace('feels: { rope', 'feels: { tom-ring'))
  expect(relationship('rules/actions/tie.yaml')).toBe(world['rules/actions/tie.yaml'])
  expect(all('faction', 'the-ring', 'ring')('rules/actions/tie.yaml')).toContain('{ from: ring, to: ring, by: 1 }')

  const why = (kind: 'quest' | 'thread', to: string) => (): unknown => planRename(index, texts, { kind, id: 'rope' }, to, false)
  expect(why('quest', 'bell')).toThrow('There is already a quest "bell". Choose another name.')
  expect(why('thread', 'knife')).toThrow('There is already a thread "knife". Choose another name.')
  expect(why('quest', 'a rope')).toThrow('The quest can\'t be called "a rope": an id can contain only letters, digits, dashes and underscores.')
})

it('a feature is renamed at its place and in expressions about it; a feature of another place that is called the same keeps its ID', () => {
  const [hill, mill] = ['world/regions/none/locations/hill.yaml', 'world/regions/none/locations/mill.yaml']
  const path = 'world/story/tide/ABOUT.md'
  const world = {
    [hill]: 'name: Hill\nfeatures:\n  chest: { name: The chest, text: Old., searched: true }\n  "old box": { name: A box, text: "" }\n',
    [mill]: 'name: Mill\nfeatures: { chest: { name: Flour chest, text: White. } }\n',
    [path]:
      '---\ntitle: Tide\nplace: hill\naim: x\nopening: [{ text: a, when: place.mill.searched("chest") or place.hill.searched("chest") and not place.hill.searched("old box") }]\n---\n'
  }
  const { texts, index } = open(world)
  const { files, plan, summary } = planRename(index, texts, { kind: 'feature', id: 'hill/chest' }, 'sea-chest', false)
  expect(summary).toBe('Renamed the feature chest to sea-chest')
  expect(plan.files.map(({ path: one }) => one)).toEqual([hill, path])
  expect([files.get(hill), files.get(path)]).toEqual([
    world[hill]?.replace('  chest:', '  sea-chest:'),
    world[path]?.replace('hill.searched("chest', 'hill.searched("sea-chest')
  ])
  expect(index.all().filter(({ kind, id }) => kind === 'feature' && /^(hill|mill)\//.test(id))).toMatchObject([
    { id: 'hill/chest', title: 'The chest' },
    { id: 'hill/old box', title: 'A box' },
    { id: 'mill/chest', title: 'Flour chest' }
  ])
  const why = (to: string) => (): unknown => planRename(index, texts, { kind: 'feature', id: 'hill/chest' }, to, false)
  expect(why('old box')).toThrow('an id can contain only letters, digits, dashes and underscores')
  expect(why('chest')).toThrow('The feature is called "chest" already.')
  expect(() => planRename(index, texts, { kind: 'feature', id: 'hill/old box' }, 'chest', false)).toThrow(
    'There is already a feature "chest" at this place. Choose another name.'
  )
})

it('the list of facts says for each where it is set and where something needs it, in rules too', () => {
  const { index } = open({
    'world/story/tide/ABOUT.md': '---\ntitle: Tide\nplace: the-well\naim: x\nstarts_when: ["!dry", lit]\noutcomes:\n  - facts: [dry]\n---\n',
    'rules/actions/light.yaml': 'name: light\ndescription: Light it.\navailable: true\nexecute:\n  - set_fact: lit\n',
    'world/regions/hill/locations/weir.yaml': 'name: Weir\n',
    'rules/lib/seen.ts': 'export const seen = (draft, place) =>\n  draft.setFact(`seen:${place}`)\n',
    'world/story/weir/ABOUT.md': '---\ntitle: Weir\nplace: weir\naim: x\nstarts_when: ["seen:weir", "seen:nowhere"]\n---\n'
  })
  const places = (id: string): string[][] => {
    const fact = index.facts().find((one) => one.id === id)
    return [fact?.sets ?? [], fact?.needs ?? []].map((list) => list.map(({ path, line }) => `${path}:${line}`))
  }
  const tide = 'world/story/tide/ABOUT.md'
  expect([places('dry'), places('lit')]).toEqual([
    [[`${tide}:7`], [`${tide}:5`]],
    [['rules/actions/light.yaml:5'], [`${tide}:5`]]
  ])
  // Rules make the names of some facts from the name of something that exists.
  expect([places('seen:weir'), places('seen:nowhere')].map(([sets]) => sets)).toEqual([['rules/lib/seen.ts:2'], []])
})
