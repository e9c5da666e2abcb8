import type { VariableType } from '../../../arrow'
import type { Lore } from '../../../shared/story/lore'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { documentsOf } from '../../campaign/arrow-documents'
import { ifReadable } from '../../campaign/parsed-files'
import { variableConflicts, unmatched, unmatchedIn } from '../../engine/scene-cast'

/** The world to which documents are attached, with the bytes of its files. */
export interface AttachedDocuments {
  state: Pick<GameState, 'actors' | 'facts'>
  lore: Pick<Lore, 'story'>
  bytesOf: (path: string) => Buffer | undefined
}

/** A problem that keeps an attached document from being played. `file` is the file to correct. */
export interface AttachmentFault {
  what: 'missing' | 'clash' | 'character'
  file: string
  message: string
}

/**
 * The problems that keep the documents of story events from being played: a missing document, variables that can't be facts together, characters who
 * match no actor. Documents that can't be read are left out. A clash between two documents is reported on the one in `last`.
 */
export function attachmentFaults({ state, lore, bytesOf }: AttachedDocuments, last: ReadonlySet<string> = new Set()): AttachmentFault[] {
  const problems: AttachmentFault[] = []
  const shared = new Map<string, { type: VariableType; path: string }>()
  const documents = documentsOf(lore, bytesOf)
  for (const { id, document, arrow } of lore.story)
    if (document !== undefined && !arrow)
      problems.push({
        what: 'missing',
        file: aboutOf(id),
        message: `The Arrow document ${document} isn’t there. Name a file below world/ whose name ends with .arrow, or remove the line.`
      })
  const isLast = (path: string): number => (last.has(path) ? 1 : 0)
  const events = documents.events.toSorted((a, b) => isLast(a.arrow?.path ?? '') - isLast(b.arrow?.path ?? ''))
  for (const event of events) {
    const path = event.arrow?.path ?? ''
    const read = ifReadable(() => documents.read(event))
    if (!read) continue
    for (const message of variableConflicts(state, read, path, shared)) problems.push({ what: 'clash', file: path, message })
    for (const { name, type } of read.resources.variables.values()) if (!shared.has(name)) shared.set(name, { type, path })
    for (const one of unmatchedIn(state, event, read))
      problems.push({ what: 'character', file: aboutOf(event.id), message: unmatched(event, one).message })
  }
  return problems
}

const aboutOf = (event: string): string => `world/story/${event}/ABOUT.md`

/** The names of the variables of all attached documents that can be read. */
export function variableNames({ lore, bytesOf }: Pick<AttachedDocuments, 'lore' | 'bytesOf'>): string[] {
  const documents = documentsOf(lore, bytesOf)
  return documents.events.flatMap((event) => {
    const read = ifReadable(() => documents.read(event))
    return [...(read?.resources.variables.values() ?? [])].map(({ name }) => name)
  })
}

/** Throws Problem `refused` if an edit attaches or changes a document whose variables can't be facts. `edited`: the edit's paths. */
export function refuseConflicts(world: AttachedDocuments, edited: ReadonlySet<string>): void {
  const touched = new Set(
    world.lore.story.flatMap(({ id, arrow }) => (arrow && (edited.has(arrow.path) || edited.has(aboutOf(id))) ? [arrow.path] : []))
  )
  if (touched.size === 0) return
  const clash = attachmentFaults(world, touched).find(({ what, file }) => what === 'clash' && touched.has(file))
  if (clash) throw new Problem('refused', clash.message, { file: clash.file })
}
