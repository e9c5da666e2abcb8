import { isObject, own } from '../../../shared/base/json'
import { fileAt, type FileKind, type PathParts } from '../../../shared/story/layout'
import { objectOrEmpty, readNote } from '../../campaign/notes/note'
import { parseYaml } from '../../campaign/yaml-splice'
import { Problem } from '../../../shared/base/problem'
import { counted } from '../../../shared/words/labels'
import { nameOf } from '../../engine/people'
import { type Side, type Sides, changeTexts, shortened, differing, named, valueText, sentence, type DifferenceLine } from './sides'
/** The two sides, for the names of things. */
type Named = Pick<Sides, 'a' | 'b'>
type Change = 'added' | 'changed' | 'removed'
/** The end of a sentence about a changed file, after its name. */
const ENDS: Record<Change, string> = { added: 'is new', changed: 'has changed', removed: 'is gone' }

/** The heading for a kind of file, and the sentences about a change to it. */
interface FileWording<K extends FileKind> {
  heading: 'notes' | 'rules' | 'beliefs' | 'log'
  subject?: (parts: PathParts<K>, sides: Named, path: string) => string
  linesFor: (parts: PathParts<K>, sides: Sides, change: Change, path: string) => string[]
}

const one = <K extends FileKind>(
  heading: FileWording<K>['heading'],
  words: (parts: PathParts<K>, sides: Named, path: string) => string
): FileWording<K> => ({
  heading,
  subject: words,
  linesFor: (parts, sides, change, path) => [`${words(parts, sides, path)} ${ENDS[change]}`]
})
/** A summary, with the first words that differ. */
const summary = <K extends FileKind>(words: (parts: PathParts<K>) => string): FileWording<K> => ({
  heading: 'notes',
  linesFor: (parts, sides, change, path) => [`${words(parts)} ${ENDS[change]}${change === 'changed' ? firstDifference(sides, path) : ''}`]
})

/** The first lines of a text that differ: `: “was” → “is”`. Empty if only blank lines do. */
function firstDifference({ a, b }: Sides, path: string): string {
  const [was, is] = [a, b].map((side) => (side.text(path) ?? '').split('\n').filter((line) => line.trim() !== ''))
  const same = common(was ?? [], is ?? [])
  const [had, has] = [was?.[same], is?.[same]]
  if (had === undefined && has === undefined) return ''
  const quoted = (line: string | undefined): string => (line === undefined ? 'nothing' : `“${shortened(line)}”`)
  return `: ${quoted(had)} → ${quoted(has)}`
}

const noteTitle = ({ a, b }: Named, path: string): string => readNote(b.text(path) ?? a.text(path) ?? '', path).title
const name = ({ a, b }: Named, id = ''): string => (own(b.state.actors, id) ? nameOf(b.state, id) : nameOf(a.state, id))
const regionName = ({ a, b }: Named, id: string): string => (own(b.state.regions, id) ?? own(a.state.regions, id))?.name ?? id
/** A scene by the numbers in its path: "scene 2 of session 1". */
const sceneWords = (session = '', scene = ''): string => `scene ${Number(scene)} of session ${session}`

const FILE_WORDINGS: { readonly [K in FileKind]?: FileWording<K> } = {
  playerNote: one('notes', ({ player }, sides, path) => `${name(sides, player)}'s note “${noteTitle(sides, path)}”`),
  actor: one('notes', ({ id }, sides) => `The text about ${name(sides, id)}`),
  timeline: { heading: 'notes', linesFor: ({ id }, sides, _, path) => remembered(id, sides, path) },
  beliefs: { heading: 'beliefs', linesFor: ({ id }, sides, change, path) => believed(id, sides, change, path) },
  region: one('notes', ({ region }, sides) => `The text about the region ${regionName(sides, region)}`),
  map: one('notes', ({ region }, sides) => `Where things stand on the map of ${regionName(sides, region)}`),
  storyEvent: one(
    'notes',
    ({ id }, { a, b }) => `The story event “${[...b.lore.story, ...a.lore.story].find((event) => event.id === id)?.title ?? id}”`
  ),
  ruling: one('notes', (_, sides, path) => `The ruling “${noteTitle(sides, path)}”`),
  topic: one('notes', (_, sides, path) => `The DM's note “${noteTitle(sides, path)}”`),
  worldNote: one('notes', (_, sides, path) => `The DM's note “${noteTitle(sides, path)}”`),
  about: one('notes', () => 'The text about the campaign'),
  summary: summary(() => 'The summary of the campaign'),
  sessionSummary: summary(({ session }) => `The summary of session ${session}`),
  sceneSummary: summary(({ session, scene }) => `The summary of ${sceneWords(session, scene)}`),
  log: { heading: 'log', linesFor: (at, sides, _, path) => logged(at, sides, path) },
  laterLog: { heading: 'log', linesFor: (at, sides, _, path) => logged(at, sides, path) },
  scene: one('log', ({ session, scene }) => `The text about ${sceneWords(session, scene)}`),
  talk: one('log', ({ session, scene, player }) => `${player}'s private talk in ${sceneWords(session, scene)}`),
  manifest: one('rules', () => "The game's manifest"),
  action: one('rules', ({ id }) => `The action ${id}`),
  yamlAction: one('rules', ({ id }) => `The action ${id}`),
  condition: one('rules', ({ id }, sides) => `The condition ${own(named(sides, 'conditions'), id)?.name ?? id}`),
  diceTable: one('rules', ({ id }) => `The table ${id}`),
  equipment: one('rules', ({ id }) => `The equipment in ${id}.yaml`),
  otherRule: one('rules', ({ file }) => `The rules file ${file}`),
  table: one('notes', () => 'The table settings (table.yaml)')
}

/** What a file is, in the game's words: "The action climb", "Wren's note “Stairs”"; undefined for a file that has none. */
export function fileSubject(path: string, sides: Named): string | undefined {
  const at = fileAt(path)
  return at && FILE_WORDINGS[at.kind]?.subject?.(at.parts as PathParts<FileKind>, sides, path)
}

/** Changed text files: notes, prose, memories, beliefs, summaries, rules and logs. */
export function written(sides: Sides): DifferenceLine[] {
  const lines: DifferenceLine[] = []
  for (const [path, change] of [...sides.changed].toSorted(([x], [y]) => (x < y ? -1 : 1))) {
    const at = fileAt(path)
    const telling = at && FILE_WORDINGS[at.kind]
    if (!telling) continue
    const sentences = telling.linesFor(at.parts as PathParts<FileKind>, sides, change, path)
    for (const [i, words] of sentences.entries()) lines.push(sentence(telling.heading, `${path} ${i}`, words, [path]))
  }
  return lines
}

/** The entries of a list file, one a line. */
const entries = (side: Side, path: string): string[] => (side.text(path) ?? '').split('\n').filter((line) => line.startsWith('- '))

/** The number of entries that two lists share at their beginning. */
function common(x: readonly string[], y: readonly string[]): number {
  let n = 0
  while (n < x.length && n < y.length && x[n] === y[n]) n++
  return n
}

function remembered(who: string, sides: Sides, path: string): string[] {
  const [was, is] = [entries(sides.a, path), entries(sides.b, path)]
  const same = common(was, is)
  const parts = [
    ...(is.length > same ? [`${counted(is.length - same, 'thing')} more`] : []),
    ...(was.length > same ? [`${counted(was.length - same, 'thing')} no more`] : [])
  ]
  return [
    parts.length > 0 ? `${name(sides, who)} remembers ${parts.join(', and ')}` : `The file of what ${name(sides, who)} remembers has another format`
  ]
}

/** The words of a log line; undefined if it is not an entry, or has no words. */
function textOf(entry = ''): string | undefined {
  try {
    const { text } = JSON.parse(entry.slice(2)) as { text?: unknown }
    return typeof text === 'string' && text.trim() !== '' ? `“${shortened(text)}”` : undefined
  } catch {
    return undefined
  }
}

function logged({ session, scene, part }: PathParts<'log'> & { part?: string }, sides: Sides, path: string): string[] {
  const [was, is] = [entries(sides.a, path), entries(sides.b, path)]
  const same = common(was, is)
  const of = `The log of ${sceneWords(session, scene)}${part ? `, part ${part}` : ''}`
  if (was.length === 0) return [`${of} is new: ${counted(is.length, 'line')}`]
  if (is.length === 0) return [`${of} is gone: ${counted(was.length, 'line')}`]
  if (same === was.length && same === is.length) return [`${of} has another format`]
  if (same === was.length) return [`${of} has ${counted(is.length - same, 'line')} more`]
  if (same === is.length) return [`${of} has ${counted(was.length - same, 'line')} fewer`]
  const [had, has] = [textOf(was[same]), textOf(is[same])]
  const words = had === has || had === undefined || has === undefined ? '' : `: ${had} → ${has}`
  const [left, added] = [was.length - same, is.length - same]
  const lengths = left === added ? '' : `, and ${counted(left, 'line')} there ${left === 1 ? 'has' : 'have'} become ${added}`
  return [`${of} differs from line ${same + 1} on${lengths}${words}`]
}

/** An actor's beliefs by subject. A file in any other form counts as one change. */
function believed(who: string, sides: Sides, change: Change, path: string): string[] {
  const [was, is] = [beliefs(sides.a, path), beliefs(sides.b, path)]
  if (!was || !is) return [`What ${name(sides, who)} believes ${ENDS[change]}`]
  const edits = differing(was, is).map(({ id, was: had, is: has }) => {
    if (has === undefined) return `${name(sides, who)} no longer believes anything about “${id}”`
    if (had === undefined) return `${name(sides, who)} now believes about “${id}”: ${valueText(has)}`
    return `${name(sides, who)}, about “${id}”: ${changeTexts(had, has).join(', ')}`
  })
  return edits.length > 0 ? edits : [`The file of what ${name(sides, who)} believes has another format`]
}

function beliefs(side: Side, path: string): Record<string, unknown> | undefined {
  try {
    const value = parseYaml(side.text(path) ?? '', path)
    return value === null ? {} : isObject(value) ? objectOrEmpty(value) : undefined
  } catch (thrown) {
    if (thrown instanceof Problem) return undefined
    throw thrown
  }
}
