import type { Share } from './report'
import { percent } from '../words/percent'
import { figures } from '../words/figures'
import { counted } from '../words/labels'

/** A table: the names of its columns, and rows whose cells follow their label. */
export interface Table {
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly Cell[] }[]
}
export type Cell = string | number | Share

export const isShare = (cell: Cell): cell is Share => typeof cell === 'object'

/** The fewest sessions of which a rate is told. */
const LEAST_SESSIONS = 3

/** A share in words: "54%", or "1 of 2". */
export const shareWords = ({ count, of, share }: Share): string => (of < LEAST_SESSIONS ? `${count} of ${of}` : percent(share))

/** A share with the numbers behind it: "108 of 200 sessions; 95% interval 47%–61%". */
export const shareDetail = ({ count, of, low, high }: Share): string =>
  `${figures(count)} of ${counted(of, 'session')}${of < LEAST_SESSIONS ? '' : `; 95% interval ${percent(low)}–${percent(high)}`}`

/** A number as long as a reader needs it: with one decimal at most, and from 100 on with none. */
export const short = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 10) / 10)

/** A table as CSV. Shares become their count, their total, and the share with its interval. */
export function csvOf({ columns, rows }: Table): string {
  const isWidened = columns.map((_, i) => i > 0 && rows.some(({ cells }) => isShare(cells[i - 1] ?? '')))
  const head = columns.flatMap((name, i) => (isWidened[i] ? [name, `${name} of`, `${name} share`, `${name} low`, `${name} high`] : [name]))
  const body = rows.map(({ label, cells }) => [
    label,
    ...cells.flatMap((cell) => (isShare(cell) ? [cell.count, cell.of, cell.share, cell.low, cell.high] : [cell]))
  ])
  return csvText([head, ...body])
}

/** Lines of cells as CSV; nothing is an empty cell. */
export const csvText = (lines: readonly (readonly (string | number | boolean | null)[])[]): string =>
  lines.map((line) => `${line.map((cell) => quoted(String(cell ?? ''))).join(',')}\r\n`).join('')

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
