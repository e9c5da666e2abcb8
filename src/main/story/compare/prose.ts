import { isMap, mapOf, readNote } from '../../campaign/notes/note'
import { parseYaml } from '../../campaign/yaml-splice'
import { Problem } from '../../../shared/problem'
import { nameOf } from '../../engine/people'
import type { Side, Sides } from './sides'
import { changesSaid, differing, said, sentence, type Told } from './words'

type Change = 'added' | 'changed' | 'removed'
/** How a file's change is told, behind what it is called. */
const ENDS: Record<Change, string> = { added: 'is new', changed: 'has changed', removed: 'is gone' }

/** What a kind of file is called, by its path; the first that fits. */
interface Kind {
  path: RegExp
  kind: 'notes' | 'rules' | 'beliefs' | 'log'
  told: (found: RegExpExecArray, sides: Sides, change: Change, path: string) => string[]
}

const one = (words: (found: RegExpExecArray, sides: Sides, path: string) => string): Kind['told'] => {
  return (found, sides, change, path) => [`${words(found, sides, path)} ${ENDS[change]}`]
}
const noteTitle = ({ a, b }: Sides, path: string): string => readNote(b.text(path) ?? a.text(path) ?? '', path).title
const name = ({ a, b }: Sides, id = ''): string => (b.state.actors[id] ? nameOf(b.state, id) : nameOf(a.state, id))
/** A scene of a path, "scene 2 of session 1". */
const sceneWords = (session = '', scene = ''): string => `scene ${Number(scene)} of session ${session}`

const KINDS: readonly Kind[] = [
  {
    path: /^player-notes\/([^/]+)\/.+\.md$/i,
    kind: 'notes',
    told: one(([, who], sides, path) => `${name(sides, who)}'s note “${noteTitle(sides, path)}”`)
  },
  {
    path: /^world\/(?:players|npcs)\/([^/]+)\/ABOUT\.md$/,
    kind: 'notes',
    told: one(([, who], sides) => `What is written about ${name(sides, who)}`)
  },
  { path: /^world\/(?:players|npcs)\/([^/]+)\/TIMELINE\.yaml$/, kind: 'notes', told: remembered },
  { path: /^world\/(?:players|npcs)\/([^/]+)\/BELIEFS\.yaml$/, kind: 'beliefs', told: believed },
  {
    path: /^world\/regions\/([^/]+)\/ABOUT\.md$/,
    kind: 'notes',
    told: one(([, id = ''], { a, b }) => `What is written about the region ${(b.state.regions[id] ?? a.state.regions[id])?.name ?? id}`)
  },
  {
    path: /^world\/regions\/([^/]+)\/MAP\.yaml$/,
    kind: 'notes',
    told: one(([, id = ''], { a, b }) => `Where things stand on the map of ${(b.state.regions[id] ?? a.state.regions[id])?.name ?? id}`)
  },
  {
    path: /^world\/story\/([^/]+)\/ABOUT\.md$/,
    kind: 'notes',
    told: one(([, id = ''], { a, b }) => `The story event “${[...b.lore.story, ...a.lore.story].find((event) => event.id === id)?.title ?? id}”`)
  },
  { path: /^world\/rulings\/.+\.md$/, kind: 'notes', told: one((_, sides, path) => `The ruling “${noteTitle(sides, path)}”`) },
  { path: /^world\/.+\.md$/i, kind: 'notes', told: one((_, sides, path) => `The DM's note “${noteTitle(sides, path)}”`) },
  { path: /^ABOUT\.md$/, kind: 'notes', told: one(() => 'What is written about the campaign') },
  { path: /^SUMMARY\.md$/, kind: 'notes', told: one(() => 'The summary of the campaign') },
  { path: /^sessions\/session-(\d+)\/SUMMARY\.md$/, kind: 'notes', told: one(([, session]) => `The summary of session ${session}`) },
  {
    path: /^sessions\/session-(\d+)\/(\d+)-scene\/SUMMARY\.md$/,
    kind: 'notes',
    told: one(([, session, scene]) => `The summary of ${sceneWords(session, scene)}`)
  },
  { path: /^sessions\/session-(\d+)\/(\d+)-scene\/LOG(-\d+)?\.yaml$/, kind: 'log', told: logged },
  {
    path: /^sessions\/session-(\d+)\/(\d+)-scene\/([^/]+)\.md$/,
    kind: 'log',
    told: one(([, session, scene, who = '']) =>
      who === 'ABOUT' ? `What is written about ${sceneWords(session, scene)}` : `${who}'s private talk in ${sceneWords(session, scene)}`
    )
  },
  { path: /^rules\/manifest\.yaml$/, kind: 'rules', told: one(() => "The game's manifest") },
  { path: /^rules\/actions\/([^/]+)\.(?:ts|yaml)$/, kind: 'rules', told: one(([, id]) => `The action ${id}`) },
  { path: /^rules\/conditions\/([^/]+)\.yaml$/, kind: 'rules', told: one(([, id]) => `The condition ${id}`) },
  { path: /^rules\/tables\/([^/]+)\.yaml$/, kind: 'rules', told: one(([, id]) => `The table ${id}`) },
  { path: /^rules\/equipment\/([^/]+)\.yaml$/, kind: 'rules', told: one(([, id]) => `The equipment in ${id}.yaml`) },
  { path: /^rules\/(.+)$/, kind: 'rules', told: one(([, path]) => `The rules file ${path}`) },
  { path: /^table\.yaml$/, kind: 'notes', told: one(() => 'The table settings (table.yaml)') }
]

/** What is written: notes, prose, memories, beliefs, summaries, rules and logs, by the files that differ. */
export function written(sides: Sides): Told[] {
  const told: Told[] = []
  for (const [path, change] of [...sides.changed].toSorted(([x], [y]) => (x < y ? -1 : 1))) {
    const kind = KINDS.find((each) => each.path.test(path))
    const found = kind?.path.exec(path)
    if (!kind || !found) continue
    for (const [i, words] of kind.told(found, sides, change, path).entries()) told.push(sentence(kind.kind, `${path} ${i}`, words, [path]))
  }
  return told
}

/** Entries of a list that only grows, one a line. */
const entries = (side: Side, path: string): string[] => (side.text(path) ?? '').split('\n').filter((line) => line.startsWith('- '))

/** How many lines two lists have in common at their beginning. */
function common(x: readonly string[], y: readonly string[]): number {
  let n = 0
  while (n < x.length && n < y.length && x[n] === y[n]) n++
  return n
}

const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`

function remembered([, who]: RegExpExecArray, sides: Sides, _: Change, path: string): string[] {
  const [was, is] = [entries(sides.a, path), entries(sides.b, path)]
  const same = common(was, is)
  const parts = [
    ...(is.length > same ? [`${count(is.length - same, 'thing')} more`] : []),
    ...(was.length > same ? [`${count(was.length - same, 'thing')} no more`] : [])
  ]
  return [
    parts.length > 0 ? `${name(sides, who)} remembers ${parts.join(', and ')}` : `The file of what ${name(sides, who)} remembers has another format`
  ]
}

function logged([, session, scene, part]: RegExpExecArray, sides: Sides, _: Change, path: string): string[] {
  const [was, is] = [entries(sides.a, path), entries(sides.b, path)]
  const same = common(was, is)
  const of = `The log of ${sceneWords(session, scene)}${part ? `, part ${part.slice(1)}` : ''}`
  if (was.length === 0) return [`${of} is new: ${count(is.length, 'line')}`]
  if (is.length === 0) return [`${of} is gone: ${count(was.length, 'line')}`]
  if (same === was.length) return [`${of} has ${count(is.length - same, 'line')} more`]
  return [
    same === is.length
      ? `${of} has ${count(was.length - same, 'line')} less`
      : `${of}: the first ${count(same, 'line')} the same, then ${was.length - same} → ${is.length - same}`
  ]
}

/** Beliefs of somebody by what they are about; any other form of the file is told as a whole. */
function believed([, who]: RegExpExecArray, sides: Sides, change: Change, path: string): string[] {
  const [was, is] = [beliefs(sides.a, path), beliefs(sides.b, path)]
  if (!was || !is) return [`What ${name(sides, who)} believes ${ENDS[change]}`]
  const told = differing(was, is).map(({ id, was: had, is: has }) => {
    if (has === undefined) return `${name(sides, who)} no longer believes anything about “${id}”`
    if (had === undefined) return `${name(sides, who)} now believes about “${id}”: ${said(has)}`
    return `${name(sides, who)}, about “${id}”: ${changesSaid(had, has).join(', ')}`
  })
  return told.length > 0 ? told : [`The file of what ${name(sides, who)} believes has another format`]
}

function beliefs(side: Side, path: string): Record<string, unknown> | undefined {
  try {
    const value = parseYaml(side.text(path) ?? '', path)
    return value === null ? {} : isMap(value) ? mapOf(value) : undefined
  } catch (thrown) {
    if (thrown instanceof Problem) return undefined
    throw thrown
  }
}
