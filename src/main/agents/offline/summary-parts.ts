import type { View } from '../../../shared/table/agents'
import { withoutStop } from '../../../shared/words/change-words'
import { FATES, RECORD } from '../scene-record'
import { sentence } from './grammar'

export const EVENTS = 'Key events'
export const MET = 'People met'
export const THREADS = 'Unresolved threads'
/** The beginning of a summary's line about visited places. Narration searches for it. */
export const WERE_AT = 'They were at'
/** The beginning of the line with the present situation, which the next summary replaces. */
export const NOW = 'Where things stand'

/** The lines under a heading of a summary, without bullets. */
export function linesUnder(text: string, heading: string): string[] {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.replace(/^#+\s*/, '') === heading)
  if (from < 0) return []
  const to = lines.findIndex((line, at) => at > from && line.startsWith('#'))
  return lines
    .slice(from + 1, to < 0 ? undefined : to)
    .map((line) => line.replace(/^-\s*/, '').trim())
    .filter((line) => line !== '')
}

const ATTITUDES = 'Attitudes:'
const KINDS: readonly string[] = [...Object.values(RECORD), ATTITUDES]
const isRecord = (line: string): boolean => KINDS.some((kind) => line.startsWith(kind))

/** The lines of a summary's events that tell a scene, not its record or the situation at that time. */
export const told = (text: string): string[] =>
  linesUnder(text, EVENTS).filter((line) => !isRecord(line) && !line.startsWith(WERE_AT) && !line.startsWith(NOW))

/** A scene in one line: its title, its places and its outcome. */
export function inOneLine(text: string): string[] {
  const lines = linesUnder(text, EVENTS)
  const [head, end] = [lines[0], lines.length > 1 ? lines.at(-1) : undefined]
  return head === undefined ? [] : [[head, ...(end === undefined || isRecord(end) ? [] : [end])].join(' ')]
}

/** Joins the records of several summaries, the oldest first. Everybody has the last state that one of them says. */
export function joinedRecord(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => linesUnder(text, EVENTS)).filter(isRecord)
  const all = (kind: string): string[] => [...new Set(lines.filter((line) => line.startsWith(kind)))]
  const parts = (kind: string): string[] => all(kind).flatMap((line) => withoutStop(line.slice(kind.length)).split('; '))
  const joined = (kind: string, of = parts(kind)): string[] => (of.length === 0 ? [] : [sentence(`${kind} ${[...new Set(of)].join('; ')}`)])
  const { fates, risen } = fatesIn(lines)
  return [
    ...all(RECORD.settled),
    ...all(RECORD.promised),
    ...joined(
      ATTITUDES,
      [...attitudesIn(lines)].map(([name, attitude]) => `${name} ${attitude}`)
    ),
    ...joined(
      RECORD.fell,
      [...fates].map(([name, fate]) => `${name} (${fate})`)
    ),
    ...joined(RECORD.recovered, risen),
    ...joined(RECORD.gained),
    ...joined(RECORD.lost),
    ...joined(RECORD.facts),
    ...joined(RECORD.quests),
    ...joined(RECORD.ties),
    ...joined(RECORD.opened),
    ...joined(RECORD.closed)
  ]
}

/** The last state of everybody who fell, by name, and those who had fallen before and got up. */
function fatesIn(lines: readonly string[]): { fates: Map<string, string>; risen: string[] } {
  const fates = new Map<string, string>()
  const risen: string[] = []
  for (const line of lines) {
    const kind = [RECORD.fell, RECORD.recovered].find((one) => line.startsWith(one))
    if (kind === undefined) continue
    for (const part of withoutStop(line.slice(kind.length)).split('; ')) {
      const [, name = part, fate = FATES.able] = /^(.+) \((.+)\)$/.exec(part) ?? []
      if (kind === RECORD.fell || fates.has(name)) fates.set(name, fate)
      else risen.push(name)
    }
  }
  return { fates, risen }
}

/** The last attitude that a record says of each character, by name. */
function attitudesIn(lines: readonly string[]): Map<string, string> {
  const attitudes = new Map<string, string>()
  for (const line of lines) {
    const [, name, attitude] = /^With (.+?): (?:.*; )?now (\w+)(?:[.;]|$)/.exec(line) ?? []
    if (name !== undefined && attitude !== undefined) attitudes.set(name, attitude)
    if (!line.startsWith(ATTITUDES)) continue
    for (const part of withoutStop(line.slice(ATTITUDES.length)).split('; ')) {
      const [, who, word] = /^(.+) (\w+)$/.exec(part) ?? []
      if (who !== undefined && word !== undefined) attitudes.set(who, word)
    }
  }
  return attitudes
}

/** At most `most` of the lines: the first and the last, those of settled events and of the climax, and of the others the latest. */
export function mostImportant(view: View, lines: readonly string[], texts: readonly string[], most: number): string[] {
  const titles = [
    ...texts
      .flatMap((text) => linesUnder(text, EVENTS))
      .flatMap((line) => (line.startsWith(RECORD.settled) ? line.slice(RECORD.settled.length + 1) : [])),
    ...(view.story ?? []).flatMap(({ climax, title }) => (climax ? title : []))
  ]
  const rank = (line: string, at: number): number =>
    at === 0 || at === lines.length - 1 ? 2 : titles.some((title) => title.startsWith(line.split(/[.,:]/)[0] ?? line)) ? 1 : 0
  const rows = lines.map((line, at) => ({ line, at, rank: rank(line, at) }))
  const kept = new Set(
    rows
      .toSorted((a, b) => b.rank - a.rank || b.at - a.at)
      .slice(0, most)
      .map(({ at }) => at)
  )
  return lines.filter((_, at) => kept.has(at))
}
