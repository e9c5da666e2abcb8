import { describe, expect, it } from 'vitest'
import { diff } from '../../shared/base/json'
import { fileAt, pathOf, type FileKind } from '../../shared/story/layout'
import { type SceneTree, sceneTreeText } from '../../shared/narrator/output'
import { Problem, toProblem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import type { Outcome } from '../engine/outcome'
import { tinyGame } from '../engine/tiny-game.fixture'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { quickFindingsAt } from '../story/checks/check'
import { Beginning, MemoryStory } from '../story/memory-story'
import { beatFiles } from './beat-files'
import { encodeTree, sortTree, type Change } from './git/trees'
import { EMPTY_TREE, FOLDER, LINK, oidOf, type TreeEntry } from './git/oid'
import { Whereabouts } from './happened'
import { Hydrator } from './hydrate'
import { NoteIndexCache, type NoteObjects } from './notes/note-index-cache'
import { PageReader } from './pages'
import { PartReader } from './part-reader'
import { filesOfState } from './rule-writes.fixture'

const SCENE = 'sessions/session-1/001-scene'
const world = tinyWorld()
const oswin = { ...world.actors['Oswin'], location: 'cellar' } as GameState['actors'][string]
/** Wren is at the inn and Oswin in the cellar, so the scene says where the party is. */
const state: GameState = {
  ...world,
  actors: { ...world.actors, Oswin: oswin },
  scene: { path: SCENE, title: 'Frost', aim: 'Find the noise', place: 'inn', opened: 9, present: {} }
}

/** A state without actors, from which every file is written. */
const EMPTY: GameState = { ...world, actors: {}, places: {}, journeys: {}, facts: {} }
const game = tinyGame()

/** A path of every kind of file that the world and the sessions have. */
const EVERY: Readonly<Record<Exclude<FileKind, ReadElsewhere>, string>> = {
  about: 'ABOUT.md',
  summary: 'SUMMARY.md',
  table: 'table.yaml',
  next: 'next',
  currentScene: 'current-scene',
  version: 'narrative-version',
  state: 'world/STATE.yaml',
  facts: 'world/FACTS.yaml',
  sheet: 'world/players/Wren/STATS.yaml',
  actor: 'world/npcs/Mira/ABOUT.md',
  beliefs: 'world/npcs/Mira/BELIEFS.yaml',
  timeline: 'world/players/Wren/TIMELINE.yaml',
  region: 'world/regions/hill/ABOUT.md',
  map: 'world/regions/hill/MAP.yaml',
  journeys: 'world/regions/hill/journeys.yaml',
  location: 'world/regions/hill/locations/inn.yaml',
  storyEvent: 'world/story/frost/ABOUT.md',
  topic: 'world/misc/tolls/ABOUT.md',
  ruling: 'world/rulings/falling.md',
  worldNote: 'world/misc/frost.md',
  direction: 'direction/tone.md',
  playerNote: 'player-notes/Wren/noise.md',
  session: 'sessions/session-1/ABOUT.md',
  sessionSummary: 'sessions/session-1/SUMMARY.md',
  scene: `${SCENE}/ABOUT.md`,
  sceneSummary: `${SCENE}/SUMMARY.md`,
  sceneTree: `${SCENE}/SCENE.json`,
  log: `${SCENE}/LOG.yaml`,
  laterLog: `${SCENE}/LOG-2.yaml`,
  talk: `${SCENE}/Wren.md`
}
/** Rules, Arrow documents, pictures and tests are read by readers of their own. */
type OfRules = 'manifest' | 'action' | 'yamlAction' | 'condition' | 'diceTable' | 'equipment' | 'otherRule'
type ReadElsewhere = OfRules | 'arrowDocument' | 'words' | 'portrait' | 'picture' | 'storyTests'

const TREE: SceneTree = {
  id: 'frost',
  location: { place: 'inn', name: 'The Inn', region: 'Hill', time: 'night' },
  present: ['Wren'],
  atmosphere: [],
  narration: [{ text: 'Frost on the glass.', clickable: { glass: { speaks: 'Who drew on it?', intent: 'explore', waitingMessage: 'You look.' } } }],
  voices: []
}

/** Contents of files that are not part of a state. */
const TEXTS: Partial<Record<FileKind, string>> = {
  table: 'k: 4\ndirection: { tone: direction/tone.md }\n',
  version: 'engine: 1\nformat: 1\n',
  beliefs: '{}\n',
  facts: 'frost: It freezes.\n',
  timeline: '[]\n',
  sceneTree: sceneTreeText(TREE),
  map: '{}\n',
  storyEvent: '---\ntitle: Frost\nplace: inn\naim: Cold\norder: 1\n---\nIt freezes.\n',
  log: '- {"beat":9,"at":"1421-10-03T00:00:00Z","by":"DM","kind":"narration","text":"Frost."}\n',
  laterLog: '- {"beat":10,"at":"1421-10-03T00:00:00Z","by":"DM","kind":"narration","text":"More."}\n',
  talk: '**DM** Hush. <!-- beat 9 -->\n'
}

const CONTENTS: ReadonlyMap<string, Buffer> = new Map([
  ...Object.entries(EVERY).map(([kind, path]) => [path, Buffer.from(TEXTS[kind as FileKind] ?? '# Frost\n\nCold.\n')] as const),
  ...filesOfState(state)
])

interface Stored {
  bytes: Buffer
  mode: number
}

/** Folders and files in memory by their ids, as git has them. */
class Repository implements NoteObjects {
  readonly #trees = new Map<string, ReadonlyMap<string, TreeEntry>>()
  readonly #blobs = new Map<string, Buffer>()

  /** Stores files below a new root tree. */
  store(files: readonly (readonly [string, Stored])[]): string {
    const entries = new Map<string, TreeEntry>()
    for (const [path, { bytes, mode }] of files) {
      const [name = '', below] = path.split(/\/(.*)/s)
      if (below === undefined) {
        const oid = oidOf('blob', bytes)
        this.#blobs.set(oid, bytes)
        entries.set(name, { mode, oid })
      } else if (!entries.has(name)) {
        const inner = files.flatMap(([other, file]) => (other.startsWith(`${name}/`) ? [[other.slice(name.length + 1), file] as const] : []))
        entries.set(name, { mode: FOLDER, oid: this.store(inner) })
      }
    }
    const sorted = sortTree(entries)
    const oid = oidOf('tree', encodeTree(sorted))
    this.#trees.set(oid, sorted)
    return oid
  }

  tree(id: string): ReadonlyMap<string, TreeEntry> {
    return this.#trees.get(id) ?? expect.fail(`no folder ${id}`)
  }

  blob(id: string): Buffer {
    return this.#blobs.get(id) ?? expect.fail(`no file ${id}`)
  }

  files(tree: string): Map<string, TreeEntry> {
    const below = [...this.tree(tree)].flatMap(([name, entry]): [string, TreeEntry][] =>
      entry.mode === FOLDER ? [...this.files(entry.oid)].map(([path, inner]) => [`${name}/${path}`, inner]) : [[name, entry]]
    )
    return new Map(below)
  }

  changed(a: string, b: string): Change[] {
    if (a !== EMPTY_TREE) throw new Error('only a first index is made')
    return [...this.files(b)].map(([path, to]) => ({ path, to }))
  }
}

const plain = (bytes: Buffer): Stored => ({ bytes, mode: 0o100644 })
const repository = new Repository()
const good = repository.store([...CONTENTS].map(([path, bytes]) => [path, plain(bytes)]))

/** What a file may be instead of a text, and how it is refused. */
const DEFECTS: readonly { name: string; of: (bytes: Buffer) => Stored; refused: (path: string) => string }[] = [
  {
    // The link's target equals the file's former text: only the mode differs.
    name: 'a link',
    of: (bytes) => ({ bytes, mode: LINK }),
    refused: (path) => `${path} is a symbolic link, and a campaign reads only its own files. Put a real file there.`
  },
  {
    name: 'too large',
    of: (bytes) => plain(Buffer.concat([bytes, Buffer.alloc((4 << 20) + 1, '\n')])),
    refused: (path) => `${path} is larger than 4 MB, the limit for a campaign's texts. Split it or move it away.`
  },
  {
    name: 'with a NUL',
    of: (bytes) => plain(Buffer.concat([bytes, Buffer.from('# \0\n')])),
    refused: (path) => `${path} is not a text file. Replace it with a text file.`
  },
  {
    name: 'in UTF-16',
    of: (bytes) => plain(Buffer.from(`\uFEFF${bytes.toString('utf8')}`, 'utf16le')),
    refused: (path) => `${path} is UTF-16 text. Save it in the encoding UTF-8.`
  },
  {
    name: 'not UTF-8',
    of: (bytes) => plain(Buffer.concat([bytes, Buffer.from('# caf\xe9\n', 'latin1')])),
    refused: (path) => `${path} is not UTF-8 text. Save it in the encoding UTF-8.`
  }
]

type Kind = keyof typeof EVERY
const WORLD_KINDS: readonly Kind[] = [
  ...(['about', 'table', 'next', 'currentScene', 'state', 'sheet', 'actor', 'beliefs', 'region', 'map'] as const),
  ...(['journeys', 'location', 'storyEvent', 'topic', 'ruling', 'scene', 'sceneTree'] as const)
]
const PAGE_KINDS: readonly Kind[] = ['summary', 'timeline', 'sessionSummary', 'sceneSummary', 'log', 'laterLog', 'talk']

/** A campaign with one defective file; `hydrator` read it while it was intact. */
interface Broken {
  root: string
  path: string
  files: ReadonlyMap<string, Buffer>
  hydrator: Hydrator
}

/** The readers that refuse, with what they read. */
const READERS: readonly { name: string; kinds: readonly Kind[]; read: (at: Broken) => unknown }[] = [
  { name: 'a state', kinds: WORLD_KINDS, read: ({ hydrator, root }) => hydrator.at(root) },
  {
    name: 'a state after a beat',
    kinds: WORLD_KINDS,
    read: ({ hydrator, root, path }) => hydrator.following(hydrator.at(good), root, [path])
  },
  { name: 'one text', kinds: Object.keys(EVERY) as Kind[], read: ({ hydrator, root, path }) => hydrator.text(root, path) },
  { name: 'the settings of the table', kinds: ['table'], read: ({ hydrator, root }) => hydrator.table(root) },
  {
    name: 'parts of a state',
    kinds: ['next', 'currentScene', 'state', 'sheet', 'journeys', 'location', 'scene'],
    read: ({ root }) => {
      const parts = new PartReader(repository)
      const all = (tree: string): unknown => {
        const at = parts.at(tree)
        return [at.next(), at.scene(), at.world(), at.actor('Wren'), at.actors('actor'), at.place('inn'), at.journey('stair')]
      }
      all(good)
      return all(root)
    }
  },
  {
    name: 'pages',
    kinds: PAGE_KINDS,
    read: ({ hydrator, root }) =>
      [1, 2].map((session) =>
        new PageReader(hydrator).at(root, {
          ...state,
          next: { ...state.next, session, scene: 2 - session, closing: session === 2 ? ['campaign'] : [] }
        })
      )
  },
  {
    name: 'the direction of a table',
    kinds: ['direction'],
    read: ({ hydrator, root }) => {
      const { tone } = new PageReader(hydrator).at(root, state, hydrator.table(root).direction).direction ?? {}
      throw new Problem('bad-file', tone?.problem ?? '')
    }
  },
  {
    name: 'the check',
    kinds: [...WORLD_KINDS, 'direction'],
    read: ({ root, path }) => {
      const problems = quickFindingsAt(repository, root).filter(({ data }) => data?.['file'] === path)
      expect(problems).toHaveLength(1)
      throw new Problem('bad-file', problems[0]?.message ?? '')
    }
  }
]

/** The readers of contents alone, which never meet a link. */
const OF_CONTENTS: typeof READERS = [
  {
    name: 'a story in memory',
    kinds: [...WORLD_KINDS, ...PAGE_KINDS],
    read: ({ files, path }) => new MemoryStory(new Beginning(files, game)).text(path)
  },
  {
    name: 'the writer of beats',
    kinds: ['state', 'sheet', 'timeline', 'playerNote'],
    read: ({ files }) => {
      const after = { ...state, facts: { ...state.facts, cold: true } } as GameState
      const wren = { ...after.actors['Wren'], location: 'cellar' } as GameState['actors'][string]
      const moved = { ...after, actors: { ...after.actors, Wren: wren } }
      return beatFiles((path) => files.get(path), state, {
        state: moved,
        changes: diff(state, moved),
        writes: [
          { kind: 'timeline', actor: 'Wren', text: 'Went down.' },
          { kind: 'note', space: { player: 'Wren' }, path: 'noise.md', content: 'More.', tags: [] }
        ]
      })
    }
  }
]

describe('a state that is read after one nearby', () => {
  /** What a hydrator makes of a tree, with the order of keys: the state and its prose, or the problem. */
  const answer = (hydrator: Hydrator, root: string): string => {
    try {
      return JSON.stringify(hydrator.at(root))
    } catch (thrown) {
      return toProblem(thrown).message
    }
  }

  it.each(WORLD_KINDS)('equals the state read as a whole: %s changed, removed and restored', (kind) => {
    const other = (change: (bytes: Buffer) => Buffer | undefined): string =>
      repository.store(
        [...CONTENTS].flatMap(([path, bytes]) => {
          const now = path === EVERY[kind] ? change(bytes) : bytes
          return now ? [[path, plain(now)] as const] : []
        })
      )
    const longer = other((bytes) => Buffer.concat([bytes, Buffer.from('\nmore: 1\n')]))
    const hydrator = new Hydrator(repository)
    for (const root of [good, longer, other(() => undefined), other(() => Buffer.from('')), longer, good])
      expect(answer(hydrator, root)).toBe(answer(new Hydrator(repository), root))
  })

  it('keeps everything but the changed sheet', () => {
    const wounded = [...CONTENTS].map(([path, bytes]) => {
      const text = bytes.toString('utf8')
      return [path, plain(path === EVERY.sheet ? Buffer.from(text.replace(/hp: \d+/, 'hp: 1')) : bytes)] as const
    })
    const hydrator = new Hydrator(repository)
    const before = hydrator.at(good)
    const after = hydrator.at(repository.store(wounded))
    expect(after.state.actors).not.toEqual(before.state.actors)
    expect(after.lore).toBe(before.lore)
    expect(after.state.places).toBe(before.state.places)
    expect(after.state.journeys).toBe(before.state.journeys)
  })
})

describe.each(DEFECTS)('a file that is $name', ({ name, of, refused }) => {
  const brokenAt = (kind: Kind): Broken => {
    const path = EVERY[kind]
    const files = [...CONTENTS].map(([other, bytes]) => [other, other === path ? of(bytes) : plain(bytes)] as const)
    const hydrator = new Hydrator(repository)
    hydrator.at(good)
    hydrator.table(good)
    return { root: repository.store(files), path, files: new Map(files.map(([other, { bytes }]) => [other, bytes])), hydrator }
  }

  it('is refused in the same words by every reader', () => {
    const wrong: unknown[] = []
    for (const { name: reader, kinds, read } of name === 'a link' ? READERS : [...READERS, ...OF_CONTENTS])
      for (const kind of kinds) {
        const broken = brokenAt(kind)
        let said: string | undefined
        try {
          read(broken)
        } catch (thrown) {
          said = toProblem(thrown).message
        }
        if (said !== refused(broken.path)) wrong.push({ reader, kind, said })
      }
    expect(wrong).toEqual([])
  })

  it('is left out by those that answer for many files at once', () => {
    const noted = (kind: Kind): unknown => {
      const { root, path } = brokenAt(kind)
      return new NoteIndexCache(repository, [{ at: path.split('/')[0] ?? '', accepts: (one) => one.endsWith('.md') }]).at(root).at(path)
    }
    expect((['worldNote', 'topic', 'ruling', 'playerNote'] as const).map(noted)).toEqual([undefined, undefined, undefined, undefined])
    const stage = (root: string): string | undefined =>
      new Whereabouts({ tree: (id) => repository.tree(id), blob: (id) => repository.blob(id), commit: () => expect.fail('none') }).stage(
        repository.tree(root)
      )
    expect(stage(good)).toBe('inn')
    expect((['sheet', 'scene', 'currentScene'] as const).map((kind) => stage(brokenAt(kind).root))).toEqual(['cellar', 'cellar', 'cellar'])
  })
})

it('every kind of file is found by its path, and has the path that its parts say', () => {
  for (const [kind, path] of Object.entries(EVERY)) {
    const at = fileAt(path)
    expect([path, at?.kind]).toEqual([path, kind])
    expect(at && pathOf(at.kind, at.parts as never)).toBe(path)
  }
})

it('files beside the folders of characters have no kind', () => {
  const root = repository.store(
    [...CONTENTS, ['world/players/README.md', Buffer.from('Hello')] as const].map(([path, bytes]) => [path, plain(bytes)])
  )
  expect(
    new Whereabouts({ tree: (id) => repository.tree(id), blob: (id) => repository.blob(id), commit: () => expect.fail('none') }).stage(
      repository.tree(root)
    )
  ).toBe('inn')
})

it('the readers know every file that a beat writes', () => {
  const writes: Outcome['writes'] = [
    { kind: 'timeline', actor: 'Wren', text: 'Went down.' },
    { kind: 'note', space: { player: 'Wren' }, path: 'deep/down/noise.md', content: 'More.', tags: [] },
    { kind: 'note', space: 'world', path: 'rulings/cold.md', content: 'More.', tags: [] },
    { kind: 'private', player: 'Wren', by: 'DM', text: 'Hush.' },
    { kind: 'session', title: 'One' },
    { kind: 'log', entry: { beat: 10, at: '1421-10-03T00:00:00Z', by: 'DM', kind: 'narration', text: 'Frost.' } },
    ...(['scene', 'session', 'campaign'] as const).map((of) => ({ kind: 'summary' as const, of, text: 'Cold.', recap: 'It froze.', exercised: {} }))
  ]
  const long = Buffer.from('\n- '.repeat(300))
  for (const log of [undefined, long]) {
    const old = (path: string): Buffer | undefined => (path === EVERY.log ? log : undefined)
    const files = beatFiles(old, EMPTY, { state, changes: diff(EMPTY, state), writes })
    expect(files.size).toBeGreaterThan(15)
    expect([...files.keys()].filter((path) => fileAt(path) === undefined)).toEqual([])
    expect(files.has(log ? EVERY.laterLog : EVERY.log)).toBe(true)
  }
})
