import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fraction } from '../../engine/dice'
import { History } from '../history'
import { searchedBy } from './namespaces'
import type { NoteIndex } from './note-index'
import { noteNames } from './note'
import { recall } from './recall'
import { NoteIndexCache } from './note-index-cache'

const home = mkdtempSync(join(tmpdir(), 'cache-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const author = { name: 'T', email: 't@example.com' }
const WORDS = ['bell', 'Rope', 'well', 'miller', 'iron', 'Zoë', 'night']
const PLACES = ['a.md', 'b.md', 'people/a.md', 'people/b.md', 'people/deep/c.md', 'people.md', 'x.txt']
const PREFIX = ['world/', 'world/rulings/', 'player-notes/Wren/', 'player-notes/Pym/', 'sessions/session-1/', '']

/** The answers to every possible query of an index. */
function answers(index: NoteIndex): unknown {
  return [
    index.newest(),
    WORDS.flatMap((word) => [
      recall(index, { query: word, limit: 50 }),
      recall(index, { query: word.slice(0, 2), sort: 'relevance', limit: 3 }),
      recall(index, { tags: [word], limit: 50 }),
      recall(index, { link_target: word, limit: 50 })
    ]),
    [...index.newest()].flatMap((note) => [...noteNames(note)].map((name) => [name, [...index.named(name)].toSorted(), index.backlinks(name)]))
  ]
}

it.each(['one', 'two'])('an index updated from tree to tree equals a new one: seed %s', (seed) => {
  let k = 0
  const chance = () => fraction(`${seed} ${k++}`)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
  const history = History.create(join(home, seed))
  const trees: string[] = []
  for (let step = 0; step < 24; step++) {
    const files = new Map<string, { bytes: Buffer } | null>()
    for (let n = Math.floor(chance() * 4); n >= 0; n--) {
      const path = pick(PREFIX) + (chance() < 0.2 ? 'SUMMARY.md' : pick(PLACES))
      const known = trees.length > 0 && history.files(trees.at(-1) ?? '').has(path)
      if (known && chance() < 0.3) files.set(path, null)
      else
        files.set(path, {
          bytes: Buffer.from(
            `---\ntags: [${pick(WORDS)}, ${pick(WORDS)}]\naliases: ${pick(WORDS)}\nmodified: 2026-01-${10 + Math.floor(chance() * 9)}\n---\n# ${pick(WORDS)}\n[[${pick(WORDS)}]] ${pick(WORDS)} ${pick(WORDS)} [[a]]`
          )
        })
    }
    const parent = trees.length === 0 ? undefined : history.head().commit
    trees.push(history.commitFiles({ parent, files, message: `Step ${step}\n`, author, time: step * 1000 }).tree)
  }
  for (const who of ['DM', 'Wren', 'Nobody']) {
    const cache = new NoteIndexCache(history, searchedBy(who))
    for (let jump = 0; jump < 36; jump++) {
      const tree = jump < trees.length ? (trees[jump] as string) : pick(trees)
      expect(JSON.stringify(answers(cache.at(tree)))).toBe(JSON.stringify(answers(new NoteIndexCache(history, searchedBy(who)).at(tree))))
    }
  }
  history.dispose()
})

it('an index has the notes that a seat may search, without links, other files and binary files', () => {
  const history = History.create(join(home, 'scopes'))
  const text = (word: string) => ({ bytes: Buffer.from(`# ${word}\n`) })
  const files = new Map([
    ['world/rulings/a.md', text('ruling')],
    ['world/STATE.yaml', text('state')],
    ['player-notes/Wren/a.md', text('wren')],
    ['player-notes/Wren/Pym/a.md', text('wren of pym')],
    ['player-notes/Wrenna/a.md', text('wrenna')],
    ['player-notes/Wren/binary.md', { bytes: Buffer.from([0, 1, 2, 255]) }],
    ['sessions/session-1/SUMMARY.md', text('session')],
    ['sessions/session-1/001-scene/SUMMARY.md', text('scene')],
    ['sessions/session-1/001-scene/Wren.md', text('whisper')],
    ['SUMMARY.md', text('campaign')],
    ['ABOUT.md', text('about')]
  ])
  const { tree } = history.commitFiles({ parent: undefined, files, message: 'All\n', author, time: 0 })
  const titles = (who: string) =>
    new NoteIndexCache(history, searchedBy(who))
      .at(tree)
      .newest()
      .map(({ title }) => title)
      .toSorted()
  expect(titles('DM')).toEqual(['campaign', 'ruling', 'scene', 'session'])
  expect(titles('Wren')).toEqual(['wren', 'wren of pym'])
  expect(titles('Pym')).toEqual([])
  history.dispose()
})
