import { z } from 'zod'
import { LogEntry } from '../../shared/story/play'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import type { PrivateLine } from '../engine/project'
import { parseYaml } from './yaml-splice'

/** The maximum number of entries in one LOG file; the log then continues in the next file. */
export const MAX_LOG_ENTRIES = 200

const ITEM = '- '
/** One line of an append-only YAML list: `- {json}`, which is valid YAML 1.2. A last line that was cut off can be detected. */
export const listLine = (value: unknown): string => `${ITEM}${JSON.stringify(value)}\n`

/** Reads a list of `- {json}` lines. Throws Problem `bad-file` with file and line. */
function readList<T>(text: string, file: string, schema: z.ZodType<T>): T[] {
  const out: T[] = []
  const lines = text.split('\n')
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#') || line.trim() === '[]') continue
    const bad = (why: string): Problem =>
      new Problem('bad-file', `${file}, line ${i + 1}: ${why}. Restore the line, or remove it.`, { file, line: i + 1 })
    let value: unknown
    try {
      value = JSON.parse(line.replace(/^- /, ''))
    } catch {
      throw bad(i === lines.length - 1 ? 'the last entry is cut off' : 'this line does not have the form - {json}')
    }
    const fits = schema.safeParse(value)
    if (!fits.success) throw bad(misfitWords(fits.error, 'this entry'))
    out.push(fits.data)
  }
  return out
}

/** The entries of a LOG.yaml. */
export const readLog = (text: string, file: string): LogEntry[] => readList(text, file, LogEntry)

/** The entries of lines that this process has just written to a log. The schema would only put members that it doesn't name last. */
export const readOwnLog = (text: string): LogEntry[] =>
  text.split('\n').flatMap((line) => {
    if (line === '') return []
    const entry = JSON.parse(line.slice(ITEM.length)) as LogEntry
    return Object.keys(entry).every((key) => Object.hasOwn(LogEntry.shape, key)) ? entry : LogEntry.parse(entry)
  })

const MAX_LIFE_ENTRIES = 20
const Life = z.array(z.looseObject({ text: z.string() }))

/** The values of lines that all have the form `- {json}`, as play writes them; undefined for any other text. */
function jsonLines(text: string): unknown[] | undefined {
  try {
    const lines = text.trimEnd().split('\n')
    return lines.every((line) => line.startsWith(`${ITEM}{`)) ? lines.map((line) => JSON.parse(line.slice(ITEM.length)) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** The texts of the last entries of a TIMELINE.yaml, oldest first; none for a file in another format. */
export function readLife(text: string, file: string): string[] {
  const starts = [...text.matchAll(/^- /gm)].map((match) => match.index)
  try {
    const last = text.slice(starts.at(-MAX_LIFE_ENTRIES) ?? 0)
    const entries = Life.safeParse(jsonLines(last) ?? parseYaml(last, file))
    return entries.success ? entries.data.map((entry) => entry.text) : []
  } catch (thrown) {
    if (thrown instanceof Problem) return []
    throw thrown
  }
}

const MAX_BEAT_DIGITS = 40
const BEAT = / <!-- beat (\d{1,15}) -->$/

/** One line of `<player>.md`: the speaker's name, the text, and the beat in a comment that Markdown hides. */
export const talkLine = (name: string, text: string, beat: number): string =>
  `**${name}** ${text.replace(/\n/g, '<br>').replace(/-->/g, '--\u200B>')} <!-- beat ${beat} -->\n\n`

/** The lines of a private talk; anything else in the file is ignored. `idOf` converts a name to an id. */
export function readTalk(text: string, idOf: (name: string) => string): PrivateLine[] {
  return text.split('\n').flatMap((line) => {
    const beat = line.startsWith('**') ? BEAT.exec(line.slice(-MAX_BEAT_DIGITS)) : null
    const name = line.indexOf('** ', 3)
    if (!beat || name < 0) return []
    const text = line.slice(name + 3, line.length - beat[0].length)
    return [{ by: idOf(line.slice(2, name)), text: text.replace(/<br>/g, '\n').replace(/--\u200B>/g, '-->'), beat: Number(beat[1]) }]
  })
}
