import type { CoverageEntry, CoverageKind } from '../../../shared/analysis/coverage'
import type { ArrowDocument } from '../../../arrow'
import { pathOf } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { documentsOf } from '../../campaign/arrow-documents'
import { type RulePlaces, rulePlaces } from '../../rules/counting/rule-places'
import { rulesIn } from '../edits/overlay'
import type { StoryReader } from '../reader'

/** Something that can be exercised, and the keys that count for it. `held` is the key for a YAML condition that held. */
export interface Subject {
  kind: CoverageKind
  entry: Omit<CoverageEntry, 'times'>
  keys: readonly string[]
  held?: string
}

/** The maximum number of versions of rules whose places are cached. */
const MAX_RULES = 3

/** Lists what a campaign's rules and world contain at a commit. The places in the rules are found once for each version. */
export class Subjects {
  readonly #rules = new Map<string, { subjects: Subject[]; unread: string[] }>()

  constructor(private readonly campaign: StoryReader) {}

  /** Everything that can be exercised at a root tree, in the order of its files. Throws Problem where the world can't be read. */
  at(tree: string): { subjects: Subject[]; unread: string[] } {
    const { past } = this.campaign
    const { state, lore } = past.files.at(tree)
    const { subjects, unread } = this.#rulesAt(tree)
    const bytesOf = (path: string): Buffer | undefined => past.bytes(tree, path)
    return { subjects: [...subjects, ...worldSubjects(state), ...storySubjects(lore, bytesOf)], unread }
  }

  #rulesAt(tree: string): { subjects: Subject[]; unread: string[] } {
    const { past, history } = this.campaign
    const oid = past.files.entry(tree, 'rules')?.oid ?? ''
    const known = this.#rules.get(oid)
    if (known) return known
    const places = rulePlaces(rulesIn(history, tree))
    const found = { subjects: ruleSubjects(places), unread: places.unread.map((file) => `rules/${file}`) }
    const [oldest] = this.#rules.keys()
    if (this.#rules.size >= MAX_RULES && oldest !== undefined) this.#rules.delete(oldest)
    this.#rules.set(oid, found)
    return found
  }
}

function ruleSubjects({ places, lists }: RulePlaces): Subject[] {
  const subjects: Subject[] = []
  for (const kind of ['action', 'condition', 'item', 'row'] as const)
    for (const [id, { name, file, line }] of lists[kind])
      subjects.push({ kind, entry: { id, label: name, place: { path: `rules/${file}`, line } }, keys: [`${kind} ${id}`] })
  for (const { key, file, line, end, kind, text } of places) {
    const place = { path: `rules/${file}`, line, ...(end > line ? { end } : {}) }
    const entry = { id: key, label: text, place, ...(kind === 'arm' ? { arm: true as const } : {}) }
    if (kind === 'condition') subjects.push({ kind: 'word', entry, keys: [`${key}\ttrue`, `${key}\tfalse`], held: `${key}\ttrue` })
    else subjects.push({ kind: kind === 'effect' ? 'word' : 'statement', entry, keys: [kind === 'effect' ? `${key}\t` : key] })
  }
  return subjects
}

const worldSubjects = ({ places }: GameState): Subject[] =>
  Object.entries(places).map(([id, { name, region }]) => ({
    kind: 'location',
    entry: { id, label: name, place: { path: pathOf('location', { region, id }), line: 1 } },
    keys: [`location ${id}`]
  }))

function storySubjects({ story }: Pick<Lore, 'story'>, bytesOf: (path: string) => Buffer | undefined): Subject[] {
  const events = story.map(({ id, title }): Subject => {
    return { kind: 'event', entry: { id, label: title, place: { path: pathOf('storyEvent', { id }), line: 1 } }, keys: [`event ${id}`] }
  })
  const documents = documentsOf({ story }, bytesOf)
  return [...events, ...documents.events.flatMap((event) => nodesOf(event, () => documents.read(event)))]
}

function nodesOf({ id, arrow }: Lore['story'][number], read: () => ArrowDocument): Subject[] {
  try {
    return [...read().resources.nodes].map(([node, { name, type }]) => ({
      kind: 'node',
      entry: { id: `${id} ${node}`, label: `${name} (${type})`, place: { path: arrow?.path ?? '', line: 1 }, node: String(node) },
      keys: [`node ${id} ${node}`]
    }))
  } catch (thrown) {
    // `check` reports the problem of the document.
    if (!(thrown instanceof Problem)) throw thrown
    return []
  }
}
