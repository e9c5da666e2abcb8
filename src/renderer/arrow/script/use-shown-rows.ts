import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, type RefObject } from 'react'
import type { Script, ScriptRow } from '../../../arrow'

/** Of a longer script only the rows near the visible part are on the page. */
const LONG_SCRIPT_ROWS = 400
/** The space above the first row, in px, as in the style sheet. */
const ABOVE_PX = 32
/** About how many characters fit in a line of the page. */
const LINE_CHARACTERS = 80
const LINE_PX = 26

/** Where a row of a long script stands: its number, and its distance from the top of the page in px. */
export interface RowPlace {
  number: number
  top: number
  count: number
  measure: (row: HTMLElement | null) => void
}

/** The rows on the page. */
export interface ShownRows {
  rows: readonly { row: ScriptRow; place: RowPlace | undefined }[]
  /** The height of a long script in px; undefined for others, whose rows follow each other. */
  height: number | undefined
  /** Scrolls to a row that may not be on the page yet. */
  reveal: (key: string) => void
}

/** The rows of a script that are on the page. The rows with the keys in `kept` always are, because they have the focus or are about to get it. */
export function useShownRows({ rows, numbers }: Script, page: RefObject<HTMLElement | null>, kept: () => readonly (string | undefined)[]): ShownRows {
  const isLong = rows.length > LONG_SCRIPT_ROWS
  const rangeExtractor = useCallback(
    (range: Range) => {
      const more = kept().flatMap((key) => numbers.get(key ?? '') ?? [])
      return [...new Set([...defaultRangeExtractor(range), ...more])].toSorted((a, b) => a - b)
    },
    [numbers, kept]
  )
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the writer
  const virtual = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => page.current,
    getItemKey: (i) => rows[i]?.key ?? i,
    estimateSize: (i) => guessedHeight(rows[i]),
    rangeExtractor,
    scrollMargin: ABOVE_PX,
    overscan: 12
  })
  const reveal = useCallback(
    (key: string) => {
      const row = rowElement(page.current, key)
      if (row) row.scrollIntoView({ block: 'nearest' })
      else virtual.scrollToIndex(numbers.get(key) ?? 0, { align: 'auto' })
    },
    [page, virtual, numbers]
  )
  if (!isLong) return { rows: rows.map((row) => ({ row, place: undefined })), height: undefined, reveal }
  const shown = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index]
    const place: RowPlace = { number: index, top: start - ABOVE_PX, count: rows.length, measure: virtual.measureElement }
    return row ? [{ row, place }] : []
  })
  return { rows: shown, height: virtual.getTotalSize(), reveal }
}

/** The element of a row; null while it isn't on the page. */
export const rowElement = (page: HTMLElement | null, key: string): HTMLElement | null =>
  page?.querySelector<HTMLElement>(`[data-row="${key}"]`) ?? null

/** The height of a row that was never on the page, in px. */
function guessedHeight({ kind, text, character }: Pick<ScriptRow, 'kind' | 'text' | 'character'> = { kind: 'chip', text: '' }): number {
  const lines = Math.max(1, Math.ceil(text.length / LINE_CHARACTERS))
  return kind === 'link' || kind === 'chip' || kind === 'branch' || kind === 'jump' ? 28 : 9 + lines * LINE_PX + (character === undefined ? 0 : 20)
}
