import {
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  connect,
  type Connection,
  createNode,
  lintDocument,
  type MapItem,
  readArrow,
  removeResources,
  updateNode,
  updateVariable,
  writeArrow
} from '../../arrow'
import { reading, type Reading } from './reading'

const NODES = 5000
const IN_SCENE = 500

/** The measurements with a goal, of a document of 5,000 nodes. */
export const ARROW_OPEN = `an Arrow document of ${NODES} nodes opens`
export const ARROW_SAVE = `an Arrow document of ${NODES} nodes is saved`
export const ARROW_LINT = `an Arrow document of ${NODES} nodes is checked by every rule`
export const ARROW_EDIT = `one edit of an Arrow document of ${NODES} nodes`

/** A document of dialogs, contents, conditions and updates in ten scenes, each a long line with branches. Always the same. */
export function largeDocument(): ArrowDocument {
  const nodes = new Map<ArrowId, ArrowNode>()
  const maps = new Map<ArrowId, Map<ArrowId, MapItem>>()
  for (let i = 0; i < NODES; i++) {
    const id = 100 + i
    const scene = Math.floor(i / IN_SCENE)
    const map = maps.get(scene) ?? new Map<ArrowId, MapItem>()
    maps.set(scene, map)
    nodes.set(id, nodeAt(i, id))
    const next = (i + 1) % IN_SCENE === 0 ? undefined : id + 1
    const io: Connection[] = next === undefined ? [] : [[id, 0, next, 0]]
    map.set(id, { offset: [300 * (i % IN_SCENE), 120 * (i % 7)], ...(io.length > 0 && { io }) })
  }
  const scenes = new Map([...maps].map(([id, map]) => [id, { name: `Scene ${id}`, entry: 100 + id * IN_SCENE, map }]))
  const use = [...nodes].flatMap(([id, node]) => (node.ref?.includes(20) ? [id] : []))
  const said = [...nodes].flatMap(([id, node]) => (node.ref?.includes(30) ? [id] : []))
  return {
    title: 'A long story',
    entry: 100,
    meta: { chapter: 0, authors: new Map([[0, ['Bench', 100 + NODES]]]), last_save: null, editor: '3.1.0' },
    resources: {
      scenes,
      nodes,
      variables: new Map([[20, { name: 'courage', type: 'num' as const, init: 0, use }]]),
      characters: new Map([[30, { name: 'Mira', color: 'aa3344', tags: { mood: 'calm' }, use: said }]])
    }
  }
}

function nodeAt(i: number, id: ArrowId): ArrowNode {
  const name = id.toString(36)
  if (i % IN_SCENE === 0) return { type: 'entry', name, data: { plaque: `Scene ${i}` } }
  if (i % 4 === 0) return { type: 'condition', name, data: { variable: 20, operator: 'gte', with: [0, i % 9] }, ref: [20] }
  if (i % 4 === 1) return { type: 'variable_update', name, data: { variable: 20, operator: 'add', with: [0, 1] }, ref: [20] }
  const text = `The road goes on past stone ${i}, where the wind smells of rain and nobody has lit the lamps for years.`
  if (i % 4 === 2) return { type: 'content', name, data: { title: `Stone ${i}`, content: `${text} You have {courage}.` }, ref: [20] }
  return { type: 'dialog', name, data: { character: 30, lines: [text, 'Not tonight.', 'Ask {Mira.mood} Mira.'], playable: true }, ref: [30] }
}

/** One round of typical edits by a writer; each is measured separately. */
const EDITS: readonly ((document: ArrowDocument) => ArrowDocument)[] = [
  (document) => updateNode(document, 103, { data: { character: 30, lines: ['Another line', '{courage}'], playable: true } }),
  (document) => createNode(document, { type: 'dialog', scene: 3, offset: [10, 10] }).document,
  (document) => connect(document, [107, 1, 110, 0]),
  (document) => removeResources(document, [2111, 2112, 2113]),
  (document) => updateVariable(document, 20, { name: 'nerve' })
]

/** The times for opening, checking, saving and editing a large Arrow document, in ms. */
export function measureArrow(rounds: number): Reading[] {
  const text = writeArrow(largeDocument())
  const [open, save, edit, lint]: [number[], number[], number[], number[]] = [[], [], [], []]
  const timed = <T>(into: number[], counts: boolean, work: () => T): T => {
    const begun = performance.now()
    const result = work()
    if (counts) into.push(performance.now() - begun)
    return result
  }
  // The first round doesn't count, because the interpreter gets faster while it runs.
  for (let round = 0; round <= rounds; round++) {
    const { document } = timed(open, round > 0, () => readArrow(text))
    timed(save, round > 0, () => writeArrow({ ...document }))
    timed(lint, round > 0, () => lintDocument({ ...document }))
    for (const change of EDITS) timed(edit, round > 0, () => change(document))
  }
  return [reading(ARROW_OPEN, open), reading(ARROW_SAVE, save), reading(ARROW_LINT, lint), reading(ARROW_EDIT, edit)]
}
