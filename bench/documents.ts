import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROOT } from '../src/main/place'
import {
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  connect,
  type Connection,
  countReach,
  createNode,
  lintDocument,
  type MapItem,
  readArrow,
  removeResources,
  updateNode,
  updateVariable,
  writeArrow
} from '../src/arrow'
import { checkNarratorOutput } from '../src/shared/narrator/check'
import { type Bench, ms, type Row, timed, times } from './measure'

const NODES = 5000
const IN_SCENE = 500

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
    const io: Connection[] = (i + 1) % IN_SCENE === 0 ? [] : [[id, 0, id + 1, 0]]
    map.set(id, { offset: [300 * (i % IN_SCENE), 120 * (i % 7)], ...(io.length > 0 && { io }) })
  }
  const scenes = new Map([...maps].map(([id, map]) => [id, { name: `Scene ${id}`, entry: 100 + id * IN_SCENE, map }]))
  const usersOf = (resource: ArrowId): ArrowId[] => [...nodes].flatMap(([id, node]) => (node.ref?.includes(resource) ? [id] : []))
  return {
    title: 'A long story',
    entry: 100,
    meta: { chapter: 0, authors: new Map([[0, ['Bench', 100 + NODES]]]), last_save: null, editor: '3.1.0' },
    resources: {
      scenes,
      nodes,
      variables: new Map([[20, { name: 'courage', type: 'num' as const, init: 0, use: usersOf(20) }]]),
      characters: new Map([[30, { name: 'Mira', color: 'aa3344', tags: { mood: 'calm' }, use: usersOf(30) }]])
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

/** Opening, checking, saving and editing a large Arrow document, and playing one at random. */
export async function measureArrow({ rounds }: Bench): Promise<Row[]> {
  const text = writeArrow(largeDocument())
  const [open, save, edit, lint]: [number[], number[], number[], number[]] = [[], [], [], []]
  await times(rounds * 4, (round) => {
    // The first round doesn't count.
    const into = (list: number[]): number[] => (round === 0 ? [] : list)
    const { document } = timed(into(open), () => readArrow(text))
    timed(into(save), () => writeArrow({ ...document }))
    timed(into(lint), () => lintDocument({ ...document }))
    for (const change of EDITS) timed(into(edit), () => change(document))
  })
  const folder = join(APP_ROOT, 'src/arrow/fixtures')
  const texts = readdirSync(folder)
    .filter((name) => /\.arrow(-project\.json)?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const { document } = readArrow(texts.toSorted((a, b) => b.length - a.length)[0] ?? '')
  const plays = await times(Math.min(2, rounds), (round) => {
    const counting = countReach(document, { runs: 10_000, steps: 200, seed: round + 1 })
    while (!counting.next().done);
  })
  const of = `an Arrow document of ${NODES} nodes`
  return [
    ms(`${of} opens`, open, 300),
    ms(`${of} is saved`, save, 150),
    ms(`${of} is checked by every rule`, lint, 300),
    ms(`one edit of ${of}`, edit, 16),
    ms('10,000 random plays of the largest Arrow document that tests have', plays, 10_000)
  ]
}

/** Checking a narrator's output of 1 MB: paragraphs with answers within answers. */
export async function measureNarrator({ rounds }: Bench): Promise<Row[]> {
  const answer = (depth: number): object => ({
    text: 'The rope lies in the mud beside the boat.',
    clickable: Object.fromEntries(
      ['rope', 'the mud', 'boat'].map((words) => [
        words,
        { speaks: `What of ${words}?`, intent: 'explore', ...(depth === 0 ? { waitingMessage: 'She thinks.' } : { response: answer(depth - 1) }) }
      ])
    )
  })
  const paragraph = answer(3)
  const narration = Array.from({ length: Math.ceil((1 << 20) / JSON.stringify(paragraph).length) }, () => paragraph)
  const location = { place: 'ferry', name: 'The ferry', region: 'The Saltings', time: 'dusk' }
  const scene = { id: 'ferry-1', location, present: [], atmosphere: [], narration, voices: [] }
  const output = JSON.stringify({ scene, time_elapsed: '20-30 minutes' })
  const all = await times(rounds * 4, () => {
    const { violations } = checkNarratorOutput(output)
    if (violations.length > 0) throw new Error(`The output for the bench is at fault: ${violations[0]?.path} ${violations[0]?.message}`)
  })
  return [ms('a scene tree of 1 MB is checked', all, 100)]
}
