import { afterEach, beforeEach, expect, it } from 'vitest'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
  await everything()
})
afterEach(() => at.close())

const SOAKED = 'rules/conditions/soaked.yaml'
const ITEMS = 'rules/equipment/items.yaml'
const MANIFEST = 'rules/manifest.yaml'

async function save(path: string, change: (text: string) => string): Promise<void> {
  const { text, version } = await at.studio.fileText({ path })
  await at.studio.saveText({ path, text: change(text), over: version, subject: `Saved ${path}` })
}

/** One of each thing, in use: an item and a stat of Hero, who is soaked, a quest, a fact, and a story event that needs it. Then the branch `trial`. */
async function everything(): Promise<void> {
  await save(ITEMS, (text) => `${text}\noil-can: { name: Oil can, kind: tool, slots: 1 }\n`)
  await save(MANIFEST, (text) => text.replace(/^stats:.*\n/m, (line) => `${line}  LUCK: { label: Luck, min: 0, max: 9 }\n`))
  await at.studio.changeFiles({ change: { what: 'create', path: SOAKED, text: 'name: Soaked\ndescription: Wet.\n' }, subject: 'Soaked' })
  const hero = Object.entries({ stats: { LUCK: 3 }, inventory: { 'oil-can': { item: 'oil-can' } }, conditions: { soaked: {} } }).flatMap(
    ([part, all]) => Object.entries(all).map(([key, to]) => ({ keys: [part, key], to }))
  )
  await at.edit(
    { op: 'put-fact', id: 'lamp-lit', value: 'no' },
    { op: 'put-story', kind: 'quest', id: 'oil', fields: { name: 'Find oil', status: 'active' } },
    {
      op: 'put-event',
      title: "The keeper's oil 🪔",
      id: 'oil-run',
      about: [
        { keys: ['starts_when'], to: ['lamp-lit'] },
        { keys: ['done_when'], to: ['oil-known'] }
      ],
      text: { to: 'Oil is low.' }
    },
    { op: 'put-character', id: 'Hero', sheet: hero }
  )
  await at.studio.step()
  await at.studio.branch({ at: await head(), name: 'trial' })
}

const head = async (): Promise<string> => (await at.studio.present())?.head ?? ''

/** Changes each of them. */
async function change(to: string): Promise<void> {
  await save(MANIFEST, (text) => text.replace(/LUCK: .*/, `LUCK: { label: Luck ${to}, min: 0, max: 9 }`))
  await save(SOAKED, (text) => text.replace(/description: .*/, `description: Wet ${to}.`))
  await at.edit(
    { op: 'put-item', id: 'oil-can', about: [{ keys: ['name'], to: `Can ${to}` }] },
    { op: 'put-story', kind: 'quest', id: 'oil', fields: { name: `Oil ${to}` } },
    { op: 'put-fact', id: 'lamp-lit', value: to },
    { op: 'put-event', id: 'oil-run', about: [{ keys: ['aim'], to: `Light ${to}.` }], text: { to: `Oil ${to}.` } }
  )
}

/** Removes each of them. */
async function remove(): Promise<void> {
  await save(MANIFEST, (text) => text.replace(/ {2}LUCK: .*\n/, ''))
  await at.studio.changeFiles({ change: { what: 'remove', path: SOAKED }, subject: 'No longer soaked' })
  await save(ITEMS, (text) => text.replace(/oil-can: .*\n/, ''))
  await at.edit({ op: 'remove-story', kind: 'quest', id: 'oil' }, { op: 'remove-event', id: 'oil-run', anyway: true })
  await at.studio.removeNames({ kind: 'fact', ids: ['lamp-lit'], anyway: true, drafts: {} })
}

const NEW_IDS = {
  stat: ['LUCK', 'FORTUNE'],
  condition: ['soaked', 'drenched'],
  item: ['oil-can', 'lamp-can'],
  quest: ['oil', 'lamp-oil'],
  event: ['oil-run', 'last-oil'],
  fact: ['lamp-lit', 'light-on']
} as const

/** Gives each of them another id. */
async function rename(): Promise<void> {
  for (const [kind, [id, to]] of Object.entries(NEW_IDS))
    await at.studio.renameName({ kind: kind as keyof typeof NEW_IDS, id, to, possible: true, drafts: {} })
}

/** The edits of main that trial lacks, after something was done on each. */
async function both(onTrial: () => Promise<void>, onMain: () => Promise<void>): Promise<string[]> {
  await onTrial()
  await at.studio.switchTo({ branch: 'main' })
  await onMain()
  const missing = (await at.studio.missingEdits()).find(({ from }) => from === 'main')
  return missing?.edits.map(({ commit }) => commit) ?? []
}

/** What bringing edits to trial asks: a sentence and its first two choices each. They are brought with the choices `wanted` where there are such. */
async function brought(edits: string[], wanted: string[] = []): Promise<string[][]> {
  const { conflicts } = await at.studio.bringing({ edits, to: 'trial', choices: {} })
  const choices = Object.fromEntries(
    conflicts.map(({ id, choices: all, preselected }) => [id, all.find((one) => wanted.includes(one.id))?.id ?? preselected])
  )
  await at.studio.bringEdits({ edits, to: 'trial', choices })
  expect((await at.studio.verify()).mismatches).toEqual([])
  expect((await at.studio.missingEdits()).filter(({ from }) => from === 'main')).toEqual([])
  return conflicts.map(({ words, choices: all }) => [words, ...all.slice(0, 2).map((one) => one.words)])
}

const EVENT = "the story event “The keeper's oil 🪔”"
const HERO = 'soaked DEX LUCK STR WIL hp oil-can'
const RENAMED_HERO = 'drenched DEX FORTUNE STR WIL hp lamp-can'

/** What `now` says after `change`. */
const all = (to: string): string[] => [
  `LUCK: { label: Luck ${to}, min: 0, max: 9 }`,
  `Oil ${to}.`,
  `aim: Light ${to}.`,
  `description: Wet ${to}.`,
  'starts_when: [lamp-lit]',
  `oil-can: {"name":"Can ${to}","kind":"tool","slots":1}`,
  JSON.stringify({ facts: { 'lamp-lit': to }, quests: { oil: { name: `Oil ${to}`, status: 'active' } } }),
  HERO
]

/** What `now` says after `change` and `rename`. */
const renamed = (to: string): string[] =>
  all(to).map((line) =>
    Object.values(NEW_IDS).reduce((text, [id, name]) => text.replaceAll(new RegExp(`(?<=["{[ ]|^)${id}(?=["\\]: ]|$)`, 'g'), name), line)
  )

/** What there is of the six things now, by the words that say it. */
async function now(): Promise<string[]> {
  const files = ['rules', 'world']
    .flatMap((folder) => at.git('ls-tree', '-r', '--name-only', '-z', 'HEAD', `${folder}/`).split('\0'))
    .filter((path) => /conditions\/(?:soaked|drenched)|world\/story|manifest|items|STATE|STATS/.test(path))
  const lines = files.flatMap((path) => at.read(path).split('\n'))
  const { facts, quests, actors } = await at.state()
  const said = lines.filter((line) => /LUCK: \{|FORTUNE: \{|^description: Wet|^Oil |^aim: Light|^starts_when/.test(line)).map((line) => line.trim())
  const hero = actors['Hero']
  const items = (await at.studio.items()).filter(({ id }) => id.endsWith('-can')).map(({ id, entry }) => `${id}: ${JSON.stringify(entry)}`)
  return [
    ...said.toSorted(),
    ...items,
    JSON.stringify({ facts, quests }),
    [...Object.keys(hero?.conditions ?? {}), ...Object.keys(hero?.stats ?? {}), hero?.inventory['oil-can']?.item].join(' ')
  ]
}

const onTrial = (): Promise<void> => change('of trial')
const onMain = (): Promise<void> => change('of main')

it('what was changed on both sides is decided value by value, and either side can be kept whole', async () => {
  const edits = await both(onTrial, onMain)
  const asked = await brought(edits, ['today'])
  expect(asked).toEqual([
    [
      'Label of the stat Luck of trial is Luck of trial on trial, and is Luck of main in the edited world.',
      'Keep Luck of trial',
      'Take Luck of main'
    ],
    [
      'Description of the condition Soaked is “Wet of trial.” on trial, and is “Wet of main.” in the edited world.',
      'Keep “Wet of trial.”',
      'Take “Wet of main.”'
    ],
    ['Name of the item “Can of trial” is Can of trial on trial, and is Can of main in the edited world.', 'Keep Can of trial', 'Take Can of main'],
    ['The fact “lamp-lit” is of trial on trial, and is of main in the edited world.', 'Keep of trial', 'Take of main'],
    ['Name of the quest “Oil of trial” is Oil of trial on trial, and is Oil of main in the edited world.', 'Keep Oil of trial', 'Take Oil of main'],
    [
      `Aim of ${EVENT} is “Light of trial.” on trial, and is “Light of main.” in the edited world.`,
      'Keep “Light of trial.”',
      'Take “Light of main.”'
    ],
    [
      `The text of ${EVENT} isn't the same on trial as in the edited world, and both were changed.`,
      'Take that of the edited world',
      'Keep that on trial'
    ]
  ])
  expect(await now()).toEqual(all('of main'))
  await at.studio.undo()
  expect(await now()).toEqual(all('of trial'))
  await at.studio.redo()
  await at.studio.undo()
  await brought(edits, ['beat'])
  expect(await now()).toEqual(all('of trial'))
})

it('what was removed on one side and changed on the other is left out or kept whole, never in part', async () => {
  const edits = await both(onTrial, remove)
  const asked = await brought(edits, ['today', 'end', 'drop'])
  expect(asked.map(([words]) => words)).toEqual([
    'The stat Luck of trial is no longer in the edited world.',
    'The condition Soaked is no longer in the edited world.',
    'The item “Can of trial” is no longer in the edited world.',
    'The quest “Oil of trial” is no longer in the edited world.',
    "The fact “lamp-lit” is of trial on trial, and isn't set in the edited world.",
    `T${EVENT.slice(1)} was edited on trial, and is no longer in the edited world.`,
    'Hero has “Can of trial”, which the rules no longer have.',
    'Hero has the condition “Soaked”, which the rules no longer have.',
    'The sheet of Hero has the stat Luck of trial, which the rules no longer have.'
  ])
  expect(await now()).toEqual(['{"facts":{},"quests":{}}', 'DEX STR WIL hp '])
  await at.studio.undo()
  await brought(edits, ['beat', 'back', 'keep'])
  // The item went from Hero's pack with its removal; the sheet has nothing to decide.
  expect(await now()).toEqual(all('of trial'))
})

it('what was changed on one side and removed on the other is left out or added whole', async () => {
  const edits = await both(remove, onMain)
  const asked = await brought(edits)
  expect(asked.map(([words]) => words)).toEqual([
    "“The keeper's oil 🪔” isn't in the story on trial, and was edited since.",
    "The stat Luck of main doesn't exist on trial, and was edited since.",
    "The condition Soaked doesn't exist on trial, and was edited since.",
    "The item “Can of main” doesn't exist on trial, and was edited since.",
    "The fact “lamp-lit” isn't set on trial, and is of main in the edited world.",
    "The quest “Oil of main” doesn't exist on trial, and was edited since."
  ])
  expect(await now()).toEqual(['{"facts":{},"quests":{}}', HERO])
  await at.studio.undo()
  await brought(edits, ['today'])
  expect(await now()).toEqual(all('of main'))
})

it('what was renamed on one side keeps its new name and gets the change of the other side, and nothing is asked', async () => {
  const edits = await both(onTrial, rename)
  expect(await brought(edits)).toEqual([])
  expect(await now()).toEqual(renamed('of trial'))
  await at.studio.undo()
  expect(await now()).toEqual(all('of trial'))
  expect(await brought(edits)).toEqual([])
  expect(await now()).toEqual(renamed('of trial'))
})

it('what was changed on one side goes to the thing that the other side renamed', async () => {
  const edits = await both(rename, onMain)
  expect(await brought(edits)).toEqual([])
  expect(await now()).toEqual(renamed('of main'))
})

/** New conditions and effects that name everything: of a story event, a quest, a want, a table, and facts that no state has. */
async function refer(): Promise<void> {
  await at.edit(
    {
      op: 'put-event',
      title: 'الزيت 🪔',
      id: 'oil-again',
      place: 'hill',
      about: [
        { keys: ['starts_when'], to: ['lamp-lit', '!oil-known'] },
        { keys: ['done_when'], to: ['oil-known'] }
      ]
    },
    { op: 'put-story', kind: 'quest', id: 'wick', fields: { name: "The keeper's wick", status: 'inactive', prerequisites: ['oil'] } },
    { op: 'put-character', id: 'Hero', about: [{ keys: ['wants'], to: [{ want: 'Oil.', met: 'fact.lamp-lit and quest.oil.status = "done"' }] }] }
  )
  await at.studio.changeFiles({
    change: {
      what: 'create',
      path: 'rules/tables/finds.yaml',
      text: 'name: Finds\nrows:\n  - { text: Oil., item: oil-can }\n  - { text: Rain., condition: soaked }\n'
    },
    subject: 'Finds'
  })
}

/** The lines that name what `rename` renames, old and new. */
const referring = (): string[] =>
  ['world/story/oil-again/ABOUT.md', 'world/STATE.yaml', 'world/players/Hero/ABOUT.md', 'rules/tables/finds.yaml']
    .flatMap((path) => at.read(path).split('\n'))
    .filter((line) =>
      /^place:|lamp-lit|light-on|oil-known|oil-told|prereq|item:|condition:|oil-can|lamp-can|soaked|drenched|- oil|lamp-oil/.test(line)
    )
    .map((line) => line.trim())
    .toSorted()

/** Renames everything, and a fact that no state has. */
async function renameAll(): Promise<void> {
  await rename()
  await at.edit({ op: 'rename', what: 'place', id: 'hill', to: 'barrow' })
  await at.studio.renameName({ kind: 'fact', id: 'oil-known', to: 'oil-told', possible: true, drafts: {} })
}

const REFERRING = [
  '- { text: Oil., item: lamp-can }',
  '- { text: Rain., condition: drenched }',
  'done_when: [oil-told]',
  'lamp-oil: { name: Find oil, status: active }',
  'light-on: "no"',
  'met: "fact.light-on and quest.lamp-oil.status = \\"done\\""',
  'place: barrow',
  'starts_when: [light-on, "!oil-told"]',
  "wick: { name: The keeper's wick, status: inactive, prerequisites: [lamp-oil] }"
]

it('new conditions and effects of an edit name what the branch renamed by its new name', async () => {
  const edits = await both(renameAll, refer)
  expect(await brought(edits)).toEqual([])
  expect(referring()).toEqual(REFERRING)
})

it('new conditions and effects of a branch name what an edit renamed by its new name', async () => {
  const edits = await both(refer, renameAll)
  expect(await brought(edits)).toEqual([])
  expect(referring()).toEqual(REFERRING)
})

it('a restart before a rename has the story of the beat under the new names', async () => {
  await at.studio.switchTo({ branch: 'main' })
  const from = await head()
  const before = await now()
  await at.studio.step()
  await rename()
  const today = await head()
  expect((await at.studio.todayAt({ at: from, today, choices: {} })).conflicts).toEqual([])
  await at.studio.restartToday({ at: from, today, choices: {} })
  expect(before).toContain('{"facts":{"lamp-lit":"no"},"quests":{"oil":{"name":"Find oil","status":"active"}}}')
  expect(await now()).toContain('{"facts":{"light-on":"no"},"quests":{"lamp-oil":{"name":"Find oil","status":"active"}}}')
  expect((await now()).at(-1)).toBe(RENAMED_HERO)
  expect((await at.studio.check()).findings.filter(({ data }) => data?.['level'] === undefined)).toEqual([])
})
