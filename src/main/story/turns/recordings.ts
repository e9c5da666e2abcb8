import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { misfitWords } from '../../../shared/misfit'
import { appendPlain, readPlain } from '../../campaign/git/plain-files'
import { Problem } from '../../../shared/problem'
import { TurnRecord } from '../../../shared/turns'
import type { History } from '../../campaign/history'
import { DESIGNER } from '../../engine/people'
import { designerTurns } from './designer-turns'
import type { TurnList } from './turn-list'

/** Recorded turns by the number of their beat and who; where the designer did something, nobody else had a turn. */
type Taken = ReadonlyMap<number, ReadonlyMap<string, TurnRecord>>

/** Turns that can be played again by who and number of the beat: those taken in from a file, and then those of this campaign. */
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

  /** The recorded turn of somebody that made a beat with that number; the last one where there are several. */
  of(who: string, n: number): TurnRecord | undefined {
    return this.#taken().get(n)?.get(who) ?? this.turns.recorded(who, n)
  }

  /** What the designer did in the beat with that number, where a recording was taken in. */
  ofDesigner(n: number): TurnRecord | undefined {
    return this.#taken().get(n)?.get(DESIGNER)
  }

  /** Every turn that led to the present, oldest first, with all that was told and answered and with what the designer did; only the last ones with a limit. */
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
   * Takes recorded turns in from a file of JSON Lines, for `seats` of this table. Nothing is taken when a line is broken or of another
   * table: throws Problem `bad-file` with the line. Answers how many turns made a beat.
   */
  take(text: string, file: string, seats: readonly string[]): number {
    const records = [...readLines(text, file)]
    const stranger = records.find(({ record }) => ![...seats, DESIGNER].includes(record.who))
    if (stranger) {
      const { record, line } = stranger
      const words = `${file}, line ${line}: this table has no seat "${record.who}", so the recording belongs to another campaign. Choose a recording of this one.`
      throw new Problem('bad-file', words, { file, line })
    }
    const made = records.filter(({ record }) => record.beat !== undefined)
    if (made.length === 0) throw new Problem('bad-file', `${file} holds no turn to play. Choose a file made with "log --with-prompts".`, { file })
    try {
      mkdirSync(this.folder, { recursive: true })
      appendPlain(this.#file, made.map(({ record }) => `${JSON.stringify(record)}\n`).join(''))
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      throw new Problem('disk', `Couldn't save the recording (${why}). Free some space or correct the folder's permissions, and try again.`)
    }
    return made.length
  }

  /** What was taken in; read again when another process took something in. */
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

/** What was taken in last goes before what was taken in earlier, also when it was the designer who did it. */
function byNumber(lines: Iterable<{ record: TurnRecord }>): Taken {
  const turns = new Map<number, Map<string, TurnRecord>>()
  for (const { record } of lines) {
    const known = record.who === DESIGNER ? undefined : turns.get(record.n)
    known?.delete(DESIGNER)
    turns.set(record.n, (known ?? new Map<string, TurnRecord>()).set(record.who, record))
  }
  return turns
}

/** Turns of a file of JSON Lines. Throws Problem `bad-file` with file and line. */
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
