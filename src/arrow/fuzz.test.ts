import { expect, it } from 'vitest'
import { sizeOf } from '../../lint/tiers.mjs'
import { toProblem } from '../shared/base/problem'
import { copyNodes, pasteNodes } from './clipboard'
import type { ArrowDocument, ArrowId } from './document'
import { DOCUMENTS, textOf } from './documents.fixture'
import { connect, disconnect } from './edit/connections'
import { createCharacter, updateCharacter } from './edit/characters'
import { createNode, insertBetween, moveToScene, updateNode } from './edit/nodes'
import { relinked } from './edit/relink'
import { removeResources, removeScene } from './edit/remove'
import { createScene, setSceneEntry } from './edit/scenes'
import { createVariable, updateVariable } from './edit/variables'
import { callsIn } from './functions/call'
import { runBatch } from './functions/run'
import { NODE_TYPE_FACTS, NODE_TYPES } from './node-types'
import { readArrow } from './read'
import { repairOf } from './repair/repair'
import { applyStep } from './step'
import { writeArrow } from './write'

const DOCUMENTS_TRIED = sizeOf(import.meta.filename, 'documents')
const EDITS_EACH = 12
/** Seeds that once revealed a defect. */
const FOUND = [1099]

/** Pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
type Chance = () => number
const one = <T>(list: readonly T[], chance: Chance): T => list[Math.floor(chance() * list.length)] as T

const PIECES = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\u00',
  '\\',
  '-',
  '1e400',
  '9007199254740993',
  '1.5',
  'null',
  'true',
  '""',
  '__proto__',
  '\u0000',
  '{}',
  '[[1,2,3,4]]',
  '\uD800',
  '🐉',
  '<<<<<<< HEAD\n'
]

/** A text with a few pieces changed, moved, doubled or lost. */
function mutated(text: string, chance: Chance): string {
  let out = text
  for (let times = 1 + Math.floor(chance() * 4); times > 0; times--) {
    const at = Math.floor(chance() * out.length)
    const length = Math.floor(chance() ** 4 * 400)
    const other = Math.floor(chance() * out.length)
    const piece = one([one(PIECES, chance), out.slice(other, other + length), '', String(Math.floor(chance() * 120))], chance)
    out = out.slice(0, at) + piece + out.slice(chance() < 0.1 ? out.length : at + (chance() < 0.5 ? piece.length : Math.floor(length / 8)))
  }
  return out
}

/** A document with single values changed: it stays JSON, but has wrong types, ids and names. */
function twisted(text: string, chance: Chance): string {
  const lines = text.split('\n')
  for (let times = 1 + Math.floor(chance() * 5); times > 0; times--) {
    const at = Math.floor(chance() * lines.length)
    const value = one(['-1', '1', '2', '77', '"x"', 'null', 'true', '[]', '{}', '"{gold} {Mira.mood}"', '[1, 3]', '1e9'], chance)
    lines[at] = (lines[at] ?? '').replace(/("[^"]*": |^\t+)(?:-?\d+|"[^"]*"|true|false|null)(,?)$/, `$1${value}$2`)
  }
  return lines.join('\n')
}

/** A random edit. */
function edited(document: ArrowDocument, chance: Chance): ArrowDocument {
  const { nodes, scenes, variables, characters } = document.resources
  const node = (): ArrowId => one([...nodes.keys(), 999], chance)
  const scene = (): ArrowId => one([...scenes.keys()], chance)
  const text = (): string => one(['', 'plain', '{gold}', '{Mira.mood} and {x', '__proto__', '12'], chance)
  const any = one([...nodes.keys(), ...variables.keys(), ...characters.keys()], chance)
  const io = [...scenes.values()].flatMap(({ map }) => [...map.values()].flatMap((item) => item.io ?? []))
  const connection = io.length > 0 ? one(io, chance) : ([1, 0, 2, 0] as const)
  const edits: (() => ArrowDocument)[] = [
    () => createNode(document, { type: one(NODE_TYPES, chance), scene: scene(), offset: [chance() * 900, 5] }).document,
    () =>
      updateNode(document, node(), {
        name: text(),
        data: { ...NODE_TYPE_FACTS[one(NODE_TYPES, chance)].defaults, content: text(), character: any, variable: any, target: any, lines: [text()] }
      }),
    () => connect(document, [node(), Math.floor(chance() * 3), node(), 0]),
    () => disconnect(document, connection),
    () => insertBetween(document, connection, { type: one(NODE_TYPES, chance), offset: [0, 0] }).document,
    () => removeResources(document, [any, node()], { force: chance() < 0.5 }),
    () => createVariable(document, { type: 'num', name: one(['gold', 'x'], chance) }).document,
    () => createCharacter(document, { name: 'Mira' }).document,
    () => updateVariable(document, any, { name: text() || 'y' }),
    () => updateCharacter(document, any, { name: text() || 'Z' }),
    () => createScene(document, { macro: chance() < 0.5 }).document,
    () => removeScene(document, scene(), { force: chance() < 0.5 }).document,
    () => moveToScene(document, [node(), node()], scene()),
    () => setSceneEntry(document, node()),
    () => pasteNodes(document, copyNodes(document, [node(), node()]), { scene: scene(), mode: chance() < 0.5 ? 'reuse' : 'recreate' }).document,
    () =>
      runBatch(
        document,
        callsIn([
          {
            function: one(['create_node', 'update_node', 'delete_node'], chance),
            arguments: {
              type: one(NODE_TYPES, chance),
              node_id: node(),
              data: { text: text(), options: [text()], variable: any, paths: 3, weights: [1, 2, 1] }
            }
          }
        ])?.calls ?? []
      ).document
  ]
  return one(edits, chance)()
}

/** Runs an edit that may throw only our own Problem, which isn't a defect. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (problem.code === 'internal' || !/^[\p{Lu}“\w].*[.?]$/su.test(problem.message)) throw thrown
    return undefined
  }
}

/**
 * The invariants of every document after an edit: exact references, each node in one scene, connections within a scene, and a text that reads back
 * the same.
 */
function faultsOf(document: ArrowDocument): string[] {
  const { nodes, scenes } = document.resources
  const owned = [...scenes.values()].flatMap(({ map }) => [...map.keys()])
  const faults: string[] = []
  if (relinked(document) !== document) faults.push('use and ref differ from what the nodes hold')
  if (owned.length !== nodes.size || new Set(owned).size !== nodes.size) faults.push('a node lies in no scene or in two')
  for (const { map, entry } of scenes.values()) {
    if (!map.has(entry)) faults.push('an entry lies elsewhere')
    for (const [id, { io }] of map)
      for (const [from, , to] of io ?? []) if (from !== id || !map.has(to)) faults.push('a connection leads out of its scene')
  }
  const text = writeArrow({ ...document })
  if (writeArrow({ ...readArrow(text).document }) !== text) faults.push('the text reads back differently')
  return faults
}

it(`AD22 ${DOCUMENTS_TRIED} mutated documents are read, refused or repaired, and edits keep them sound`, () => {
  const texts = DOCUMENTS.map(textOf)
  let readable = 0
  for (const seed of [...FOUND, ...Array.from({ length: DOCUMENTS_TRIED }, (_, i) => i + 1)]) {
    const chance = chances(seed)
    const text = (chance() < 0.5 ? mutated : twisted)(one(texts, chance), chance)
    const read = tried(() => readArrow(text).document)
    expect([seed, read ? writeArrow(read) : text]).toEqual([seed, text])
    const repair = repairOf(text)
    const start = repair?.document ?? read
    if (!start) continue
    readable++
    let document = relinked(start)
    expect([seed, repair ? faultsOf(document) : []]).toEqual([seed, []])
    // A document from a file may have faults that only a repair would remove.
    if (faultsOf(document).length > 0) continue
    const begun = document
    for (let edit = 0; edit < EDITS_EACH; edit++) {
      document = tried(() => edited(document, chance)) ?? document
      expect([seed, edit, faultsOf(document)]).toEqual([seed, edit, []])
    }
    const step = applyStep(document, begun, document)
    expect([seed, 'document' in step && faultsOf(step.document)]).toEqual([seed, []])
  }
  expect(readable).toBeGreaterThan(DOCUMENTS_TRIED / 2)
})
