import { describe, expect, it } from 'vitest'
import { DESIGNER, DM } from '../../engine/people'
import { buildIndex } from './note-index'
import { mayReadNote } from './namespaces'
import { LinkedNotes, type LinkableThing } from './linked-notes'

const note = (title: string, body: string, front = ''): string => `${front === '' ? '' : `---\n${front}---\n\n`}# ${title}\n\n${body}\n`

const WORLD = new Map([
  [
    'world/misc/Mill/ABOUT.md',
    note("O'Hara's Mill", 'Run by [[Hask]]. Beside [[the ford]] and [[Old Mill|itself]].', 'aliases: [old mill]\ntags: [place]\n')
  ],
  ['world/npcs/Hask/ABOUT.md', note('Hask', "Lives at [[O'Hara's Mill]] in [[The  Hollow]]. Owes [[Borin]].")],
  ['world/players/Wren/ABOUT.md', note('Wren', 'Daughter of [[Hask]].')],
  ['world/story/Flood/ABOUT.md', note('The Flood', 'It takes the [[Old mill]]. Told in [[Beat 12]].')],
  ['sessions/session-1/SUMMARY.md', note('Session', '[[Hask]]')]
])
const WREN = new Map([
  ['player-notes/Wren/hask.md', note('Hask', 'He lied at the [[old mill]]. Ask [[Borin]] and [[./borin.md]].')],
  ['player-notes/Wren/people/borin.md', note('Borin', 'See [[../hask]], [[world/npcs/Hask/ABOUT]], `[[code]]` and [[ford]].')]
])
const PYM = new Map([['player-notes/Pym/borin.md', note('Borin', 'He pays me. [[Borin]] [[Secret of Pym]].')]])
const THINGS: readonly LinkableThing[] = [
  { what: 'place', id: 'ford', name: 'The Ford' },
  { what: 'actor', id: 'Hask', name: 'Widow Hask', note: 'world/npcs/Hask/ABOUT.md' }
]

const vaultOf = (who: string, things: readonly LinkableThing[] = THINGS): LinkedNotes =>
  new LinkedNotes([WORLD, WREN, PYM].map(buildIndex), (path) => mayReadNote(who, path), things)
const all = vaultOf(DESIGNER)
const at = (linked: LinkedNotes, path: string) => linked.at(path) ?? expect.fail(`no note ${path}`)
const linksOf = (linked: LinkedNotes, path: string) =>
  linked
    .linksOf(at(linked, path))
    .map(({ written, to }) => [
      written,
      to.what === 'note' ? to.path : to.what === 'missing' ? '-' : `${to.what} ${to.what === 'beat' ? to.n : 'id' in to ? to.id : to.name}`
    ])

describe('the notes of the world and of players', () => {
  it('are all visible to the designer; a seat sees those that the table of capabilities allows', () => {
    const paths = (who: string) => vaultOf(who).notes.map(({ path }) => path)
    const world = [...WORLD.keys()].filter((path) => path.startsWith('world/'))
    expect(paths(DESIGNER)).toEqual([...PYM.keys(), ...WREN.keys(), ...world].toSorted())
    expect(paths(DM)).toEqual(world.toSorted())
    expect(paths('Wren')).toEqual([...WREN.keys(), 'world/players/Wren/ABOUT.md'])
    expect(paths('Nobody')).toEqual([])
    // A player who calls themselves so is a player.
    expect(mayReadNote('Designer', 'world/misc/Mill/ABOUT.md')).toBe(false)
    expect(['direction/tone.md', 'player-notes/stray.md', 'SUMMARY.md'].map((path) => mayReadNote(DESIGNER, path))).toEqual([false, false, false])
  })

  it("link to the nearest name: in the player's own notes, then in the world, then to things of the world", () => {
    expect(linksOf(all, 'player-notes/Wren/hask.md')).toEqual([
      ['old mill', 'world/misc/Mill/ABOUT.md'],
      ['Borin', 'player-notes/Wren/people/borin.md'],
      ['./borin.md', '-']
    ])
    expect(linksOf(all, 'player-notes/Wren/people/borin.md')).toEqual([
      ['../hask', 'player-notes/Wren/hask.md'],
      ['world/npcs/Hask/ABOUT', 'world/npcs/Hask/ABOUT.md'],
      ['ford', 'place ford']
    ])
    expect(linksOf(all, 'world/misc/Mill/ABOUT.md')).toEqual([
      ['Hask', 'world/npcs/Hask/ABOUT.md'],
      ['the ford', 'place ford'],
      ['Old Mill', 'world/misc/Mill/ABOUT.md']
    ])
    expect(linksOf(all, 'world/story/Flood/ABOUT.md').at(-1)).toEqual(['Beat 12', 'beat 12'])
    // The world finds a player's note last, so that no name is listed as missing that a note has.
    expect(linksOf(all, 'world/npcs/Hask/ABOUT.md').at(-1)).toEqual(['Borin', 'player-notes/Pym/borin.md'])
  })

  it('have backlinks with the linking line, and none from themselves', () => {
    const back = (path: string) => all.backlinksOf(at(all, path)).map((one) => [one.path, one.line])
    expect(back('world/misc/Mill/ABOUT.md')).toEqual([
      ['player-notes/Wren/hask.md', 'He lied at the [[old mill]]. Ask [[Borin]] and [[./borin.md]].'],
      ['world/npcs/Hask/ABOUT.md', "Lives at [[O'Hara's Mill]] in [[The  Hollow]]. Owes [[Borin]]."],
      ['world/story/Flood/ABOUT.md', 'It takes the [[Old mill]]. Told in [[Beat 12]].']
    ])
    expect(back('player-notes/Wren/people/borin.md').map(([path]) => path)).toEqual(['player-notes/Wren/hask.md'])
    expect(back('player-notes/Pym/borin.md').map(([path]) => path)).toEqual(['world/npcs/Hask/ABOUT.md'])
    const { notes } = all.list()
    expect(notes.map(({ path, links }) => [path, links.map((i) => notes[i]?.path)])).toContainEqual(['player-notes/Pym/borin.md', []])
  })

  it('list every name without a note, as it is written, for each namespace', () => {
    const { notes, missing } = all.list()
    expect(missing.map(({ target, folder, from }) => [target, folder, from.map((i) => notes[i]?.path)])).toEqual([
      ['./borin.md', 'player-notes/Wren', ['player-notes/Wren/hask.md']],
      ['Secret of Pym', 'player-notes/Pym', ['player-notes/Pym/borin.md']],
      ['The  Hollow', 'world', ['world/npcs/Hask/ABOUT.md']]
    ])
  })

  it("don't reveal forbidden notes to a seat, not even their names", () => {
    const [withOthers, alone] = [
      vaultOf('Wren', []),
      new LinkedNotes([buildIndex(WREN), buildIndex(new Map([...WORLD].slice(2, 3)))], () => true, [])
    ]
    expect(withOthers.list()).toEqual(alone.list())
    for (const one of withOthers.notes) {
      expect(withOthers.linksOf(one)).toEqual(alone.linksOf(one))
      expect(withOthers.backlinksOf(one)).toEqual(alone.backlinksOf(one))
    }
    expect(JSON.stringify(withOthers.list())).not.toMatch(/Pym|Mill/)
    expect(JSON.stringify(vaultOf(DM).list())).not.toMatch(/player-notes|Secret/)
  })
})

it('links in properties and links of Markdown lead to notes, and a picture is an attachment, not a missing note', () => {
  const front = 'home: "[[Hask]]"\nup: [[Mill]]\nseen: "[[Lost]]"\n'
  const linked = new LinkedNotes(
    [
      buildIndex(
        new Map([
          ['world/misc/a.md', note('A', '![[map.png|200]] and [the mill](Mill.md), [none](Un%20known.md).', front)],
          ['world/misc/Mill.md', 'x'],
          ['world/misc/Hask.md', 'x']
        ])
      )
    ],
    () => true,
    []
  )
  expect(linked.linksOf(at(linked, 'world/misc/a.md'))).toEqual([
    { written: 'Hask', to: { what: 'note', path: 'world/misc/Hask.md', title: 'Hask' } },
    { written: 'Mill', to: { what: 'note', path: 'world/misc/Mill.md', title: 'Mill' } },
    { written: 'Lost', to: { what: 'missing' } },
    { written: 'map.png', to: { what: 'attachment', name: 'map.png' } },
    { written: 'Mill.md', to: { what: 'note', path: 'world/misc/Mill.md', title: 'Mill' } },
    { written: 'Un known.md', to: { what: 'missing' } }
  ])
  expect(linked.list().missing.map(({ target }) => target)).toEqual(['Lost', 'Un known.md'])
  expect(linked.backlinksOf(at(linked, 'world/misc/Hask.md'))).toEqual([{ path: 'world/misc/a.md', title: 'A', line: 'home: [[Hask]]' }])
})

describe('hostile notes', () => {
  it.each<[string, string, string]>([
    ['an apostrophe', "Cap'n O’Neill's", "[[Cap'n O’Neill's]]"],
    ['HTML', '<img src=x onerror=alert(1)>', '[[<img src=x onerror=alert(1)>]]'],
    ['round brackets', 'The (old) mill)', '[[The (old) mill)]]'],
    ['the names of prototypes', '__proto__', '[[__proto__]]'],
    ['a constructor', 'constructor', '[[constructor]]'],
    ['another normal form', 'Cafe\u0301', '[[CAFÉ]]']
  ])('with %s in their titles are found by it', (_what, title, link) => {
    const linked = new LinkedNotes(
      [
        buildIndex(
          new Map([
            ['world/misc/a.md', note(title, 'x')],
            ['world/misc/b.md', note('B', link)]
          ])
        )
      ],
      () => true,
      []
    )
    expect(linksOf(linked, 'world/misc/b.md').map(([, to]) => to)).toEqual(['world/misc/a.md'])
    expect(linked.backlinksOf(at(linked, 'world/misc/a.md'))).toEqual([{ path: 'world/misc/b.md', title: 'B', line: link }])
  })

  it('with ten thousand links, resolved, missing or to themselves, are read in one pass', () => {
    const links = (name: string, count: number): string => Array.from({ length: count }, (_, i) => `[[${name} ${i}]]`).join(' ')
    const texts = new Map([
      ['world/misc/hub.md', note('Hub', `[[Hub]] ${links('Note', 1000)} ${links('Gone', 9000)}`)],
      ...Array.from({ length: 1000 }, (_, i) => [`world/misc/many/note-${i}.md`, note(`Note ${i}`, '[[Hub]] [[about]]')] as const)
    ])
    const linked = new LinkedNotes([buildIndex(texts)], () => true, [])
    const { notes, missing } = linked.list()
    expect([notes[0]?.links.length, missing.length]).toEqual([1000, 9001])
    expect(linked.linksOf(at(linked, 'world/misc/hub.md'))).toHaveLength(10_001)
    const back = linked.backlinksOf(at(linked, 'world/misc/hub.md'))
    expect([back.length, back[0]?.line, back.at(-1)?.line]).toEqual([1000, '[[Hub]] [[about]]', ''])
  })
})
