import { pathOf } from '../../shared/story/layout'
import { type RuleUse, exercisedKind, exercisedName } from '../engine/exercised'

/** Headings of every summary, in this order, before the exercised rules. */
const HEADINGS = ['Key events', 'People met', 'Unresolved threads'] as const
const COUNTED = '\n\n## Rules exercised\n\n'
/** The heading, within the counts, above the rules that were never exercised. */
const NEVER = '\n### Never exercised\n\n'
/** The heading of the recap, which players may read. It comes first. */
const RECAP = '## Recap\n\n'
const NOTHING = 'Nothing was written down.'

/** The file of a session's summary. */
export const sessionSummary = (session: number): string => pathOf('sessionSummary', { session: String(session) })

const hasHeading = (text: string, heading: string): boolean => new RegExp(`^#{1,6}[ \\t]+${heading}[ \\t]*#*$`, 'im').test(text)
const KEY = `## ${HEADINGS[0]}\n\n`
/** The heading above a text that begins without one, so that no part of the text counts as the recap. */
const OWN = '## Summary\n\n'

const HEADING = /^ {0,3}#{1,6}(?:[ \t].*)?$/m
const RECAP_HEADING = /^ {0,3}#{1,6}[ \t]+recap[ \t]*#*[ \t]*$/im

/** A summary's file: the players' recap, the DM's text, missing headings, the counts of exercised rules, and rules of `usable` never used. */
export function summaryText(summary: string, recap: string, counts: ReadonlyMap<string, RuleUse>, usable: readonly string[] = []): string {
  const text = summary.trim()
  const isBare = !HEADINGS.some((heading) => hasHeading(text, heading))
  const missing = HEADINGS.slice(isBare ? 1 : 0).filter((heading) => !hasHeading(text, heading))
  const sorted = [...counts].toSorted(([a, { times: x }], [b, { times: y }]) => y - x || (a < b ? -1 : 1))
  const audit = sorted.length === 0 ? 'None.' : sorted.map(([name, one]) => `- ${name} × ${one.times}${outcomesText(one)}`).join('\n')
  const head = isBare ? KEY : HEADING.exec(text)?.index === 0 ? '' : OWN
  return `${RECAP}${recap.trim()}\n\n${head}${text}${missing.map((heading) => `\n\n## ${heading}\n\n${NOTHING}`).join('')}${COUNTED}${audit}\n${neverExercisedText(counts, usable)}`
}

/** The rules that were never exercised, one line for each kind: "- conditions, 1 of 2: poisoned". '' if there is none. */
function neverExercisedText(counts: ReadonlyMap<string, RuleUse>, usable: readonly string[]): string {
  const kinds = new Map<string, { never: string[]; of: number }>()
  for (const key of usable) {
    const { kind, name } = exercisedKind(key)
    const one = kinds.get(kind) ?? { never: [], of: 0 }
    kinds.set(kind, one)
    one.of++
    if (!counts.has(exercisedName(key))) one.never.push(name)
  }
  const lines = [...kinds].flatMap(([kind, { never, of }]) =>
    never.length === 0 ? [] : [`- ${kind}s, ${never.length} of ${of}: ${never.toSorted().join(', ')}`]
  )
  return lines.length === 0 ? '' : `${NEVER}${lines.join('\n')}\n`
}

/** The text of a summary without its counts, as the DM reads it. */
export function summaryBody(file: string): string {
  const at = file.lastIndexOf(COUNTED)
  return at < 0 ? file : file.slice(0, at)
}

/** The offsets at which a summary's recap begins and ends, and that of its heading; undefined if it has none. */
function recapSpan(file: string): { heading: number; from: number; to: number } | undefined {
  const heading = RECAP_HEADING.exec(file)
  if (!heading) return undefined
  const from = heading.index + heading[0].length
  const next = HEADING.exec(file.slice(from))
  return { heading: heading.index, from, to: next ? from + next.index : file.length }
}

/** The part of a summary that players may read: its recap. Without one the summary is from a version in which they read all of it. */
export function recapIn(file: string): string {
  const span = recapSpan(file)
  return span ? file.slice(span.from, span.to).trim() : summaryBody(file)
}

/** Every text that may have been the input of a summary's file: the recap, and the DM's own text with and without the added headings. */
export function summaryTexts(file: string): string[] {
  const span = recapSpan(file)
  const whole = summaryBody(span?.heading === 0 ? file.slice(span.to) : file)
  const texts = [whole, ...(span ? [file.slice(span.from, span.to).trim()] : [])]
  for (let text = whole, at = text.lastIndexOf('\n\n## '); at >= 0 && text.endsWith(`\n\n${NOTHING}`); at = text.lastIndexOf('\n\n## ')) {
    text = text.slice(0, at)
    texts.push(text)
  }
  return texts.flatMap((text) => [text, ...[KEY, OWN].flatMap((head) => (text.startsWith(head) ? [text.slice(head.length)] : []))])
}

/** The outcomes with their counts, the most frequent first: " (3 success, 1 failure)". */
function outcomesText({ outcomes }: RuleUse): string {
  const sorted = [...outcomes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return sorted.length === 0 ? '' : ` (${sorted.map(([outcome, count]) => `${count} ${outcome}`).join(', ')})`
}

/** The counts in a summary's file, by name for people. Summaries of older engines have no outcomes. */
export function exercisedIn(file: string): Map<string, RuleUse> {
  const audit = file.slice(summaryBody(file).length)
  return new Map(
    [...audit.matchAll(/^- (.+) × (\d+)(?: \((\d+ [a-z ]+(?:, \d+ [a-z ]+)*)\))?$/gm)].map(([, name = '', count, outcomes = '']) => [
      name,
      { times: Number(count), outcomes: new Map([...outcomes.matchAll(/(\d+) ([a-z ]+)/g)].map(([, n, outcome = '']) => [outcome, Number(n)])) }
    ])
  )
}
