import { Problem, toProblem } from '../../../shared/base/problem'
import type { TurnRecord } from '../../../shared/table/turns'
import { lineTo } from '../../campaign/commit-line'
import type { Commit, History } from '../../campaign/history'
import { parseBeatMessage } from '../../campaign/beat-message'
import { DESIGNER } from '../../engine/people'
import type { StoryEditor } from '../reader'
import { TABLE_WRITES } from '../edits/check-edit'
import { FILE_EDIT } from '../edits/edit-history'
import type { SavedBeat, Story } from '../story'

/**
 * The designer's actions on the line to the present, oldest first, in the form of turns, so that a recording has no gaps: reseeds and milestones as
 * calls, edits as the files they wrote. Beats that the table recorded by itself after an update are left out.
 */
export function designerTurns(history: History): TurnRecord[] {
  return [...lineTo(history, history.head().commit)].flatMap((commit) => turnOf(history, commit) ?? []).toReversed()
}

function turnOf(history: History, commit: Commit): TurnRecord | undefined {
  const { beat, params } = parseBeatMessage(commit)
  const [parent] = commit.parents
  const isEdit = beat.kind === 'import' || (beat.kind === 'edit' && beat.action !== 'engine')
  if (parent === undefined || !(isEdit || (beat.kind === 'play' && beat.actor === DESIGNER))) return undefined
  const input = isEdit ? {} : params
  return {
    beat: commit.id,
    parent,
    n: beat.n,
    who: DESIGNER,
    ordinal: 0,
    seat: { agent: 'hand' },
    exchanges: [],
    calls: [{ tool: isEdit ? 'edit' : beat.action, by: DESIGNER, agent: 'hand', input, result: beat.subject, beat: commit.id, ms: 0 }],
    ms: 0,
    ...(isEdit ? { files: filesOf(history, history.commit(parent).tree, commit.tree) } : {})
  }
}

function filesOf(history: History, before: string, after: string): NonNullable<TurnRecord['files']> {
  const changed = history.changed(before, after).filter(({ path }) => !TABLE_WRITES.includes(path))
  return Object.fromEntries(changed.map(({ path, to }) => [path, to ? fileValue(history.blob(to.oid)) : null]))
}

/** A file in a form that JSON can hold: its text, or its bytes in base64. */
function fileValue(bytes: Buffer): string | { base64: string } {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') }
}

/** Codes of problems that mean that the recording doesn't fit the story. */
const MISFITS: readonly Problem['code'][] = ['refused', 'bad-file', 'bad-input', 'rule-failed', 'not-found']

/** Repeats the designer's action of a recorded beat. Throws Problem `agent-failed` with the beat if that isn't possible. */
export async function playDesigner(
  campaign: Pick<StoryEditor, 'edit'> & Pick<Story, 'recordBeat'>,
  { n, calls: [call], files }: TurnRecord
): Promise<SavedBeat> {
  const subject = call?.result ?? 'Adopted changes'
  try {
    if (files) return await campaign.edit(bytesOf(files), subject, { kind: 'edit', action: FILE_EDIT, params: {} })
    return campaign.recordBeat({ kind: 'play', action: call?.tool ?? '', actor: DESIGNER, params: call?.input ?? {}, agent: 'replay' })
  } catch (thrown) {
    const problem = toProblem(thrown)
    // A full disk or a file in the way isn't the recording's fault.
    if (!MISFITS.includes(problem.code)) throw problem
    const { message } = problem
    throw new Problem(
      'agent-failed',
      `The recording and the story differ at beat ${n}: the designer's edit (${subject}) is not possible now. ${message}`,
      { n }
    )
  }
}

const bytesOf = (files: NonNullable<TurnRecord['files']>): Map<string, Buffer | null> =>
  new Map(
    Object.entries(files).map(([path, file]) => [
      path,
      file === null ? null : typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.base64, 'base64')
    ])
  )
