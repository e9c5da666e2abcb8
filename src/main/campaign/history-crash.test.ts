import { describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { Problem } from '../../shared/base/problem'
import { FailingDisk, type Failure } from './git/testing/failing-disk'
import { copyFolder, WREN, file, get, git, gitOnce, leftovers, put, tempFolder } from './git/testing/folders'
import { History } from './history'

const NOW = Date.now() - 100_000
const FIRST = '- {"text":"The well is dark."}\n'
const LINE = '- {"text":"Wren climbs down."}\n'

/** A campaign with two branches and the designer's changes in every state. */
function makeStory(): { dir: string; head: string; other: string } {
  const dir = tempFolder('crash')
  const history = History.create(dir, { clock: () => NOW })
  const files = new Map([
    ['LOG.yaml', file(FIRST)],
    ['world/STATS.yaml', file(`hp: 12\n${'# worn\n'.repeat(30)}`)],
    ['world/old/gone.md', file('to be removed\n')],
    ['next', file('beat: 1\n')],
    ['notes/staged.md', file('a note\n')],
    ['notes/edited.md', file('another note\n')]
  ])
  const first = history.commitFiles({ parent: undefined, files, message: 'The story begins', author: WREN, time: NOW })
  history.createBranch('other', first.id)
  history.switchTo('other')
  const aside = new Map([
    ['LOG.yaml', file(`${FIRST}- {"text":"Tam stays above, and sings a long song."}\n`)],
    ['world/STATS.yaml', file('hp: 9\n')],
    ['world/old/gone.md', null],
    ['inn/ABOUT.md', file('# The inn\n')]
  ])
  const other = history.commitFiles({ parent: first.id, files: aside, message: 'Tam stays', author: WREN, time: NOW + 1000 })
  history.switchTo('main')
  history.dispose()
  put(dir, 'notes/staged.md', 'a note, staged\n')
  put(dir, 'added.md', 'staged and new\n')
  git(dir, 'add', 'notes/staged.md', 'added.md')
  put(dir, 'notes/edited.md', 'another note, edited\n')
  put(dir, 'untracked.md', 'not yet known\n')
  // One pack and few folders, so that a copy for every point is cheap.
  git(dir, 'gc', '-q', '--prune=now')
  return { dir, head: first.id, other: other.id }
}

const BEAT = new Map([
  ['LOG.yaml', file(FIRST + LINE, LINE)],
  ['world/STATS.yaml', file('hp: 7\n')],
  ['world/old/gone.md', null],
  ['journal/wren.md', file('Down.\n')]
])

interface Sight {
  head: string
  branch: string
  edits: string[]
  bytes: (string | undefined)[]
}

const EDITED = ['notes/staged.md', 'added.md', 'notes/edited.md', 'untracked.md']

/** How git sees the folder: HEAD, and the designer's changes with the ids of what is staged. */
function seen(dir: string): Sight {
  const lines = gitOnce(dir, 'status', '--porcelain=v2', '--branch').trim().split('\n')
  const field = (name: string): string => lines.find((line) => line.startsWith(`# branch.${name} `))?.split(' ')[2] ?? ''
  return {
    head: field('oid'),
    branch: field('head'),
    edits: lines.filter((line) => !line.startsWith('#')).map((line) => line.replace(/^1 (..) .* ([0-9a-f]{7})[0-9a-f]{33} /, '$1 $2 ')),
    bytes: EDITED.map((path) => get(dir, path))
  }
}

const EDITS = {
  edits: ['A. 947deab added.md', '.M 003f1e3 notes/edited.md', 'M. b727ad5 notes/staged.md', '? untracked.md'],
  bytes: ['a note, staged\n', 'staged and new\n', 'another note, edited\n', 'not yet known\n']
}

/** What one failure left, and what it should have left. */
interface Outcome {
  got: unknown
  want: unknown
}

/** The disk fails at every nth call; a prime alternates between opening, reading, writing, closing and removing. */
const STRIDE = sizeOf(import.meta.filename, 'stride')
const strideOf = (mode: Failure): number => (mode === 'tear' ? 1 : STRIDE)

/** Runs an operation on a copy of the story once for every chosen disk call at which it can fail, until it no longer fails. Returns what each run left. */
function enumerate(
  mode: Failure,
  story: { dir: string },
  prepare: (history: History) => void,
  run: (history: History) => void,
  compare: (dir: string, finished: boolean, at: number) => Outcome
): Outcome[] {
  const outcomes: Outcome[] = []
  for (let at = 0; ; at += strideOf(mode)) {
    const dir = copyFolder(story.dir)
    const failing = new FailingDisk()
    const history = History.open(dir, { disk: failing.disk, clock: () => NOW })
    prepare(history)
    failing.arm(mode, at)
    let thrown: unknown
    try {
      run(history)
    } catch (problem) {
      thrown = problem
    }
    const failed = failing.failed
    history.dispose()
    const finished = thrown === undefined
    // A single failed call gives a message and leaves nothing to recover.
    if (mode === 'fail') outcomes.push({ got: finished || thrown instanceof Problem, want: true }, compare(dir, finished, at))
    const again = History.open(dir, { clock: () => NOW })
    again.dispose()
    if (mode === 'fail') outcomes.push({ got: again.recovered, want: { completed: [], kept: [], notices: [] } })
    else outcomes.push(compare(dir, finished, at))
    if (!failed) return finished ? outcomes : [...outcomes, { got: thrown, want: 'no refusal without a failure' }]
  }
}

describe.each<Failure>(['stop', 'tear', 'fail'])('a disk that fails (%s) at any call', (mode) => {
  it.each([0, 2])('leaves a beat saved or not at all, after %i beats in a burst', (before) => {
    const story = makeStory()
    let head = story.head
    let saved = ''
    const outcomes = enumerate(
      mode,
      story,
      (history) => {
        head = story.head
        for (let i = 0; i < before; i++) {
          const files = new Map([
            ['next', file(`beat: ${i + 2}\n`)],
            [`burst-${i}.md`, file('quick\n')]
          ])
          head = history.commitFiles({ parent: head, files, message: `Quick ${i}`, author: WREN, time: NOW }).id
        }
      },
      (history) => {
        saved = history.commitFiles({ parent: head, files: BEAT, message: 'Wren climbs down', author: WREN, time: NOW }).id
      },
      (dir, finished, at) => {
        const now = seen(dir)
        const landed = finished || now.head !== head
        const commit = History.open(dir, { readOnly: true }).commit(now.head)
        const fsck = gitOnce(dir, 'fsck', '--strict', '--no-dangling')
        return {
          got: { at, ...now, commit, fsck, left: leftovers(dir), log: get(dir, 'LOG.yaml'), journal: get(dir, 'journal/wren.md') },
          want: {
            at,
            head: finished ? saved : now.head,
            branch: 'main',
            ...EDITS,
            commit: landed ? { ...commit, message: 'Wren climbs down\n', parents: [head] } : { ...commit, id: head },
            fsck: '',
            left: [],
            log: landed ? FIRST + LINE : FIRST,
            journal: landed ? 'Down.\n' : undefined
          }
        }
      }
    )
    expect(outcomes.map(({ got }) => got)).toEqual(outcomes.map(({ want }) => want))
    expect(outcomes.length).toBeGreaterThan(mode === 'tear' ? 6 : 30 / STRIDE)
  })

  it('leaves a branch switch complete or not begun', () => {
    const story = makeStory()
    const outcomes = enumerate(
      mode,
      story,
      () => {},
      (history) => history.switchTo('other'),
      (dir, finished, at) => {
        const now = seen(dir)
        const switched = finished || now.branch === 'other'
        return {
          got: { at, ...now, left: leftovers(dir), inn: get(dir, 'inn/ABOUT.md') },
          want: {
            at,
            head: switched ? story.other : story.head,
            branch: switched ? 'other' : 'main',
            ...EDITS,
            left: [],
            inn: switched ? '# The inn\n' : undefined
          }
        }
      }
    )
    expect(outcomes.map(({ got }) => got)).toEqual(outcomes.map(({ want }) => want))
    expect(outcomes.length).toBeGreaterThan(5)
  })
})
