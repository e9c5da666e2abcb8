import { Problem } from '../shared/base/problem'
import {
  type ArrowCharacter,
  type ArrowDocument,
  type ArrowId,
  type ArrowMeta,
  type ArrowNode,
  type ArrowObject,
  type ArrowResources,
  type ArrowScene,
  type ArrowValue,
  type ArrowVariable,
  type MapItem,
  SURROUND
} from './document'
import { offsetOf } from './json/locate'
import { objectOf } from './json/members'
import { printJson } from './json/printer'
import { JsonFault, lineAndColumn, parseJson, type JsonMap, type JsonReading, type JsonTree } from './json/reader'
import { migrate } from './migrate'
import { duplicateWords, hidingDuplicates } from './duplicates'
import { sourceOf } from './write'
import { faultIn, type TreeFault } from './validate'

/** The result of reading a document. */
export interface ArrowReading {
  readonly document: ArrowDocument
  /** Values that were read differently from their text, such as `1.9` as 1, with their places. A save with changes writes the values as read. */
  readonly findings: readonly Problem[]
  /** The migrations from an older version, one sentence each. */
  readonly migrated: readonly string[]
}

/** The size of the largest document that is read, in UTF-16 units. */
export const MAX_DOCUMENT = 32 << 20
/** The maximum number of duplicates that are described. */
const MAX_DUPLICATES = 100

/**
 * Reads a document of Arrow 1, 2 or 3. Keeps unknown members, node types and the order of everything. Throws a Problem (`bad-file`) with the path,
 * the line and one sentence if Arrow wouldn't open the text or would lose a part of it; `repairOf` may offer a repair then.
 */
export function readArrow(text: string): ArrowReading {
  const { duplicates, ...reading } = readLastOfEqual(text)
  const [first] = duplicates
  if (first)
    throw new Problem('bad-file', `Line ${first.line}: ${first.message}`, { line: first.line, column: first.column, arrowCode: 'PARSE_ERROR' })
  return reading
}

/** A value that another one of the same name hides: where that stands, and one sentence. */
interface HiddenValue {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Reads a document as Arrow does: of equal names in an object the last one counts. `duplicates` says which values that hides. */
export function readLastOfEqual(text: string): ArrowReading & { readonly duplicates: readonly HiddenValue[] } {
  const reading = parse(text)
  const root = reading.value
  const place = (offset: number): Record<string, unknown> => ({ ...lineAndColumn(text, offset), arrowCode: 'PARSE_ERROR' })
  if (!(root instanceof Map)) throw notADocument(reading.around[0].length, text)
  const hiding = hidingDuplicates(reading).slice(0, MAX_DUPLICATES)
  const findings = reading.remarks.flatMap(({ message, offset }) => {
    if (hiding.some((one) => one.offset === offset)) return []
    const at = place(offset)
    return new Problem('bad-file', `Line ${String(at['line'])}: ${message}`, { ...at, level: 'remark' })
  })
  const migrated = migrate(root)
  const fault = faultIn(root)
  if (fault) throw asProblem(fault, text)
  const document = documentOf(root, reading.around)
  sourceOf.set(document, text)
  const duplicates = hiding.map((one) => ({ ...lineAndColumn(text, one.offset), message: duplicateWords(root, one) }))
  return { document, findings, migrated, duplicates }
}

const notADocument = (offset: number, text: string): Problem =>
  asProblem(
    { path: [], message: 'The file contains JSON, but no Arrow document. An Arrow document is an object with a title, an entry and resources.' },
    text,
    offset
  )

function parse(text: string): JsonReading {
  if (text.length > MAX_DOCUMENT) {
    throw new Problem('bad-file', `The document is larger than ${MAX_DOCUMENT >> 20} MB. Split it into chapters in Arrow.`, {
      arrowCode: 'PARSE_ERROR'
    })
  }
  try {
    return parseJson(text)
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    if (text.trim() === '')
      throw new Problem('bad-file', 'The file is empty. Delete it, or create a new document.', { line: 1, column: 1, arrowCode: 'PARSE_ERROR' })
    if (/^[^\0]\0[^\0]\0/.test(text))
      throw new Problem('bad-file', 'The file is UTF-16 text. Save it as UTF-8.', { line: 1, column: 1, arrowCode: 'PARSE_ERROR' })
    // Binary projects begin with the length of what follows and its type, which has zero bytes.
    if ((/^[^\t\n\r -~]/.test(text) && !text.startsWith('\uFEFF')) || text.slice(0, 8).includes('\0')) {
      throw new Problem('bad-file', 'The file is not text. If it is a binary project of Arrow 1, open it there and save it as JSON.', {
        arrowCode: 'PARSE_ERROR'
      })
    }
    const isConflict =
      /^(?:<{7}|={7}|>{7})(?:[ \r\n]|$)/.test(text.slice(fault.offset, fault.offset + 8)) && /(?:^|\n)$/.test(text.slice(0, fault.offset))
    const message = isConflict ? 'A merge left both versions in the file. Choose one of them between “<<<<<<<” and “>>>>>>>”.' : `${fault.message}.`
    throw asProblem({ path: [], message }, text, fault.offset)
  }
}

/** Converts a fault to a Problem that names the path and the line. */
function asProblem({ path, message }: TreeFault, text: string, offset = offsetOf(text, path)): Problem {
  const { line, column } = lineAndColumn(text, offset)
  const where = path.length > 0 ? `${path.join('.')} (line ${line})` : `Line ${line}, column ${column}`
  return new Problem('bad-file', `${where}: ${message}`, { path: path.map(String), line, column, arrowCode: 'PARSE_ERROR' })
}

const branch = (tree: JsonTree | undefined): JsonMap => (tree instanceof Map ? tree : new Map<string, JsonTree>())

/** A validated tree as a document. */
export function documentOf(root: JsonMap, around: readonly [string, string]): ArrowDocument {
  const document = object(root, { meta: () => metaOf(branch(root.get('meta'))), resources: (sets) => resourcesOf(branch(sets)) })
  return Object.assign(document, { [SURROUND]: around }) as ArrowDocument
}

/** Validated sets of resources. */
export const resourcesOf = (sets: JsonMap): ArrowResources =>
  object(sets, {
    scenes: (set) => byId(set, sceneOf),
    nodes: (set) => byId(set, (node) => object(branch(node)) as ArrowNode),
    variables: (set) => byId(set, (variable) => object(branch(variable)) as ArrowVariable),
    characters: (set) => byId(set, characterOf)
  }) as ArrowResources

/** An object with the members of a branch in their order; `members` gives the readers of special members. */
function object(from: JsonMap, members: { readonly [name: string]: (tree: JsonTree) => unknown } = {}): object {
  return objectOf(
    [...from].map(([name, tree]) => [name, (Object.hasOwn(members, name) ? members[name]?.(tree) : valueOf(tree)) as ArrowValue] as const)
  )
}

/** A tree as a value of a document. */
export function valueOf(tree: JsonTree): ArrowValue {
  if (Array.isArray(tree)) return tree.map(valueOf)
  return tree instanceof Map ? (object(tree) as ArrowObject) : tree
}

const byId = <T>(tree: JsonTree, read: (tree: JsonTree) => T): ReadonlyMap<ArrowId, T> =>
  new Map([...branch(tree)].map(([id, inner]) => [Number(id), read(inner)] as const))

const metaOf = (meta: JsonMap): ArrowMeta =>
  object(meta, { authors: (authors) => byId(authors, (author) => valueOf(author) as unknown as readonly [string, number]) })
const sceneOf = (scene: JsonTree): ArrowScene =>
  object(branch(scene), { map: (map) => byId(map, (item) => object(branch(item)) as MapItem) }) as ArrowScene
/** The tags of a character are texts; a number or a boolean counts as its text. */
const characterOf = (character: JsonTree): ArrowCharacter =>
  object(branch(character), {
    tags: (tags) => objectOf([...branch(tags)].map(([key, value]) => [key, typeof value === 'string' ? value : printJson(valueOf(value))] as const))
  }) as ArrowCharacter
