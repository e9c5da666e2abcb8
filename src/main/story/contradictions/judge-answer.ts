import { z } from 'zod'
import { ContradictionKind, type BeatContradictions, type Contradiction } from '../../../shared/analysis/contradictions'
import { defusedLine } from '../../agents/context/fence'
import type { Batch } from './judge-prompt'
import { plainMarks } from './text'

/** The maximum number of marks on one passage, and of characters in a fact. Anything beyond them is dropped. */
const MAX_MARKS = 5
const MAX_FACT = 300

const Mark = z.object({ passage: z.number().int(), kind: ContradictionKind, quote: z.string(), fact: z.string(), source: z.string() })

/**
 * The contradictions in a model's report about a batch: an entry for each beat, with or without marks. A mark counts only if its quote is in its
 * passage and its source is one of the batch's. Everything else in the report is checked as well.
 */
export function judgedBeats({ passages, sources }: Batch, marks: readonly unknown[], model: string): BeatContradictions[] {
  const beats = new Map<string, BeatContradictions>()
  for (const { commit, beat, scene } of passages) beats.set(commit, { commit, beat, scene, contradictions: [] })
  const perPassage = new Map<number, number>()
  for (const one of marks) {
    const { success, data } = Mark.safeParse(one)
    const passage = success ? passages[data.passage - 1] : undefined
    const earlier = passage && beats.get(passage.commit)?.contradictions
    if (!success || !earlier) continue
    const source = sources.get(data.source.trim().replace(/[.:]$/, '').toUpperCase())
    const span = spanOf(passage.entry.text, data.quote)
    const fact = defusedLine(data.fact).slice(0, MAX_FACT)
    const many = perPassage.get(data.passage) ?? 0
    if (!source || !span || fact === '' || many >= MAX_MARKS || earlier.some((other) => isSame(other, data.kind, span))) continue
    perPassage.set(data.passage, many + 1)
    const quote = passage.entry.text.slice(span.from, span.to)
    earlier.push({ kind: data.kind, quote, ...span, fact: /[.!?…]$/.test(fact) ? fact : `${fact}.`, source, model })
  }
  for (const { contradictions } of beats.values()) contradictions.sort((a, b) => a.from - b.from)
  return [...beats.values()]
}

const isSame = (one: Contradiction, kind: ContradictionKind, { from, to }: { from: number; to: number }): boolean =>
  one.kind === kind && one.from < to && from < one.to

/** The offsets of a quote in a text. The quote must match word for word, but may have other quotation marks and line breaks. */
function spanOf(text: string, quote: string): { from: number; to: number } | undefined {
  const bare = plainMarks(quote)
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
  if (bare.length < 3 || bare.length > text.length + 20) return undefined
  const escaped = bare.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  const match = new RegExp(escaped, 'iu').exec(plainMarks(text))
  return match ? { from: match.index, to: match.index + match[0].length } : undefined
}
