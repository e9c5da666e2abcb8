import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { type LabPlan, partyOf, seedOf } from '../../../shared/lab/plan'
import type { SessionRows } from '../../../shared/lab/rows'
import { Problem } from '../../../shared/base/problem'
import { columnsOf, RESULT_TABLE_NAMES, type ResultTable } from '../results/schema'

/** The most bytes of a session's rows on their way, and after they were unpacked. The longest session of a sample has a hundredth of that. */
const MAX_PACKED = 32 << 20
const MAX_UNPACKED = 64 << 20
/** The longest text and list in a row. */
const MAX_TEXT = 20_000
const MAX_TARGETS = 1000

const UINTEGER = z.int().min(0).max(0xffff_ffff)
const VARCHAR = z.string().max(MAX_TEXT)

/** The schema of a column by its type in DuckDB. */
function valueSchema(type: string): z.ZodType {
  if (type.startsWith('ENUM')) return z.enum([...type.matchAll(/'([^']*)'/g)].map(([, word = '']) => word))
  if (type === 'UINTEGER') return UINTEGER
  if (type === 'DOUBLE') return z.number()
  if (type === 'BOOLEAN') return z.boolean()
  return type === 'VARCHAR[]' ? z.array(VARCHAR).max(MAX_TARGETS) : VARCHAR
}

/** The columns of a table that are sent: all but the session's number, which both sides know. */
const sentColumns = (table: ResultTable): ReturnType<typeof columnsOf> => columnsOf(table).filter(({ name }) => name !== 'session')

/** The rows of one session, each table as its columns, all of one length. */
const Columns = z.strictObject(
  Object.fromEntries(
    RESULT_TABLE_NAMES.map((table) => {
      const columns = sentColumns(table).map(({ name, type, nullable }) => {
        const value = valueSchema(type)
        return [name, z.array(nullable ? value.nullable() : value)] as const
      })
      return [table, z.strictObject(Object.fromEntries(columns)).refine((all) => new Set(Object.values(all).map((one) => one.length)).size === 1)]
    })
  )
)

/** The rows of a session as a text that travels: compressed, in base 64. Throws Problem `refused` if they are too many. */
export function packRows(rows: SessionRows): string {
  const columns = RESULT_TABLE_NAMES.map((table) => {
    const all = [rows[table]].flat() as unknown as Record<string, unknown>[]
    return [table, Object.fromEntries(sentColumns(table).map(({ name }) => [name, all.map((row) => row[name])]))] as const
  })
  const packed = deflateRawSync(JSON.stringify(Object.fromEntries(columns)), { level: 1 }).toString('base64')
  if (packed.length <= MAX_PACKED) return packed
  throw new Problem('refused', 'The session has more rows than a queue carries. End sessions after fewer beats.')
}

/**
 * The rows of a session that a worker sent. Nothing about the text is trusted: they have the number, seed and party of the session that was asked for,
 * and every value is of its column's type. Throws Problem `bad-input`.
 */
export function unpackRows(packed: unknown, session: number, plan: LabPlan): SessionRows {
  try {
    if (typeof packed !== 'string' || packed.length > MAX_PACKED) throw new Error('They are no text, or too long.')
    const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED }).toString('utf8')
    const tables = Columns.parse(JSON.parse(text))
    const rowsOf = (table: ResultTable): Record<string, unknown>[] => {
      const columns = Object.entries(tables[table] ?? {})
      return (columns[0]?.[1] ?? []).map((_, at) => ({ session, ...Object.fromEntries(columns.map(([name, values]) => [name, values[at]])) }))
    }
    const all = RESULT_TABLE_NAMES.map((table) => [table, rowsOf(table)] as const)
    const { session: own, ...rows } = Object.fromEntries(all) as unknown as Omit<SessionRows, 'session'> & { session: SessionRows['session'][] }
    const [row] = own
    const isAsked = own.length === 1 && row?.seed === seedOf(plan, session) && row.party === partyOf(plan, session).name
    if (!isAsked || row.beats !== rows.beat.length) throw new Error('They are of another session.')
    return { session: row, ...rows }
  } catch (thrown) {
    throw new Problem('bad-input', `A worker sent rows of session ${session} that can’t be read.`, { cause: String(thrown).slice(0, 500) })
  }
}
