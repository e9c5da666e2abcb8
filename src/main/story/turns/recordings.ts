import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { misfitWords } from '../../../shared/base/schema-errors'
import { appendPlain, readPlain } from '../../campaign/git/plain-files'
import { Problem, toProblem } from '../../../shared/base/problem'
import { TurnRecord } from '../../../shared/table/turns'
import type { History, Commit } from '../../campaign/history'
import { type Writer, writerOfAgent } from '../../../shared/story/writers'
import { DESIGNER, isPlayers } from '../../engine/people'
import type { TurnList } from './turn-list'
import { isThere, lineTo } from '../../campaign/commit-line'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { StoryEditor } from '../reader'
import { TABLE_WRITES } from '../edits/check-edit'
import { FILE_EDIT } from '../edits/edit-history'
import type { SavedBeat, Story } from '../story'

/**
 * The designer's actions on the line to the present, oldest first, in the form of turns, so that a recording has no gaps: reseeds and milestones as
 * calls, edits as the files they wrote. Beats that the table recorded by itself after an update are left out.
 */
function designerTurns(history: History): TurnRecord[] {
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

/** Who wrote the texts of a call that a seat repeats, by the recording; one that repeated another recording says it in its beat. */
export function writerOfReplay({ recordings, history }: { recordings: Recordings; history: History }, who: string, n: number): Writer | undefined {
  if (who === DESIGNER) return { by: 'designer' }
  const { seat, beat } = recordings.of(who, n) ?? {}
  const writer = seat && writerOfAgent(seat.agent, isPlayers(who), seat.model)
  return writer ?? (beat !== undefined && isThere(history, beat) ? parseBeatMessage(history.commit(beat)).beat.writer : undefined)
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

/** Recorded turns by beat number and seat. In a beat by the designer, no seat had a turn. */
type Taken = ReadonlyMap<number, ReadonlyMap<string, TurnRecord>>

/** Turns for replay, by seat and beat number. Turns imported from a file precede this campaign's own. */
export class Recordings {
  readonly #file: string
  #known: { bytes: number; turns: Taken } | undefined

  constructor(
    private readonly folder: string,
    private readonly turns: TurnList,
    private readonly history: History
  ) {
    this.#file = join(folder, 'recordings.jsonl')
  }

  /** The last recorded turn of a seat that made a beat with this number. */
  of(who: string, n: number): TurnRecord | undefined {
    return this.#taken().get(n)?.get(who) ?? this.turns.recorded(who, n)
  }

  /** The designer's action in the beat with this number, from an imported recording. */
  ofDesigner(n: number): TurnRecord | undefined {
    return this.#taken().get(n)?.get(DESIGNER)
  }

  /** Every turn on the line to the present, oldest first, complete, with the designer's actions. With a limit, only the last ones. */
  *exported(limit = Number.POSITIVE_INFINITY): Generator<TurnRecord> {
    const own = designerTurns(this.history)
    const led = this.turns.led()
    const all: (() => TurnRecord)[] = []
    for (const { n, whole } of led) {
      while (own[0] && own[0].n < n) all.push(constantly(own.shift() as TurnRecord))
      all.push(whole)
    }
    all.push(...own.map(constantly))
    for (const turn of all.slice(Math.max(0, all.length - limit))) yield turn()
  }

  /**
   * Imports recorded turns for `seats` of this table from JSON Lines. Throws Problem `bad-file` with the line if a line is broken or names
   * another seat; then nothing is imported. Returns how many turns made a beat.
   */
  take(text: string, file: string, seats: readonly string[]): number {
    const records = [...readLines(text, file)]
    const stranger = records.find(({ record }) => ![...seats, DESIGNER].includes(record.who))
    if (stranger) {
      const { record, line } = stranger
      const words = `${file}, line ${line}: this table has no seat "${record.who}", so the recording belongs to another campaign. Choose a recording of this one.`
      throw new Problem('bad-file', words, { file, line })
    }
    const played = records.filter(({ record }) => record.beat !== undefined)
    if (played.length === 0)
      throw new Problem('bad-file', `${file} contains no turn to play. Choose a file made with "log --with-prompts".`, { file })
    try {
      mkdirSync(this.folder, { recursive: true })
      appendPlain(this.#file, played.map(({ record }) => `${JSON.stringify(record)}\n`).join(''))
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      throw new Problem('disk', `Couldn't save the recording (${why}). Free some space or correct the folder's permissions, and try again.`)
    }
    return played.length
  }

  /** The imported turns. They are read again if another process has imported some. */
  #taken(): Taken {
    const bytes = lstatSync(this.#file, { throwIfNoEntry: false })?.size ?? 0
    if (this.#known?.bytes !== bytes) {
      const text = bytes === 0 ? '' : (readPlain(this.#file)?.toString('utf8') ?? '')
      this.#known = { bytes, turns: byNumber(readLines(text, this.#file)) }
    }
    return this.#known.turns
  }
}

const constantly =
  <T>(value: T) =>
  (): T =>
    value

/** Turns by beat and seat. Later imports replace earlier ones, also those of the designer. */
function byNumber(lines: Iterable<{ record: TurnRecord }>): Taken {
  const turns = new Map<number, Map<string, TurnRecord>>()
  for (const { record } of lines) {
    const known = record.who === DESIGNER ? undefined : turns.get(record.n)
    known?.delete(DESIGNER)
    turns.set(record.n, (known ?? new Map<string, TurnRecord>()).set(record.who, record))
  }
  return turns
}

/** The turns in a JSON Lines text. Throws Problem `bad-file` with file and line. */
function* readLines(text: string, file: string): Generator<{ record: TurnRecord; line: number }> {
  for (const [i, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue
    const bad = (why: string): Problem =>
      new Problem('bad-file', `${file}, line ${i + 1}: ${why}. Export the recording again with "log --with-prompts".`, { file, line: i + 1 })
    let value: unknown
    try {
      value = JSON.parse(written)
    } catch {
      throw bad('this line is not JSON')
    }
    const fits = TurnRecord.safeParse(value)
    if (!fits.success) throw bad(`this line is not a recorded turn: ${misfitWords(fits.error, 'the line')}`)
    yield { record: fits.data, line: i + 1 }
  }
}
