import { expect, it } from 'vitest'
import { FOLDER, LINK } from '../history'
import { checkPlace, notePath } from './note-path'

const wren = { player: 'Wren' }

it("a note stays below the seat's own folder, also for a path from the campaign's root", () => {
  expect(notePath(wren, 'people/borin.md')).toBe('player-notes/Wren/people/borin.md')
  expect(notePath(wren, 'player-notes/Wren/people/borin.md')).toBe('player-notes/Wren/people/borin.md')
  expect(notePath('world', 'rulings/grappling.md')).toBe('world/rulings/grappling.md')
  expect(notePath('world', 'world/npcs/Gant/ABOUT.md')).toBe('world/npcs/Gant/ABOUT.md')
  expect(notePath(wren, 'player-notes/Pym/a.md')).toBe('player-notes/Wren/player-notes/Pym/a.md')
})

it.each([
  ['up and out', '../Pym/a.md'],
  ['up in the middle', 'people/../../../next.md'],
  ['a dot', './a.md'],
  ['absolute', '/etc/a.md'],
  ['a drive', 'C:/a.md'],
  ['backslashes', 'people\\a.md'],
  ['a stream', 'a.md:b.md'],
  ['NUL', 'a\0.md'],
  ['a line end', 'a\n.md'],
  ['a device', 'people/con.md'],
  ['another device', 'LPT1/a.md'],
  ['the repository', '.git/a.md'],
  ['the repository in disguise', 'GIT~1/a.md'],
  ['a dot at the end', 'people./a.md'],
  ['a space at the end', 'people /a.md'],
  ['an empty name', 'people//a.md'],
  ['no name', '.md'],
  ['a folder', 'people/'],
  ['nothing', ''],
  ['another kind of file', 'a.yaml'],
  ['no ending', 'people/a'],
  ['an over-long name', `${'é'.repeat(120)}.md`],
  ['an over-long path', `${'abc/'.repeat(7)}${'d'.repeat(180)}.md`],
  ['too many folders', `${'a/'.repeat(8)}a.md`]
])('refuses %s in one sentence', (_what, path) => {
  expect(() => notePath(wren, path)).toThrow(
    expect.objectContaining({
      code: 'refused',
      message: expect.stringMatching(/^A note can't be saved as "[^"]*", because .+\. Use a path such as people\/borin\.md\.$/s)
    })
  )
})

it('a ruling is a single file', () => {
  expect(() => notePath('world', 'rulings/grappling/ABOUT.md')).toThrow('A ruling is a single file. Record it as rulings/grappling.md.')
})

/** A campaign given by its paths. A path that ends in a slash is a folder, in `@` a link. */
function folders(...paths: string[]): (path: string) => Map<string, { mode: number }> | undefined {
  const all = new Map<string, Map<string, { mode: number }>>([['', new Map()]])
  for (const path of paths) {
    const parts = path.replace(/[/@]$/, '').split('/')
    for (const [depth, name] of parts.entries()) {
      const mode = depth < parts.length - 1 || path.endsWith('/') ? FOLDER : path.endsWith('@') ? LINK : 0o100644
      all.get(parts.slice(0, depth).join('/'))?.set(name, { mode })
      const own = parts.slice(0, depth + 1).join('/')
      if (mode === FOLDER && !all.has(own)) all.set(own, new Map())
    }
  }
  return (path) => all.get(path)
}
const campaign = folders(
  'world/npcs/Gant/ABOUT.md',
  'world/story/Flood/ABOUT.md',
  'world/misc@',
  'player-notes/Wren/people/borin.md',
  'player-notes/Wren/out@',
  'player-notes/Wren/odd.md/'
)

it.each([
  'player-notes/Wren/people/borin.md',
  'player-notes/Wren/new/deep/a.md',
  'world/npcs/Gant/ABOUT.md',
  'world/npcs/Gant/secrets.md',
  'world/npcs/list.md',
  'world/story/Flood/ABOUT.md',
  'world/story/plans.md',
  'player-notes/Pym/a.md'
])('a note can be kept at %s', (path) => expect(() => checkPlace(path, campaign)).not.toThrow())

it.each([
  ['player-notes/Wren/People/a.md', `"player-notes/Wren/people" already exists, and some systems can't tell the two apart. Use that spelling.`],
  [
    'player-notes/Wren/people/BORIN.md',
    `"player-notes/Wren/people/borin.md" already exists, and some systems can't tell the two apart. Use that spelling.`
  ],
  ['player-notes/Wren/people/borin.md/more.md', '"player-notes/Wren/people/borin.md" is a note, not a folder. Choose another path.'],
  ['player-notes/Wren/odd.md', '"player-notes/Wren/odd.md" is a folder. Choose another path.'],
  ['player-notes/Wren/out/a.md', `"player-notes/Wren/out" is a symbolic link. A note can be saved only in the campaign's own folders.`],
  ['world/misc/a.md', `"world/misc" is a symbolic link. A note can be saved only in the campaign's own folders.`],
  ['world/npcs/Nobody/ABOUT.md', 'There is no NPC "Nobody". Record new things under misc/.'],
  ['world/players/Nobody/ABOUT.md', 'There is no player "Nobody". Record new things under misc/.'],
  ['world/regions/moor/ABOUT.md', 'There is no region "moor". Record new things under misc/.'],
  [
    'world/story/Fire/ABOUT.md',
    "A story event needs a place and an aim, which a note doesn't have. Record it under another name, such as misc/plans.md."
  ]
])('refuses %s', (path, says) => {
  expect(() => checkPlace(path, campaign)).toThrow(expect.objectContaining({ code: 'refused', message: says }))
})
