import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { Rows } from './rows'

/** The file's magic number. The version is raised when the format changes; a file of an older version is ignored and written again. */
const FORM = 'PROSCENIUM CHRONICLE 2 '
/** The length of the first line: the format, and the checksum of everything after it. */
const FIRST = FORM.length + 9
const COLUMN_COUNT = 5

const Head = z.object({
  rows: z.int().min(0),
  actions: z.array(
    z.object({
      kind: z.enum(['play', 'edit', 'skill', 'script', 'import', 'foreign']),
      action: z.string(),
      actor: z.string(),
      as: z.string().optional(),
      agent: z.string().optional()
    })
  ),
  scenes: z.array(z.string())
})

/** Encodes rows as one file: a line with the format, a line of JSON with the lists, then ids, columns and subjects. */
export function encodeRows(rows: Rows): Buffer {
  const columns = [rows.parents, rows.numbers, rows.seconds, rows.actionIndex, rows.scene]
  const head = { rows: rows.length, actions: rows.actions.list, scenes: rows.scenes.list }
  const body = Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    Buffer.from(rows.ids.join(''), 'hex'),
    ...columns.map(({ values }) => Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
    Buffer.from(rows.subjects.join('\n'))
  ])
  return Buffer.concat([Buffer.from(`${FORM}${sumOf(body)}\n`), body])
}

/** Decodes a file of `encodeRows`; undefined if its content was changed in any way. */
export function decodeRows(bytes: Buffer): Rows | undefined {
  if (bytes.toString('latin1', 0, FIRST) !== `${FORM}${sumOf(bytes.subarray(FIRST))}\n`) return undefined
  const end = bytes.indexOf(0x0a, FIRST)
  const head = end < 0 ? undefined : readHead(bytes.toString('utf8', FIRST, end))
  const body = bytes.subarray(end + 1)
  if (!head || body.length < head.rows * (20 + 4 * COLUMN_COUNT)) return undefined
  const count = head.rows
  const subjects = count === 0 ? [] : body.toString('utf8', count * (20 + 4 * COLUMN_COUNT)).split('\n')
  if (subjects.length !== count) return undefined
  const digits = body.toString('hex', 0, count * 20)
  // A copy, because a slice of the file may not be aligned for 32-bit integers.
  const numbers = new Int32Array(new Uint8Array(body.subarray(count * 20, count * (20 + 4 * COLUMN_COUNT))).buffer)
  const rows = new Rows()
  for (const entry of head.actions) {
    const { kind, action, actor, as, agent } = entry
    rows.actions.placeOf({ kind, action, actor, ...(as === undefined ? {} : { as }), ...(agent === undefined ? {} : { agent }) })
  }
  for (const scene of head.scenes) rows.scenes.placeOf(scene)
  const value = (column: number, row: number): number => numbers[column * count + row] ?? 0
  for (let row = 0; row < count; row++) {
    const parent = value(0, row)
    const actionIndex = value(3, row)
    if (parent >= row || actionIndex < 0 || actionIndex >= rows.actions.list.length || value(4, row) >= rows.scenes.list.length) return undefined
    rows.put(digits.slice(row * 40, row * 40 + 40), subjects[row] ?? '', [parent, value(1, row), value(2, row), actionIndex, value(4, row)])
  }
  return rows
}

/** The CRC-32 of a content as eight hex digits. */
const sumOf = (body: Buffer): string => crc32(body).toString(16).padStart(8, '0')

function readHead(text: string): z.infer<typeof Head> | undefined {
  try {
    return Head.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
