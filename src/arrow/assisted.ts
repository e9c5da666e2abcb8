import { equal } from '../shared/base/json'
import { diffDocuments, type DocumentDiff } from './diff'
import { placeOf, type ArrowDocument, type ArrowId, type Connection } from './document'
import { change } from './json/members'
import { mergeDocuments, type MergedDocument } from './merge'
import { directReferences } from './references'
import { documentProblems } from './sound'
import { applyStep } from './step'

/** An assistant's request and its changes to a document that the designer may edit meanwhile. */
export interface AssistedRun {
  /** The document when the request began. */
  readonly start: ArrowDocument
  /** The document without the assistant's changes: the start, with the designer's own edits. */
  readonly base: ArrowDocument
  /** The document with both sets of changes. */
  readonly after: ArrowDocument
}

/** A request that has not changed anything yet. */
export const beginRun = (document: ArrowDocument): AssistedRun => ({ start: document, base: document, after: document })

/** Updates a request after the designer edited the document: the edits become part of the base. */
export function withEdits(run: AssistedRun, now: ArrowDocument): AssistedRun {
  if (now === run.after) return run
  const base = run.base === run.after ? now : revertRun(run, now).document
  return { ...run, base, after: now }
}

/** A document without a request's changes. Places that the designer has edited since stay as they are; `stayed` counts them. */
export interface RevertedRun {
  readonly document: ArrowDocument
  readonly stayed: number
}

/** Undoes all changes of a request and keeps what the designer did. If no change can be undone separately, the document stays as it is. */
export function revertRun({ base, after }: AssistedRun, now: ArrowDocument): RevertedRun {
  if (now === after) return { document: base, stayed: 0 }
  const step = applyStep(after, base, now)
  if ('document' in step) return { document: step.document, stayed: 0 }
  const { document, conflicts } = withoutRun(base, after, now)
  const before = new Set([...documentProblems(now), ...documentProblems(base)])
  const isSound = documentProblems(document).every((problem) => before.has(problem))
  return { document: isSound ? document : now, stayed: Math.max(conflicts, step.conflicts.length) }
}

/** Merges the undo with the designer's later edits. Whatever stays keeps the characters and variables that it names. */
function withoutRun(base: ArrowDocument, after: ArrowDocument, now: ArrowDocument): MergedDocument {
  const merged = mergeDocuments(after, now, base)
  const { resources } = merged.document
  const needed = new Set([...resources.nodes.values()].flatMap((node) => directReferences(node).map(({ id }) => id)))
  const kept = <T>(set: 'variables' | 'characters', of: ReadonlyMap<ArrowId, T>): ReadonlyMap<ArrowId, T> =>
    new Map([...of].filter(([id]) => needed.has(id)).concat([...(base.resources[set] as ReadonlyMap<ArrowId, T>)]))
  const { variables, characters } = now.resources
  if ([...needed].every((id) => (!variables.has(id) || resources.variables.has(id)) && (!characters.has(id) || resources.characters.has(id))))
    return merged
  const goal = change(base, {
    resources: change(base.resources, { variables: kept('variables', variables), characters: kept('characters', characters) })
  })
  return mergeDocuments(after, now, goal)
}

/** The name of the first of the designer's edits since the request began that another document would overwrite. `after` is the current document. */
export function overwrittenBy({ start, base, after }: AssistedRun, result: ArrowDocument): string | undefined {
  if (base === start) return undefined
  const [userDiff, assistantDiff] = [diffDocuments(start, base), diffDocuments(after, result)]
  for (const set of ['nodes', 'scenes', 'variables', 'characters'] as const) {
    const mine = new Map([
      ...userDiff[set].added.map((id) => [id, undefined] as const),
      ...userDiff[set].changed.map(({ id, members }) => [id, members] as const)
    ])
    const isMine = (id: ArrowId, members?: readonly string[]): boolean =>
      mine.has(id) && (members === undefined || (mine.get(id)?.some((one) => members.includes(one)) ?? true))
    const hit = assistantDiff[set].removed.find((id) => isMine(id)) ?? assistantDiff[set].changed.find(({ id, members }) => isMine(id, members))?.id
    if (hit !== undefined) return after.resources[set].get(hit)?.name ?? String(hit)
  }
  const cut = assistantDiff.connections.removed.find((one) => userDiff.connections.added.some((other) => equal(one, other)))
  if (cut) return after.resources.nodes.get(cut[0])?.name ?? String(cut[0])
  return assistantDiff.document.find((name) => userDiff.document.includes(name))
}

const hasConnection = (document: ArrowDocument, connection: Connection): boolean =>
  placeOf(document, connection[0])?.item.io?.some((one) => equal(one, connection)) ?? false

const diffs = new WeakMap<AssistedRun, DocumentDiff>()

/** The changes of a request that a document still contains; empty once they were undone. */
export function changesOf(run: AssistedRun, now: ArrowDocument): DocumentDiff {
  const { base, after } = run
  const diff = diffs.get(run) ?? diffDocuments(base, after)
  diffs.set(run, diff)
  if (now === after) return diff
  const setOf = (set: 'nodes' | 'scenes' | 'variables' | 'characters'): DocumentDiff['nodes'] => {
    const [was, is] = [base.resources[set], now.resources[set]]
    const isOther = (id: ArrowId): boolean => is.get(id) !== was.get(id) || (set === 'nodes' && placeOf(now, id)?.item !== placeOf(base, id)?.item)
    const { added, removed, changed } = diff[set]
    return {
      added: added.filter((id) => is.has(id)),
      removed: removed.filter((id) => !is.has(id)),
      changed: changed.filter(({ id }) => is.has(id) && isOther(id))
    }
  }
  return {
    nodes: setOf('nodes'),
    scenes: setOf('scenes'),
    variables: setOf('variables'),
    characters: setOf('characters'),
    connections: {
      added: diff.connections.added.filter((one) => hasConnection(now, one)),
      removed: diff.connections.removed.filter((one) => !hasConnection(now, one))
    },
    document: diff.document.filter((name) => now[name as 'title'] !== base[name as 'title'])
  }
}
