import type { SceneWriters, TextPart, TextSource, Writer } from '../../shared/story/writers'
import type { LogRow } from './story'

/** What the log shows of writers: nothing, the writers of every line, or only the lines of one kind of writer or model. */
export type WriterFilter = 'off' | 'shown' | `by:${string}`

/** Who wrote the scenes in view, by scene, as of the commit `at`, and what the log shows of it. */
export interface KnownWriters {
  filter: WriterFilter
  scenes: ReadonlyMap<string, { at: string; writers: SceneWriters }>
}

const NONE: readonly TextPart[] = []

/** The parts of a row's text with their writers; [] if they aren't known yet or the row has none. */
export function partsOfRow(writers: SceneWriters | undefined, row: LogRow): readonly TextPart[] {
  const whole = (text: string, writer: Writer | undefined): readonly TextPart[] => (writer ? [{ from: 0, to: text.length, writer }] : NONE)
  if (row.kind === 'entry') return writers?.entries[row.place] ?? NONE
  if (row.kind === 'private') return whole(row.text, writers?.private[row.player]?.[row.place])
  return row.kind === 'summary' ? whole(row.text, writers?.summary) : NONE
}

/** Whether a writer passes a filter. */
export const passes = (filter: WriterFilter, { by, model }: Writer): boolean =>
  filter === 'off' || filter === 'shown' || filter === `by:${by}` || (model !== undefined && filter === `by:model:${model}`)

/** The names of the models that wrote in the scenes in view. */
export const modelsIn = ({ scenes }: KnownWriters): string[] =>
  [
    ...new Set(
      [...scenes.values()].flatMap(({ writers }) =>
        [...writers.entries.flat().map(({ writer }) => writer), ...Object.values(writers.private).flat()].flatMap(({ model }) => model ?? [])
      )
    )
  ].toSorted()

/** The range of quoted words in a text; the whole text if they aren't in it. */
export function rangeOf(text: string, quote: string | undefined): readonly [from: number, to: number] {
  const from = quote === undefined ? -1 : text.indexOf(quote)
  return from < 0 ? [0, text.length] : [from, from + (quote ?? '').length]
}

/** The source of a part of a text, narrowed to the words in a range, if it has them word for word. */
export function narrowed(text: string, { from, to, source }: TextPart, [start, end]: readonly [from: number, to: number]): TextSource | undefined {
  if (!source) return undefined
  const words = text.slice(Math.max(from, start), Math.min(to, end)).trim()
  const isThere = words !== '' && source.text.replace(/\s+/g, ' ').includes(words)
  return isThere ? { ...source, text: words } : source
}
