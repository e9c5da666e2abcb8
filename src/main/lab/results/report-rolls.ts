import type { LabMark, LabReport } from '../../../shared/lab/report'
import { CONFIDENCE, shareOf } from '../../../shared/lab/statistics'
import type { Table } from '../../../shared/story/game'
import { rangeOf } from '../../../shared/story/tables'
import { totalsOf } from '../../odds/distribution'
import { numberOf, percentText, type Ratio, ratio, ratioText } from '../../odds/ratio'
import type { LabWorld } from '../lab-world'
import type { RunCounts } from './counts'

/** The fewest rolls of which a share is compared. */
const LEAST_ROLLS = 30

/** How often the total of dice is in a range, exactly; undefined if it has too many totals to count. */
export function chanceOf(dice: string, isIn: (total: number) => boolean): Ratio | undefined {
  const totals = totalsOf(dice)
  if (!totals) return undefined
  let ways = 0n
  for (const [total, some] of totals.to) if (isIn(total)) ways += some
  return ratio(ways, totals.all)
}

/** How often a table's roll gives one of its rows. */
export function rowChance({ dice }: Table, key: string): Ratio | undefined {
  const range = rangeOf(key)
  return range && chanceOf(dice, (total) => total >= range[0] && total <= range[1])
}

interface Compared {
  label: string
  count: number
  of: number
  exact: Ratio
  mark: LabMark
}

/**
 * Shares of rolls beside their exact odds, where both answer the same question: how often dice reach a total that was needed, and how often a table's
 * dice give a row. All intervals hold together at 95% (Bonferroni), so that one of many rows isn't outside by chance. Those that are outside come
 * first, and needed totals before rows of tables.
 */
export function rollsOf(counts: RunCounts, world: LabWorld): LabReport['rolls'] {
  const compared = [...savesOf(counts), ...tableRowsOf(counts, world)]
  const confidence = 1 - (1 - CONFIDENCE) / Math.max(1, compared.length)
  return compared
    .map(({ label, count, of, exact, mark }) => {
      const share = shareOf(count, of, confidence)
      const [chance, rounding] = [numberOf(exact), 1e-9]
      const isOutside = chance < share.low - rounding || chance > share.high + rounding
      return { label, share, exact: { share: chance, words: percentText(exact), fraction: ratioText(exact) }, isOutside, mark }
    })
    .toSorted((a, b) => Number(b.isOutside) - Number(a.isOutside) || rank(a) - rank(b) || b.share.of - a.share.of || (a.label < b.label ? -1 : 1))
}

const rank = ({ mark }: { mark: LabMark }): number => (mark.kind === 'rolled' ? 0 : 1)

/** Rolls that needed a total, by what they were for. Whether it is the largest or the smallest that succeeds shows in their outcomes. */
function savesOf({ rolls }: RunCounts): Compared[] {
  const kinds = new Map<
    string,
    Pick<(typeof rolls)[number], 'action' | 'label' | 'dice' | 'need'> & Record<'n' | 'successes' | 'under' | 'over', number>
  >()
  for (const { action, label, dice, need, outcome, side, times } of rolls) {
    const key = JSON.stringify([action, label, dice, need])
    const kind = kinds.get(key) ?? { action, label, dice, need, n: 0, successes: 0, under: 0, over: 0 }
    kinds.set(key, kind)
    const isSuccess = outcome === 'success'
    kind.n += times
    if (isSuccess) kind.successes += times
    if (side !== 0) kind[side < 0 === isSuccess ? 'under' : 'over'] += times
  }
  return [...kinds.values()].flatMap(({ action, label, dice, need, n, successes, under, over }): Compared[] => {
    if (n < LEAST_ROLLS) return []
    if (under > 0 === over > 0) return []
    // On a d20, a 1 always succeeds and a 20 never does, if the total must not be above the number.
    const isD20 = under > 0 && /^1?d20$/.test(dice)
    const succeeds = (total: number): boolean => (under > 0 ? (total <= need && !(isD20 && total === 20)) || (isD20 && total === 1) : total >= need)
    const exact = chanceOf(dice, succeeds)
    if (!exact) return []
    const words = `${label === '' ? action : `${label} (${action})`}: ${dice} ${under > 0 ? 'at most' : 'at least'} ${need}`
    return [{ label: words, count: successes, of: n, exact, mark: { kind: 'rolled', action, label, dice, need } }]
  })
}

/** The rows of tables, by the totals of the rolls that have the table's name and dice. */
function tableRowsOf({ totals }: RunCounts, { game }: LabWorld): Compared[] {
  return Object.entries(game.tables).flatMap(([id, table]) => {
    const own = totals.filter(({ label, dice }) => label === table.name && dice === table.dice)
    const of = own.reduce((sum, { times }) => sum + times, 0)
    if (of < LEAST_ROLLS) return []
    return Object.keys(table.rows).flatMap((key): Compared[] => {
      const [range, exact] = [rangeOf(key), rowChance(table, key)]
      if (!range || !exact) return []
      const count = own.reduce((sum, { total, times }) => sum + (total >= range[0] && total <= range[1] ? times : 0), 0)
      return [{ label: `${table.name}: ${key}`, count, of, exact, mark: { kind: 'exercised', of: 'row', id: `${id}/${key}` } }]
    })
  })
}
