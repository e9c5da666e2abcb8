import type { NameKind, RemovedNames } from '../../shared/contract/language-calls'
import type { Reference } from '../../shared/contract/world-edits'
import { Problem } from '../../shared/base/problem'
import { fileAt, fileName, isArrowPath } from '../../shared/story/layout'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import { STORY_PARTS, type StoryKind } from '../../shared/story/story-state'
import { counted, listed } from '../../shared/words/labels'
import type { FileNames } from './file-names'
import type { NameIndex, Texts } from './name-index'
import type { NameSpan } from './name-patterns'
import { placesIn, without, type NamePlace } from './name-places'

type RemovedKind = RemovedNames['kind']

/** A use of a removed name, and where it is in the value of its file. `cut`: what goes with it; undefined if only its author can change it. */
interface Use {
  file: FileNames
  span: NameSpan
  keys: readonly string[]
  cut?: readonly string[]
}

/**
 * The files without things of one kind. Throws Problem `refused`: if something names them (data.references), unless `anyway`, which removes that
 * too; and always if code, an expression or an effect names them.
 */
export function planRemoval(
  index: NameIndex,
  texts: Texts,
  { kind, ids }: RemovedNames,
  anyway: boolean
): { files: Map<string, string | null>; summary: string } {
  const noun = KIND_NOUNS[kind]
  const subjects = new Subjects(index)
  const missing = ids.find((id) => !index.defines({ kind, id }))
  if (missing !== undefined) throw new Problem('not-found', `There is no ${noun} “${missing}” any more. Look at the list again.`, { id: missing })
  const files = new Map<string, string | null>()
  for (const id of ids) for (const file of kind === 'table' ? index.definitionFiles({ kind, id }) : []) files.set(file.path, null)
  const uses = usesOf(index, kind, ids).filter(({ file }) => !files.has(file.path))
  const own = (use: Use): boolean => isOwn(kind, ids, use)
  const [first = ''] = ids
  const title = subjects.title(kind, first)
  const named = ids.length === 1 ? `The ${noun} “${title}”` : `${ids.length} ${noun}s`
  const fixed = uses.filter((use) => !use.cut && !own(use))
  if (fixed.length > 0)
    throw new Problem(
      'refused',
      `${named} can't be removed, because ${subjects.sentence(fixed, ids.length)}. Change that first.`,
      subjects.references(fixed)
    )
  const others = uses.filter((use) => !own(use))
  if (others.length > 0 && !anyway)
    throw new Problem(
      'refused',
      `${named} can't be removed yet, because ${subjects.sentence(others, ids.length)}. Change that first, or remove it with these.`,
      {
        ...subjects.references(others),
        anyway: true
      }
    )
  const byFile = new Map<string, (readonly string[])[]>()
  for (const { file, cut } of uses) if (cut) byFile.set(file.path, [...(byFile.get(file.path) ?? []), cut])
  for (const [path, cuts] of byFile) files.set(path, without(path, texts.get(path) ?? '', cuts))
  return { files, summary: ids.length === 1 ? `Removed the ${noun} “${title}”` : `Removed ${counted(ids.length, noun)}` }
}

/** Whether a use is the thing itself, or within its entry. */
function isOwn(kind: RemovedKind, ids: readonly string[], { file, span, keys: [first = '', second = ''] }: Use): boolean {
  const at = fileAt(file.path)?.kind
  if (kind === 'fact') return at === 'facts' || (span.defines && at === 'state')
  return kind === 'item' ? at === 'equipment' && ids.includes(first) : at === 'state' && ENTRY_KINDS.get(first) === kind && ids.includes(second)
}

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
      const place = places[i]
      const cut = span.form === 'yaml' ? cutOf(file, place) : undefined
      return { file, span, keys: place?.keys ?? [], ...(cut ? { cut } : {}) }
    })
  })
}

/** The kinds of files whose values may be left out. In others, such as an action, a rule would break. */
const CUT_IN: ReadonlySet<string | undefined> = new Set([
  'facts',
  'equipment',
  'sheet',
  'location',
  'journeys',
  'state',
  'beliefs',
  'storyEvent',
  'diceTable'
])

/** What goes when a name does: its entry in a map or list, or what has it as a value. Nothing below an effect. */
function cutOf({ path }: FileNames, place: NamePlace | undefined): readonly string[] | undefined {
  if (!place || !CUT_IN.has(fileAt(path)?.kind) || place.keys.includes('effect')) return undefined
  const { keys, isKey } = place
  const isThing = !isKey && keys[0] === 'inventory' && keys.at(-1) === 'item'
  // A relationship needs both of its ends.
  const isEnd = keys[0] === 'relationships' && keys.length === 3
  return isThing || isEnd ? keys.slice(0, -1) : keys
}

/** The files of a character whose names are the character's. */
const IN_CHARACTER: ReadonlySet<string | undefined> = new Set(['actor', 'beliefs', 'sheet'])
const ENTRY_KINDS: ReadonlyMap<string, StoryKind> = new Map(Object.entries(STORY_PARTS).map(([kind, part]) => [part, kind as StoryKind]))
const REFERENCES: Readonly<Partial<Record<NameKind, Reference['what']>>> = {
  character: 'actor',
  event: 'event',
  place: 'place',
  journey: 'journey',
  item: 'item',
  table: 'table',
  quest: 'quest',
  faction: 'faction',
  relationship: 'relationship',
  thread: 'thread'
}

/** What uses are about, in game words where they have a name for readers. */
class Subjects {
  constructor(private readonly index: NameIndex) {}

  title(kind: NameKind, id: string): string {
    if (kind === 'fact') return this.index.factTitle(id) ?? id
    const [file] = this.index.definitionFiles({ kind, id })
    const title = (kind === 'table' || kind === 'character' || kind === 'place' ? file?.title : file?.titles?.get(`${kind} ${id}`)) ?? id
    if (kind !== 'relationship') return title
    const end = (one: string): string =>
      (['character', 'faction', 'place'] as const).map((what) => this.title(what, one)).find((name) => name !== one) ?? one
    return title.split(' → ').map(end).join(' → ')
  }

  /** The thing that a use is part of. */
  #of({ file, keys: [part = '', id = ''] }: Use): { kind: NameKind; id: string; title: string } | undefined {
    const { path, is, title, titles } = file
    const at = fileAt(path)
    if (at && IN_CHARACTER.has(at.kind) && 'id' in at.parts) {
      const sheet = `${path.slice(0, path.lastIndexOf('/'))}/${fileName('sheet')}`
      return { kind: 'character', id: at.parts.id, title: this.index.files.get(sheet)?.title ?? at.parts.id }
    }
    const kind = at?.kind === 'state' ? ENTRY_KINDS.get(part) : undefined
    if (kind !== undefined) return { kind, id, title: kind === 'relationship' ? this.title(kind, id) : (titles?.get(`${kind} ${id}`) ?? id) }
    if (at?.kind === 'journeys') return { kind: 'journey', id: part, title: part }
    if (at?.kind === 'equipment') return { kind: 'item', id: part, title: titles?.get(`item ${part}`) ?? part }
    return is !== undefined && is.kind !== 'note' && title !== undefined ? { ...is, title } : undefined
  }

  #words(use: Use): string {
    const of = this.#of(use)
    return of ? `the ${KIND_NOUNS[of.kind]} “${of.title}”` : use.file.path
  }

  /** "the quest “Light” and world/STATE.yaml name it": the first three, and how many more. */
  sentence(uses: readonly Use[], removed: number): string {
    const all = [...new Set(uses.map((use) => this.#words(use)))]
    const shown = all.length > 3 ? [...all.slice(0, 3), `${all.length - 3} more`] : all
    return `${listed(shown)} ${all.length === 1 ? 'names' : 'name'} ${removed === 1 ? 'it' : 'them'}`
  }

  /** A sentence for each thing that names a removed one, and where it is shown. */
  references(uses: readonly Use[]): { references: string[]; about: Reference[] } {
    const found = new Map<string, Reference>()
    for (const use of uses) {
      const { file, span } = use
      const of = this.#of(use)
      const line = this.index.places(file.path).range(span.start, span.end).line
      const words = of ? `${this.#words(use)} names it` : `${file.path}: line ${line} names it`
      const what = of && REFERENCES[of.kind]
      if (!found.has(words)) found.set(words, of && what ? { what, id: of.id } : { what: 'file', id: file.path, line })
    }
    return { references: [...found.keys()], about: [...found.values()] }
  }
}
