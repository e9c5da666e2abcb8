import type { AbortSignalLike } from '../../../shared/base/abort'
import { isPlayed } from '../../../shared/story/beat-kinds'
import { isLog } from '../../../shared/story/layout'
import type { Game } from '../../../shared/story/game'
import type { VerifyReport } from '../../../shared/analysis/reports'
import { diff, type StateChange } from '../../../shared/base/json'
import { parentOf, lineTo } from '../../campaign/commit-line'
import type { Commit } from '../../campaign/history'
import { parseBeatMessage } from '../../campaign/beat-message'
import { holdsTexts, replayBeat, resolveParams } from '../../campaign/replay-beat'
import { GIVEN_UP } from '../../engine/verbs'
import { ENGINE } from '../creation/create'
import type { VerifiedLines } from './verified-lines'
import type { StoryReader } from '../reader'
import { TABLE_WRITES } from '../edits/check-edit'
import { editStepOf, undoneFiles } from '../edits/edit-history'

/** A mismatch of a beat: a sentence, and the paths of the files that differ. */
interface Mismatch {
  message: string
  paths: string[]
}

/**
 * Replays every beat of the current branch from its parent, oldest first, and compares the files and the beat message. Checks that edits changed only
 * files that edits may change, and counts commits that aren't beats. With `onlySince`, skips the part that this machine has already verified and
 * repeats its mismatches. Stores how far the line is verified.
 */
export async function verify(campaign: StoryReader & { verified: VerifiedLines }, onlySince = false, stop?: AbortSignalLike): Promise<VerifyReport> {
  const { history, verified } = campaign
  const head = history.head().commit
  const known = onlySince ? await verified.of(head) : undefined
  const report: VerifyReport = { play: 0, edit: 0, foreign: 0, otherEngine: 0, mismatches: [] }
  if (known?.last !== undefined) {
    report.since = { commit: known.last, n: parseBeatMessage(history.commit(known.last)).beat.n }
    for (const { beat, message } of verified.at(known.last).wrong)
      report.mismatches.push({ beat: parseBeatMessage(history.commit(beat)).beat, message, paths: [] })
  }
  const line = known?.last === undefined ? [...lineTo(history, head)].toReversed() : known.newer.map((id) => history.commit(id))
  for (const commit of line) {
    if (stop?.aborted) return report
    const { kind, wrong } = await checkBeat(campaign, commit)
    report[kind]++
    if (wrong) report.mismatches.push({ beat: parseBeatMessage(commit).beat, ...wrong })
    verified.add(commit, wrong)
  }
  verified.keep(head, known?.last)
  return report
}

/** Replays one beat from its parent, or checks an edit. Returns the kind as which it counts, and its mismatch if it has one. */
export async function checkBeat(
  campaign: StoryReader,
  commit: Commit
): Promise<{ kind: 'play' | 'edit' | 'foreign' | 'otherEngine'; wrong?: Mismatch | undefined }> {
  const parent = parentOf(campaign.history, commit)
  const { kind } = parseBeatMessage(commit).beat
  if (kind === 'foreign') return { kind }
  const isReplayed = isPlayed(kind) || isUndoOrRedo(commit)
  if (isReplayed && parent && campaign.past.versionAt(parent.tree).engine !== ENGINE) return { kind: 'otherEngine' }
  if (!isPlayed(kind)) return { kind: 'edit', wrong: parent && checkEdit(campaign, commit, parent) }
  return { kind: 'play', wrong: parent && (await checkPlay(campaign, commit, parent)) }
}

/** Replays a played beat from its parent; returns the mismatch, if any. `game`: the game at the parent, if it isn't the campaign's. */
export async function checkPlay(campaign: StoryReader, commit: Commit, parent: Commit, game?: Game): Promise<Mismatch | undefined> {
  const changed = campaign.history.changed(parent.tree, commit.tree)
  try {
    const { beat, params } = parseBeatMessage(commit)
    const texts = new Map(
      changed.flatMap(({ path, to }) => (to && holdsTexts(path) ? [[path, campaign.past.files.text(commit.tree, path) ?? ''] as const] : []))
    )
    const before = campaign.past.hydratedAt(parent.id)
    const rules = game ?? (await campaign.past.gameAt(parent.tree))
    const replayResult = replayBeat(beat, resolveParams(params, beat.n, texts), before, (path) => campaign.past.bytes(parent.tree, path), rules)
    const paths = new Set<string>()
    for (const [path, file] of replayResult.files) if (!campaign.past.bytes(commit.tree, path)?.equals(file.bytes)) paths.add(path)
    for (const { path } of changed) if (!replayResult.files.has(path)) paths.add(path)
    if (paths.size > 0) return { message: 'a replay of this beat gives other files', paths: [...paths].toSorted() }
    return replayResult.message === commit.message ? undefined : { message: 'a replay of this beat gives another beat message', paths: [] }
  } catch (thrown) {
    return {
      message: `this beat can't be replayed. ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      paths: changed.map(({ path }) => path)
    }
  }
}

function checkEdit(campaign: StoryReader, commit: Commit, parent: Commit): Mismatch | undefined {
  try {
    const before = campaign.past.hydratedAt(parent.id).state
    const after = campaign.past.hydratedAt(commit.id).state
    const moved = diff({ ...before.next, beat: before.next.beat + 1 }, after.next).filter((change) => !keepsDice(campaign, commit, change))
    const changed = campaign.history.changed(parent.tree, commit.tree)
    const logs = changed.filter(({ path }) => isLog(path))
    if (moved.length === 0 && logs.length === 0) return checkUndo(campaign, commit, parent, changed)
    return { message: 'this edit changes the dice, the turn or the log, which an edit may not do', paths: logs.map(({ path }) => path) }
  } catch (thrown) {
    return { message: thrown instanceof Error ? thrown.message : String(thrown), paths: [] }
  }
}

/**
 * Whether a change to the turn is the dice offset of an edit in a replay: it counts the edit, and the calls just before it with which the table passed
 * turns or opened a scene. It keeps the dice of the replayed beats. Engine SPEC.md D6.
 */
function keepsDice({ history }: StoryReader, commit: Commit, { path, from, to }: StateChange): boolean {
  if (path !== '/dice/offset' || typeof parseBeatMessage(commit).params['replays'] !== 'string') return false
  const extra = Number(to) - Number(from ?? 0)
  let added = 1
  for (let [parent] = commit.parents; added < extra && parent !== undefined; [parent] = history.commit(parent).parents) {
    const { beat, params } = parseBeatMessage(history.commit(parent))
    if (params[GIVEN_UP] === undefined && beat.action !== 'open_scene') break
    added++
  }
  return extra >= 1 && extra <= added
}

function isUndoOrRedo(commit: Commit): boolean {
  const step = editStepOf(commit)
  return step !== undefined && step.what !== 'edit'
}

function checkUndo(campaign: StoryReader, commit: Commit, parent: Commit, changed: readonly { path: string }[]): Mismatch | undefined {
  const step = editStepOf(commit)
  if (!step || step.what === 'edit') return undefined
  const { files } = undoneFiles(campaign, campaign.history.commit(step.id), parent.tree, step.what)
  const paths = new Set(changed.map(({ path }) => path).filter((path) => !TABLE_WRITES.includes(path) && !files.has(path)))
  for (const [path, bytes] of files) if (!sameBytes(campaign.past.bytes(commit.tree, path), bytes)) paths.add(path)
  if (paths.size === 0) return undefined
  return { message: `a replay of this ${step.what} gives other files`, paths: [...paths].toSorted() }
}

const sameBytes = (a: Buffer | undefined, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === undefined && b === null)
