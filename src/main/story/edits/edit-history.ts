import { lineTo } from '../../campaign/commit-line'
import type { Change, Commit, History } from '../../campaign/history'
import { parseBeatMessage } from '../../campaign/beat-message'
import { timeSlices } from '../../work/time-slices'
import type { UndoLabels, UndoDirection } from '../../../shared/contract/world-edits'
import type { Beat } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { isTableOwned } from './check-edit'
import { mergeSteps, type Decide, type FileStep, type Merged } from '../../campaign/world/merge'
import type { StoryEditor, StoryReader } from '../reader'

const VERBS: Record<UndoDirection, string> = { undo: 'Undo', redo: 'Redo' }

const MAX_NAMED = 3

/**
 * Undoes or redoes the designer's last edit on this line, as a new beat. Later beats remain. Throws Problem `refused` if there is nothing to undo or
 * redo, or if a later change conflicts (data.references); then nothing has changed.
 */
export async function undo(campaign: StoryEditor & { editHistory: EditHistory }, direction: UndoDirection): Promise<Beat> {
  const { commit } = campaign.snapshot
  const edit = (await campaign.editHistory.at(commit.id))[direction]
  if (!edit) throw new Problem('refused', direction === 'undo' ? 'This branch has no edit to undo.' : 'There is no edit to redo.')
  const label = editLabel(edit)
  const refused = (references: string[], remedy: string): Problem =>
    new Problem('refused', `Can't ${direction} “${label}”, because ${firstNames(references, '; ')}. ${remedy}`, { references })
  const { files, conflicts, modes } = undoneFiles(campaign, edit, commit.tree, direction)
  if (conflicts.length > 0) {
    const paths = [...new Set(conflicts.map(({ path }) => path))]
    throw refused(
      conflicts.map(({ what }) => what),
      `Edit ${firstNames(paths, ', ')} yourself instead.`
    )
  }
  try {
    const request = { kind: 'edit', action: direction, params: { edit: edit.id } } as const
    const { beat } = await campaign.edit(files, `${VERBS[direction]}: ${label}`, request, [], modes)
    return beat
  } catch (thrown) {
    // The files no longer fit together, because a newer change depends on the edit.
    if (!(thrown instanceof Problem) || (thrown.code !== 'bad-file' && thrown.code !== 'rule-failed')) throw thrown
    const reason = thrown.message.replace(/\. Write the id of a location\.$/, '').replace(/\.$/, '')
    throw refused([reason], `Correct that first, then ${direction} again.`)
  }
}

/** The first entries of a list as text, and the number of the others. */
function firstNames(all: readonly string[], separator: string): string {
  const more = all.length - MAX_NAMED
  return `${all.slice(0, MAX_NAMED).join(separator)}${more > 0 ? ` and ${more} more` : ''}`
}

/** The modes that these changes gave to files. */
export const modesOf = (changes: readonly Change[]): Map<string, number> =>
  new Map(changes.flatMap(({ path, from, to }) => (to && to.mode !== from?.mode ? [[path, to.mode]] : [])))

/** The files that an undo or redo of an edit would write to a tree, with their modes. */
export const undoneFiles = (campaign: StoryReader, edit: Commit, tree: string, direction: UndoDirection): EditedFiles =>
  mergedEdit(campaign, edit, direction, (path) => campaign.past.bytes(tree, path))

type EditedFiles = Merged & { modes: Map<string, number> }

/** The same over any files; `decide` settles what would be a conflict, and `here` gives a step the names that things have there. */
export function mergedEdit(
  campaign: StoryReader,
  edit: Commit,
  direction: UndoDirection,
  now: (path: string) => Buffer | undefined,
  decide?: Decide,
  here: (step: FileStep) => FileStep = (step) => step
): EditedFiles {
  const [parent] = edit.parents
  if (parent === undefined) throw new Problem('refused', "This beat created the campaign, so it can't be undone.")
  const ends = [campaign.history.commit(parent).tree, edit.tree] as const
  const [from, to] = direction === 'redo' ? ends : [ends[1], ends[0]]
  const changes = campaign.history.changed(from, to).filter(({ path }) => !isTableOwned(path))
  const steps: FileStep[] = changes
    .map(({ path }) => here({ path, from: campaign.past.bytes(from, path), to: campaign.past.bytes(to, path) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const merged = mergeSteps(steps, now, decide)
  for (const { path, from: was, to: is } of changes) {
    // Only the mode was changed, so the file keeps its content.
    const bytes = was && is && was.mode !== is.mode ? now(path) : undefined
    if (bytes && !merged.files.has(path)) merged.files.set(path, bytes)
  }
  return { ...merged, modes: modesOf(changes) }
}

/** The actions of beats that edit files, edit the world, or import a map. Undo recognizes edits by them. */
export const FILE_EDIT = 'edit'
export const WORLD_EDIT = 'edit-world'
export const WORLD_IMPORT = 'import-world'
/** The action of a beat that applies a narrator's mutations. */
export const NARRATOR_EDIT = 'apply-mutations'

/** Whether an action is undo or redo. */
export const isUndo = (action: string): action is 'undo' | 'redo' => action === 'undo' || action === 'redo'

/** An edit, an undo or a redo; `id` is the commit of the edit. */
export interface EditStep {
  what: 'edit' | 'undo' | 'redo'
  id: string
}

/** The latest step at or before a commit, and the commit before it. */
interface LatestStep {
  step: EditStep
  before: string | undefined
}

const MAX_KNOWN_COMMITS = 20_000

/** The designer's edits on a line of history, and the ones to which undo and redo apply next. Caches what it has read. */
export class EditHistory {
  readonly #known = new Map<string, LatestStep | 'nothing'>()

  constructor(private readonly history: History) {}

  /** The edits to which undo and redo apply at a commit. */
  async at(head: string): Promise<{ undo?: Commit; redo?: Commit }> {
    const settled = new Set<string>()
    let undo: string | undefined
    let redo: string | undefined
    let isRedoOpen = true
    for await (const { what, id } of this.#steps(head)) {
      if (!settled.has(id)) {
        settled.add(id)
        if (what !== 'undo') undo ??= id
        else if (isRedoOpen) redo ??= id
      }
      // A new edit ends the chance to redo earlier ones.
      if (what === 'edit') isRedoOpen = false
      if (undo !== undefined && (redo !== undefined || !isRedoOpen)) break
    }
    return { ...(undo === undefined ? {} : { undo: this.history.commit(undo) }), ...(redo === undefined ? {} : { redo: this.history.commit(redo) }) }
  }

  async labels(head: string): Promise<UndoLabels> {
    const { undo, redo } = await this.at(head)
    return { ...(undo ? { undo: editLabel(undo) } : {}), ...(redo ? { redo: editLabel(redo) } : {}) }
  }

  async *#steps(head: string): AsyncGenerator<EditStep> {
    for (let at: string | undefined = head; at !== undefined;) {
      const answer = await this.#next(at)
      if (answer === 'nothing') return
      yield answer.step
      at = answer.before
    }
  }

  /** The latest step at or before a commit. A line without an edit is read only once; each later beat adds only itself. */
  async #next(from: string): Promise<LatestStep | 'nothing'> {
    let result: LatestStep | 'nothing' = 'nothing'
    const yieldThread = timeSlices()
    for (const commit of lineTo(this.history, from)) {
      const known = this.#known.get(commit.id)
      const step = known ? undefined : editStepOf(commit)
      if (known ?? step) {
        result = known ?? { step: step as EditStep, before: commit.parents[0] }
        break
      }
      await yieldThread()
    }
    if (this.#known.size > MAX_KNOWN_COMMITS) this.#known.clear()
    this.#known.set(from, result)
    return result
  }
}

/** An edit's subject as a part of a sentence: "added Mill Pond". Subjects in older campaigns begin with "The designer". */
export const editLabel = (commit: Commit): string =>
  parseBeatMessage(commit)
    .beat.subject.replace(/^The designer /, '')
    .replace(/^[A-Z]/, (first) => first.toLowerCase())

/** The edit, undo or redo that a commit made; undefined for any other beat. */
export function editStepOf(commit: Commit): EditStep | undefined {
  if (!/^Action: (?:edit|edit-world|import-world|apply-mutations|undo|redo)$/m.test(commit.message)) return undefined
  const { beat, params } = parseBeatMessage(commit)
  if (beat.actor !== 'designer') return undefined
  if (beat.action === FILE_EDIT || beat.action === WORLD_EDIT || beat.action === WORLD_IMPORT || beat.action === NARRATOR_EDIT)
    return { what: 'edit', id: commit.id }
  if (beat.kind !== 'edit' || !isUndo(beat.action)) return undefined
  const { edit } = params
  return typeof edit === 'string' && /^[0-9a-f]{40}$/.test(edit) ? { what: beat.action, id: edit } : undefined
}
