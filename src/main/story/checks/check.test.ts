import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '../../../arrow/documents.fixture'
import { isRemark, type ProblemData } from '../../../shared/base/problem'
import { groupOf, groupsOf } from '../../../shared/analysis/reports'
import { History } from '../../campaign/history'
import { checkDir, checkTree, quickFindingsAt } from './check'
import { noteFindings } from './note-findings'
import { pictureFindings } from './picture-findings'
import { Hydrator } from '../../campaign/hydrate'
import { createCampaign } from '../creation/create'
import { overlay } from '../edits/overlay'

const home = mkdtempSync(join(tmpdir(), 'check-'))
const resources = resolve(import.meta.dirname, '../../../..')
const SHORT = { calls: 30, walk: 30 }
const lines = (findings: readonly ProblemData[]): string[] =>
  findings.map((one) => `${String(one.data?.['file'])}:${String(one.data?.['line'])} ${isRemark(one) ? 'remark: ' : ''}${one.message}`)

describe('check of a campaign', () => {
  const dir = join(home, 'well')
  let history: History
  let tree: string
  /** The findings on the unchanged sample. */
  let plain: string[] = []
  beforeAll(async () => {
    await createCampaign({ dir, game: 'cairn-hack', seed: '1', template: 'sample', resources, now: 0 })
    history = History.open(dir)
    tree = history.commit(history.head().commit).tree
    plain = lines(quickFindingsAt(history, tree))
  })
  afterAll(() => {
    history.dispose()
    rmSync(home, { recursive: true, force: true })
  })

  const read = (path: string): string => (path === PYM ? SHEET : history.blob(history.files(tree).get(path)?.oid ?? '').toString('utf8'))
  /** New findings of a glance after replacing texts or whole files of the sample. */
  function glanced(changes: Record<string, [from: string, to: string] | string>): string[] {
    const files = new Map(
      Object.entries(changes).map(([path, change]) => {
        if (typeof change === 'string') return [path, Buffer.from(change)]
        if (!read(path).includes(change[0])) throw new Error(`${path} has no ${change[0]}`)
        return [path, Buffer.from(read(path).replace(change[0], change[1]))]
      })
    )
    const over = overlay(history, tree, files)
    return lines(quickFindingsAt(over.objects, over.root)).filter((line) => !plain.includes(line))
  }
  const PYM = 'world/players/Pym/STATS.yaml'
  const NUMBERS = ['  STR: 9', '  DEX: 11', '  WIL: 14', '  hp: 4']
  const [head, tail] = [
    ['name: Pym', 'location: throat-yard', 'stats:'],
    ['inventory:', '  rod:', '    item: staff', 'conditions: {}', '']
  ]
  const SHEET = [...head, ...NUMBERS, 'max:', ...NUMBERS, ...tail].join('\n')
  const STATE = 'world/STATE.yaml'
  const WATER = 'world/regions/under-parish/locations/held-water.yaml'
  const WAYS = 'world/regions/under-parish/journeys.yaml'
  const SOUP = 'world/story/Soup/ABOUT.md'

  it('names facts and tags whose plain no or yes is a text, and says what to write', () => {
    const said = (word: string, is: boolean): string =>
      `is the text "${word}", which counts as true. Write ${is}, or put the word in quotes if it is meant as text.`
    const facts = 'facts:\n  gate-open: no # shut\n  bell: "off"\n  lamp: Yes\n  note: yes, perhaps\n'
    expect(glanced({ 'world/STATE.yaml': ['facts: {}\n', facts], [PYM]: `${SHEET}tags: { lame: off, tired: false }\n` })).toEqual([
      `world/STATE.yaml:5 remark: "gate-open" ${said('no', false)}`,
      `world/STATE.yaml:7 remark: "lamp" ${said('Yes', true)}`,
      `${PYM}:${SHEET.split('\n').length} remark: "lame" ${said('off', false)}`
    ])
    const gear = 'rules/equipment/odd.yaml'
    expect(glanced({ [gear]: 'odd-thing:\n  name: odd thing\n  kind: gear\n  tags: { wet: n }\n' }).join('\n')).toContain(`"wet" ${said('n', false)}`)
    const event = 'world/story/Nought/ABOUT.md'
    expect(glanced({ [event]: ['climax: true', 'climax: yes'] }).join('\n')).toContain('must be true or false, but it is "yes". Write true')
  })

  it('finds nothing in the samples', async () => {
    expect(plain).toEqual([])
    const report = await checkTree(history, tree, [], { bounds: SHORT, resources })
    expect(lines(report.findings.filter((one) => !isRemark(one)))).toEqual([])
    expect(report).toMatchObject({ calls: 30, world: 'campaign' })
  })

  it('names notes whose front matter is broken or has no end, notes with a conflict, and notes that are no text', () => {
    const changes = {
      'world/lore/Both.md': '# Both\n<<<<<<< HEAD\nHis.\n=======\nHers.\n>>>>>>> trial\n',
      'world/lore/Broken.md': '---\ntitle: The mill\ntags: [a\n---\nText.\n',
      'world/lore/Open.md': '---\ntags: [a]\n\nText.\n',
      'player-notes/Pym/rule.md': '---\n\nA rule above a text.\n',
      'world/lore/Old.md': Buffer.from([0x63, 0x61, 0x66, 0xe9])
    }
    const over = overlay(history, tree, new Map(Object.entries(changes).map(([path, text]) => [path, Buffer.from(text)])))
    expect(lines(noteFindings(over.objects, over.root))).toEqual([
      'world/lore/Both.md:2 world/lore/Both.md, line 2: git left a conflict here, between the lines <<<<<<< and >>>>>>>. Keep one of the two versions.',
      'world/lore/Broken.md:3 world/lore/Broken.md, line 3: the indentation is wrong or a bracket is missing. Align the line with its neighbours.',
      'world/lore/Old.md:undefined world/lore/Old.md is not UTF-8 text. Save it in the encoding UTF-8.',
      'world/lore/Open.md:1 world/lore/Open.md, line 1: the front matter has no end, so it is read as text. Add a line --- below it.'
    ])
  })

  it('names pictures without a file or a description, and files that nothing shows', () => {
    const place = [...history.files(tree).keys()].find((path) => path.includes('/locations/')) ?? ''
    const event = [...history.files(tree).keys()].find((path) => /^world\/story\/[^/]+\/ABOUT\.md$/.test(path)) ?? ''
    const text = (path: string): string => history.blob(history.files(tree).get(path)?.oid ?? '').toString()
    const changes = {
      [place]: `${text(place)}picture: { file: quay.jpg }\n`,
      [event]: text(event).replace('---\n', '---\npicture: { file: none.jpg, alt: The storm }\n'),
      'world/misc/Art.md':
        '# Art\n\n![](../pictures/quay.jpg) ![[chart.png|decorative]] `![](x.png)`\n\n![a](https://a.b/c.png)\n\n![The sea](sea.png)\n',
      ...Object.fromEntries(['quay.jpg', 'chart.png', 'old.webp'].map((name) => [`world/pictures/${name}`, 'a picture']))
    }
    const over = overlay(history, tree, new Map(Object.entries(changes).map(([path, content]) => [path, Buffer.from(content)])))
    const { state, lore } = new Hydrator(over.objects).at(over.root)
    const found = lines(pictureFindings(over.objects, over.root, { state, lore, texts: new Map(Object.entries(changes)) }))
    const undescribed = (name: string): string =>
      `remark: The picture ${name} has no description. Readers who don’t see it learn nothing of it. Describe it, or write “decorative” as its description.`
    expect(found).toEqual([
      `${place}:${changes[place]?.trimEnd().split('\n').length} ${undescribed('quay.jpg')}`,
      `${event}:2 There is no picture none.jpg. Add the file, or choose another picture.`,
      `world/misc/Art.md:3 ${undescribed('../pictures/quay.jpg')}`,
      'world/misc/Art.md:7 There is no picture sea.png. Add the file, or choose another picture.',
      'world/pictures/old.webp:1 remark: Nothing shows the picture world/pictures/old.webp. Show it somewhere, or delete the file.'
    ])
  })

  it.each<[string, Parameters<typeof glanced>[0], string]>([
    [
      'a stat the game does not have',
      { [PYM]: ['  WIL: 14\n  hp: 4\nmax', '  WIL: 14\n  hp: 4\n  LCK: 3\nmax'] },
      `${PYM}:8 Pym has "LCK", which isn't one of the game's stats.`
    ],
    ['a stat that is missing', { [PYM]: ['stats:\n  STR: 9\n', 'stats:\n'] }, `${PYM}:3 Pym has no "STR". Write it under "stats".`],
    ['a stat above its maximum', { [PYM]: ['stats:\n  STR: 9', 'stats:\n  STR: 10'] }, `${PYM}:4 Pym has "STR" 10, but the maximum is 9.`],
    ['a stat below the least', { [PYM]: ['stats:\n  STR: 9', 'stats:\n  STR: -1'] }, `${PYM}:4 Pym has "STR" -1, but the minimum is 0.`],
    ['a maximum that is missing', { [PYM]: ['max:\n  STR: 9\n', 'max:\n'] }, `${PYM}:8 Pym has no maximum for "STR". Write it under "max".`],
    [
      'a condition there is not',
      { [PYM]: ['conditions: {}', 'conditions: { poisonned: {} }'] },
      `${PYM}:16 Pym has the condition "poisonned", which doesn't exist. Did you mean "poisoned"?`
    ],
    [
      'a thing there is not, carried',
      { [PYM]: ['item: staff', 'item: staf'] },
      `${PYM}:15 Pym carries "staf", which no file in equipment/ defines. Did you mean "staff"?`
    ],
    [
      'a thing there is not, lying about',
      { [WATER]: ['inventory: {}', 'inventory: { hat: { item: hat } }'] },
      `${WATER}:60 remark: Held Water has "hat", which no file in equipment/ defines, so it has no use.`
    ],
    [
      'a thing of its own name, which the form of a place makes',
      { [WATER]: ['inventory: {}', "inventory: { widows-ring: { item: widows-ring, name: Widow's ring } }"] },
      `${WATER}:60 remark: Held Water has "Widow's ring", which no file in equipment/ defines, so it has no use.`
    ],
    [
      'a feature that holds a thing there is not',
      { [WATER]: ['    fact: it-is-lonely', '    item: quince'] },
      `${WATER}:58 The leaves in the water holds "quince", which no file in equipment/ defines.`
    ],
    [
      'a feature that waits for ever',
      { [WATER]: ['- honesty-found', '- honesty-lost'] },
      `${WATER}:30 remark: "the iron hook on the quay" needs the fact "honesty-lost", which no feature, reveal or rule sets.`
    ],
    [
      'a feature that waits for the end of nobody',
      { [WATER]: ['- defeated:Patience', '- defeated:Impatience'] },
      `${WATER}:51 remark: "the slack water" needs the fact "defeated:Impatience", which no feature, reveal or rule sets.`
    ],
    [
      'a journey that waits for ever',
      { [WAYS]: ['  difficulty: 1\n', '  difficulty: 1\n  requires: bridge-up\n'] },
      `${WAYS}:7 remark: The journey "stonecutters-chapel--bucket-landing" needs the fact "bridge-up", which no feature, reveal or rule sets.`
    ],
    [
      'a quest whose giver is nobody',
      { [STATE]: ['    giver: Corrie\n', '    giver: Hasl\n'] },
      `${STATE}:10 The quest “Find Jory” names "Hasl" as its giver, but there is no such character or faction. Did you mean "Hask"?`
    ],
    [
      'a quest that waits for itself',
      { [STATE]: ['    owner: Wren\n', '    owner: Wren\n    prerequisites: [find-jory]\n'] },
      `${STATE}:12 The quest “Find Jory” is its own prerequisite, so it can never begin.`
    ],
    [
      'a relationship that is too warm',
      { [STATE]: ['    value: 40\n', '    value: 110\n'] },
      `${STATE}:72 The relationship "wren-jory": value must be at most 100, but it is 110.`
    ],
    [
      'a journey that lasts no time',
      { [WAYS]: ['8 minutes', 'a while'] },
      `${WAYS}:5 "a while" is not a duration. Write the duration of the journey "stonecutters-chapel--bucket-landing" like "10 minutes", "2-4 hours" or "1 day".`
    ],
    [
      'a round, which may be meant',
      {
        [WAYS]: [
          'stonecutters-chapel--bucket-landing:',
          'round: { from: held-water, to: held-water, duration: 1 hour }\nstonecutters-chapel--bucket-landing:'
        ]
      },
      `${WAYS}:1 remark: The journey "round" leads from "held-water" back to "held-water". If that isn't intended, choose another destination.`
    ],
    [
      'a story event that never begins',
      { [SOUP]: ['- patience-settled', '- patience-lost'] },
      `${SOUP}:7 remark: To begin, "Soup" needs the fact "patience-lost", which no feature, reveal or rule sets.`
    ],
    [
      'a story event that ends with its own outcome',
      { [SOUP]: ['- news-told', '- the-well-is-attended-to'] },
      expect.stringMatching(
        /Soup\/ABOUT\.md:\d+ remark: "Soup" ends with the fact "the-well-is-attended-to", which only its own outcome sets\./
      ) as string
    ],
    [
      'an outcome for nobody',
      { [SOUP]: ['  - facts:\n      - the-well-is-attended-to\n    closes:', '  - moves:\n      Nobody: throat-yard\n    closes:'] },
      expect.stringMatching(/Soup\/ABOUT\.md:\d+ An outcome of "Soup" names the character "Nobody", which doesn't exist\./) as string
    ],
    [
      'a sentence that waits for ever',
      { [SOUP]: ['when: fact.clapper-found', 'when: fact.clapper-lost'] },
      expect.stringMatching(
        /Soup\/ABOUT\.md:\d+ remark: An outcome of "Soup" depends on the fact "clapper-lost", which no feature, reveal, rule or outcome sets\./
      ) as string
    ],
    [
      'a story event nowhere',
      { [SOUP]: ['place: throat-yard', 'place: throat-jard'] },
      `${SOUP}:4 "Soup" takes place at "throat-jard", but no such place exists. Did you mean "throat-yard"?`
    ],
    [
      'a place nobody can reach',
      { 'world/regions/underclint/locations/attic.yaml': 'name: The Attic\n' },
      'world/regions/underclint/locations/attic.yaml:1 remark: Players can\'t reach The Attic ("attic").'
    ],
    [
      'many places nobody can reach',
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`world/regions/underclint/locations/attic-${10 + i}.yaml`, `name: Attic ${i}\n`])),
      'world/regions/underclint/locations/attic-10.yaml:1 remark: Players can\'t reach Attic 0 ("attic-10"), or 29 other places in "underclint".'
    ],
    ['a seat for nobody', { 'table.yaml': ['- Wren', '- Wern'] }, 'table.yaml:4 The party includes "Wern", who isn\'t a player.'],
    [
      'a file of rules',
      { 'rules/conditions/wet.yml': 'name: Wet\n' },
      "rules/conditions/wet.yml:1 conditions/wet.yml is never read, because a game's YAML files end in .yaml. Rename it."
    ]
  ])('tells of %s', (_, changes, line) => {
    expect(glanced(changes)).toEqual([line])
  })

  it('reports every unreadable file of the world, and the findings on the rules too', () => {
    const findings = glanced({
      [PYM]: ['STR: 9', 'STR: strong'],
      [WATER]: ['name: Held Water', 'name: [Held'],
      'rules/conditions/wet.yml': 'name: Wet\n'
    })
    expect(findings.map((line) => line.split(' ')[0])).toEqual([
      'rules/conditions/wet.yml:1',
      `${PYM}:4`,
      expect.stringMatching(/held-water\.yaml:\d+$/)
    ])
  })

  it('names everything that does not fit a file at once, in plain words, each at its line', () => {
    const sheet = ['name: 7', 'location: throat-yard', 'stats:', '  STR: strong', 'max: []', ''].join('\n')
    expect(glanced({ [PYM]: sheet, [SOUP]: ['title: Soup', 'name: Soup'] })).toEqual([
      `${PYM}:1 \`name\` must be text, but it is 7.`,
      `${PYM}:4 \`stats.STR\` must be a number, but it is "strong".`,
      `${PYM}:5 \`max\` must be a map of numbers, but it is a list.`,
      expect.stringMatching(/^world\/story\/Soup\/ABOUT\.md:\d+ `title` must be text, but it is missing/)
    ])
  })

  it('puts errors first, then what nobody reaches, then what may be intended; the bundled rules that nobody changed come last', async () => {
    // The bundled actions of fights report themselves unused, because nothing starts a fight here. In the order of files they would come first.
    const manifest = readFileSync(join(resources, 'rules/cairn-hack/manifest.yaml'), 'utf8').replace('[start-combat, end-combat, encounter, ', '[')
    const changes = {
      'rules/manifest.yaml': manifest,
      'rules/conditions/wet.yaml': 'name: Wet\nstats: { LCK: 1 }\n',
      'rules/conditions/odd.yaml': 'name: Odd\n',
      'world/regions/underclint/locations/attic.yaml': 'name: The Attic\n'
    }
    const over = overlay(history, tree, new Map(Object.entries(changes).map(([path, text]) => [path, Buffer.from(text)])))
    const { findings } = await checkTree(over.objects, over.root, [], { bounds: SHORT, resources })
    const listed = findings.map((one) => `${groupOf(one)} ${String(one.data?.['file'])}`)
    const others = listed.slice(4)
    expect(listed.slice(0, 4)).toEqual([
      'errors rules/conditions/wet.yaml',
      'unreached world/regions/underclint/locations/attic.yaml',
      'intentions rules/conditions/odd.yaml',
      'intentions rules/conditions/wet.yaml'
    ])
    expect(others).toContain('stock rules/actions/attack.ts')
    expect(others.filter((one) => !one.startsWith('stock rules/actions/'))).toEqual([])
  })

  it('reads edits by hand that are no beat yet, Arrow documents among them', async () => {
    const changed = {
      'rules/conditions/wet.yaml': 'name: Wet\nstats: { LCK: 1 }\n',
      "world/o'hara.arrow": textOf('err-jump_missing.arrow'),
      'world/half.arrow': '{"title": "half',
      "world/story/O'Hara/ABOUT.md": '---\ntitle: Elsewhere\nplace: throat-yard\naim: Look.\ndocument: 12\ncharacters:\n  - Pym\n---\n'
    }
    mkdirSync(join(dir, "world/story/O'Hara"))
    for (const [path, text] of Object.entries(changed)) writeFileSync(join(dir, path), text)
    try {
      const { findings } = await checkDir(dir, { bounds: SHORT })
      expect(lines(findings.filter((one) => !isRemark(one)))).toEqual([
        'rules/conditions/wet.yaml:2 The condition "wet" changes the stat "LCK", but the manifest has no such stat.',
        expect.stringMatching(/^world\/half\.arrow:1 \S.*\.$/),
        "world/o'hara.arrow:62 The jump “jump_2” refers to node 999, which does not exist. Choose another."
      ])
      expect(lines(findings)).toContain("world/o'hara.arrow:73 remark: The content “after” is connected to nothing. Connect it, or delete it.")
      // These keys may have meant something else before documents were attached by them.
      expect(lines(findings).filter((line) => line.includes('is left out'))).toEqual([
        "world/story/O'Hara/ABOUT.md:5 remark: “document” is left out, because it isn’t the path of an Arrow document. Correct it, or call it something else.",
        "world/story/O'Hara/ABOUT.md:6 remark: “characters” is left out, because it isn’t a list of actors’ ids by the names of characters. Correct it, or call it something else."
      ])
      expect(findings.find(({ message }) => message.includes('jump_2'))?.data).toMatchObject({ rule: 'missing-reference', scene: 0, node: 2 })
    } finally {
      for (const path of Object.keys(changed)) rmSync(join(dir, path))
      rmSync(join(dir, "world/story/O'Hara"), { recursive: true })
    }
  })
})

describe('check of a hostile folder', () => {
  let n = 0
  /** A small valid game with more files. */
  function game(files: Record<string, string | Buffer>): string {
    const dir = join(home, `game-${++n}`)
    const sound = {
      'manifest.yaml': 'game: Little\nversion: "1"\nentry_actions: [rest]\n',
      'actions/rest.yaml': 'name: rest\ndescription: Rest.\nexecute: { say: A rest. }\n'
    }
    for (const [path, content] of Object.entries({ ...sound, ...files })) {
      mkdirSync(join(dir, path, '..'), { recursive: true })
      writeFileSync(join(dir, path), content)
    }
    return dir
  }
  const problems = async (dir: string): Promise<string[]> => lines((await checkDir(dir, { bounds: SHORT })).findings.filter((one) => !isRemark(one)))

  it('finds nothing in a sound one', async () => expect(await problems(game({}))).toEqual([]))
  it('says that a file is too large', async () => {
    const large = `name: Wet\ndescription: ${'wet '.repeat(300_000)}\n`
    expect(await problems(game({ 'conditions/wet.yaml': large }))).toEqual([
      'conditions/wet.yaml:1 conditions/wet.yaml is larger than 1 MB. Split it.'
    ])
    expect(await problems(game({ 'lib/wet.ts': '// wet\n'.repeat(200_000) }))).toEqual(['lib/wet.ts:1 lib/wet.ts is larger than 1 MB. Split it.'])
  })
  it('says that a file is not text', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff])
    expect(await problems(game({ 'conditions/wet.yaml': bytes, 'picture.png': bytes }))).toEqual([
      'conditions/wet.yaml:1 conditions/wet.yaml is not a text file. Replace it with a text file or remove it.'
    ])
  })
  it('reports too many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`lib/f${i}.ts`, 'export {}']))
    expect(await problems(game(many))).toEqual(['manifest.yaml:1 The game has 2002 files, but the maximum is 1000. Merge some of them.'])
  })
  it('follows no link', async () => {
    const dir = game({ 'conditions/wet.yaml': 'name: Wet\n' })
    symlinkSync('/etc/passwd', join(dir, 'conditions/dry.yaml'))
    symlinkSync('/etc', join(dir, 'tables'))
    expect(await problems(dir)).toEqual([
      'conditions/dry.yaml:1 conditions/dry.yaml is a symbolic link; only files of the folder itself are read. Put the file itself there.',
      'tables:1 tables is a symbolic link; only files of the folder itself are read. Put the file itself there.'
    ])
  })
  it('refuses what is not a folder', async () => {
    await expect(checkDir(join(home, 'nowhere'))).rejects.toMatchObject({ code: 'not-found' })
    await expect(checkDir(join(game({}), 'actions'))).rejects.toMatchObject({ code: 'not-a-campaign' })
  })
})

it('accepts players whose class is chosen in play, reports once what an NPC lacks, and names copies by sync programs', async () => {
  const dir = join(home, 'lamp')
  await createCampaign({ dir, game: 'totm', seed: '1', template: 'sample', resources, now: 0 })
  writeFileSync(join(dir, '.DS_Store'), 'x')
  writeFileSync(join(dir, 'table (conflicted copy).yaml'), 'seats: 1\n')
  const { findings } = await checkDir(dir, { bounds: SHORT, resources })
  const { errors, intentions } = groupsOf(findings)
  expect(lines(errors)).toEqual([
    'table (conflicted copy).yaml:1 table (conflicted copy).yaml is another version of table.yaml, which a sync program kept after a conflict. Take over what you need from it, and delete it.'
  ])
  const bet = lines(intentions).filter((line) => line.includes('npcs/Bet/'))
  expect(bet).toEqual([
    'world/npcs/Bet/STATS.yaml:4 remark: Bet Corrow has no "brains", "faith", "speed", "xp" or "level". Write them under "stats".'
  ])
})
