import { describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { diff, equal } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { patched } from '../engine/patched'
import { tinyGame } from '../engine/tiny-game.fixture'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { overlay } from '../story/edits/overlay'
import { beatFiles } from './beat-files'
import { EMPTY_TREE } from './git/oid'
import type { ObjectReader } from './parsed-files'
import { Hydrator } from './hydrate'
import { reopened } from './reopened'
import { filesOfState, NAMES, RandomWrites } from './rule-writes.fixture'

const WRITES = sizeOf(import.meta.filename, 'writes')
/** How many beats are played on one world before it starts over. */
const BEATS = 30

const game = { ...tinyGame(), equipment: { axe: { name: 'Axe' } } } as unknown as Parameters<typeof patched>[2]

/** A campaign in memory: its root tree, state and files. */
interface Kept {
  objects: ObjectReader
  root: string
  state: GameState
  files: Hydrator
}

const nothing: ObjectReader = {
  tree: () => new Map(),
  blob: (id) => {
    throw new Error(`no blob ${id}`)
  }
}

function begun(): Kept {
  const { objects, root } = overlay(nothing, EMPTY_TREE, filesOfState(tinyWorld()))
  const files = new Hydrator(objects)
  return { objects, root, state: files.at(root).state, files }
}

/** Plays a rule's result and saves it, as a beat does. Throws Problem. */
function saved({ objects, root, state, files }: Kept, delta: Record<string, unknown>): Kept {
  const wrote = patched(state, delta, game, 'actions/wild.ts')
  const after = { ...wrote, next: { ...wrote.next, beat: state.next.beat + 1 } }
  const old = (path: string): Buffer | undefined => {
    const entry = files.entry(root, path)
    return entry && objects.blob(entry.oid)
  }
  const written = beatFiles(old, state, { state: after, changes: diff(state, after), writes: [] })
  const now = overlay(objects, root, new Map([...written].map(([path, { bytes }]) => [path, bytes])))
  const over = files.over(now.objects)
  reopened(over, { state, lore: files.at(root).lore }, now.root, written.keys(), after)
  return { ...now, state: after, files: over }
}

/** The message of the refusal, or the campaign after the beat. */
function tried(written: Kept, delta: Record<string, unknown>): Kept | string {
  try {
    return saved(written, delta)
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code !== 'internal') return thrown.message
    throw thrown
  }
}

const SHEET = { kind: 'npc', name: 'Tobit', location: 'inn', stats: { STR: 9 }, max: {}, conditions: {}, inventory: {}, tags: {} }
const PLACE = { name: 'The Loft', region: 'hill', features: {}, inventory: {}, tags: {} }

describe('what a rule writes', () => {
  it('that adds a character or a place is saved in files of their own', () => {
    const written = tried(begun(), { actors: { Tobit: SHEET }, places: { loft: PLACE } })
    if (typeof written === 'string') throw new Error(written)
    const { state } = new Hydrator(written.objects).at(written.root)
    expect([state.actors['Tobit'], state.places['loft']]).toEqual([SHEET, PLACE])
  })

  it.each([
    ['an id with a slash', { actors: { 'a/b': SHEET } }, "it contains a character that some systems don't allow"],
    ['an id that reads backwards', { actors: { 'a\u202eb': SHEET } }, 'it contains an invisible character that changes the reading direction'],
    ['an id like another', { actors: { wren: SHEET } }, 'can\'t tell from "Wren"'],
    ['a voice of the table', { actors: { dm: SHEET } }, 'DM is reserved for the table'],
    ['a place like another', { places: { INN: PLACE } }, 'can\'t tell from "inn"'],
    ['a place nowhere', { places: { loft: { ...PLACE, region: 'sky' } } }, 'which is not a region'],
    ['another kind', { actors: { Mira: { kind: 'player' } } }, 'changed the kind of an actor'],
    ['another region', { places: { inn: { region: 'sky' } } }, 'to another region'],
    ['prose of a place', { places: { inn: { description: 5 } } }, 'only notes and edits can'],
    ['a fact without a name', { facts: { '': true } }, 'whose name is empty'],
    ['a fact with a long name', { facts: { ['x'.repeat(121)]: true } }, 'longer than 120 characters'],
    ['a fact called __proto__', JSON.parse('{"facts":{"__proto__":true}}'), 'the name "__proto__"'],
    ['a place called __proto__', { places: JSON.parse(`{"__proto__":${JSON.stringify(PLACE)}}`) }, 'the name "__proto__"'],
    ['a clock out of range', { clock: { minutes: 1e300 } }, 'must be less than ten thousand years'],
    ['a start of the clock that is not an instant', { clock: { start: 'yesterday' } }, 'must be an instant like']
  ] as [string, Record<string, unknown>, string][])('%s is refused with a sentence', (_what, delta, sentence) => {
    expect(tried(begun(), delta)).toContain(sentence)
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])('may be called %s', (id) => {
    const written = tried(begun(), { actors: { [id]: SHEET }, places: { [id]: PLACE }, facts: { [id]: true } })
    if (typeof written === 'string') throw new Error(written)
    expect(Object.keys(new Hydrator(written.objects).at(written.root).state.facts)).toContain(id)
  })

  it(`never leaves a campaign that does not open: ${WRITES} random answers, each refused with a sentence or saved and read back`, () => {
    const random = new RandomWrites('writes')
    const counts = { written: 0, saved: 0, refused: 0 }
    const sentences = new Set<string>()
    let written = begun()
    for (let beats = 0; counts.written < WRITES; counts.written++) {
      const now = tried(written, random.delta())
      if (typeof now === 'string') {
        counts.refused++
        sentences.add(now)
        continue
      }
      counts.saved++
      const anew = ++beats % BEATS === 0
      const files = anew ? new Hydrator(now.objects) : now.files
      if (!equal(files.at(now.root).state, now.state)) throw new Error(`write ${counts.written} is read back otherwise`)
      written = anew ? begun() : now
    }
    expect(counts.saved).toBeGreaterThan(WRITES / 10)
    expect([...sentences].filter((sentence) => !/^[A-Z"].*\.$/s.test(sentence) && !sentence.startsWith('actions/wild.ts'))).toEqual([])
  })

  it('includes names that are difficult for file systems and parsers', () => expect(new Set(NAMES).size).toBe(NAMES.length))
})
