import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { misfitWords } from '../../../shared/base/schema-errors'
import { appendPlain, readPlain } from '../../campaign/git/plain-files'
import { Problem } from '../../../shared/base/problem'
import { TurnRecord } from '../../../shared/table/turns'
import type { History } from '../../campaign/history'
import { DESIGNER } from '../../engine/people'
import { designerTurns } from './designer-turns'
import type { TurnList } from './turn-list'

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
