import type { NameKind, RemovedNames } from '../../shared/contract/language-calls'
import type { Reference } from '../../shared/contract/world-edits'
import { Problem } from '../../shared/base/problem'
import { fileAt, isArrowPath } from '../../shared/story/layout'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import { counted } from '../../shared/words/labels'
import type { FileNames } from './file-names'
import type { NameIndex, Texts } from './name-index'
import type { NameSpan } from './name-patterns'
import { placesIn, without, type NamePlace } from './name-places'

type RemovedKind = RemovedNames['kind']

/** A use of a removed name. `cut`: what goes with it; undefined if only its author can change it. */
interface Use {
  file: FileNames
  span: NameSpan
  cut?: readonly string[]
}

/**
 * The files without facts, items or tables. Throws Problem `refused`: if something names them (data.references), unless `anyway`, which removes that
 * too; and always if code, an expression or an effect names them.
 */
export function planRemoval(
  index: NameIndex,
  texts: Texts,
  { kind, ids }: RemovedNames,
  anyway: boolean
): { files: Map<string, string | null>; summary: string } {
  const noun = KIND_NOUNS[kind]
  const missing = ids.find((id) => !index.defines({ kind, id }))
  if (missing !== undefined) throw new Problem('not-found', `There is no ${noun} “${missing}” any more. Look at the list again.`, { id: missing })
  const files = new Map<string, string | null>()
  for (const id of ids) for (const file of kind === 'table' ? index.definitionFiles({ kind, id }) : []) files.set(file.path, null)
  const uses = usesOf(index, kind, ids).filter(({ file }) => !files.has(file.path))
  const own = (use: Use): boolean => use.cut !== undefined && isOwn(kind, use)
  const [first = ''] = ids
  const title = titleOf(index, kind, first)
  const named = ids.length === 1 ? `The ${noun} “${title}”` : `${ids.length} ${noun}s`
  const fixed = uses.filter(({ cut }) => !cut)
  if (fixed.length > 0)
    throw new Problem('refused', `${named} can't be removed, because ${sentence(fixed)}. Change that first.`, references(fixed, index))
  const others = uses.filter((use) => !own(use))
  if (others.length > 0 && !anyway)
    throw new Problem('refused', `${named} can't be removed yet, because ${sentence(others)}. Change that first, or remove it with these.`, {
      ...references(others, index),
      anyway: true
    })
  const byFile = new Map<string, (readonly string[])[]>()
  for (const { file, cut } of uses) if (cut) byFile.set(file.path, [...(byFile.get(file.path) ?? []), cut])
  for (const [path, cuts] of byFile) files.set(path, without(path, texts.get(path) ?? '', cuts))
  return { files, summary: ids.length === 1 ? `Removed the ${noun} “${title}”` : `Removed ${counted(ids.length, noun)}` }
}

/** Whether a use is the thing itself: a fact's value in the state of the world, an item's entry. */
const isOwn = (kind: RemovedKind, { file, span }: Use): boolean => span.defines && (kind !== 'fact' || fileAt(file.path)?.kind === 'state')

function usesOf(index: NameIndex, kind: RemovedKind, ids: readonly string[]): Use[] {
  const byFile = new Map<FileNames, NameSpan[]>()
  for (const id of ids) for (const { file, span } of index.spans({ kind, id })) byFile.set(file, [...(byFile.get(file) ?? []), span])
  return [...byFile].flatMap(([file, spans]) => {
    const places =
      isArrowPath(file.path) || file.path.endsWith('.ts')
        ? []
        : placesIn(
            file.path,
            file.text,
            spans.map(({ start }) => start)
          )
    return spans.map((span, i): Use => {
      const cut = span.form === 'yaml' ? cutOf(file, places[i]) : undefined
      return { file, span, ...(cut ? { cut } : {}) }
    })
  })
}

/** The kinds of files whose values may be left out. In others, such as an action, a rule would break. */
const CUT_IN: ReadonlySet<string | undefined> = new Set(['equipment', 'sheet', 'location', 'journeys', 'state', 'beliefs', 'storyEvent', 'diceTable'])

/** What goes when a name does: its entry in a map or list, or what has it as a value. Nothing below an effect. */
function cutOf({ path }: FileNames, place: NamePlace | undefined): readonly string[] | undefined {
  if (!place || !CUT_IN.has(fileAt(path)?.kind) || place.keys.includes('effect')) return undefined
  const { keys, isKey } = place
  const isThing = !isKey && keys[0] === 'inventory' && keys.at(-1) === 'item'
  return isThing ? keys.slice(0, -1) : keys
}

function titleOf(index: NameIndex, kind: NameKind, id: string): string {
  const [file] = index.definitionFiles({ kind, id })
  return (kind === 'table' ? file?.title : file?.titles?.get(`${kind} ${id}`)) ?? id
}

/** What a file is about, in game words where it has a name for readers. */
const subjectOf = ({ path, is, title }: FileNames): string =>
  is !== undefined && title !== undefined && is.kind !== 'note' ? `the ${KIND_NOUNS[is.kind]} “${title}”` : path

function sentence(uses: readonly Use[]): string {
  const subjects = [...new Set(uses.map(({ file }) => subjectOf(file)))]
  const more = subjects.length > 3 ? ` and ${counted(subjects.length - 3, 'more file')}` : ''
  return `${subjects.slice(0, 3).join(', ')}${more} ${subjects.length === 1 ? 'names' : 'name'} it`
}

const REFERENCES: Readonly<Partial<Record<NameKind, Reference['what']>>> = { character: 'actor', event: 'event', place: 'place' }

/** A sentence for each file that names something, and what that file is about, if a view can show it. */
function references(uses: readonly Use[], index: NameIndex): { references: string[]; about: (Reference | null)[] } {
  const byFile = [...new Map(uses.map((use) => [use.file, use])).values()]
  const words = ({ file, span }: Use): string =>
    subjectOf(file) === file.path
      ? `${file.path}: line ${index.places(file.path).range(span.start, span.end).line} names it`
      : `${subjectOf(file)} names it`
  const about = byFile.map(({ file: { is } }) => {
    const what = is && REFERENCES[is.kind]
    return is && what ? { what, id: is.id } : null
  })
  return { references: byFile.map(words), about }
}
