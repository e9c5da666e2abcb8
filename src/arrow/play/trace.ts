import { z } from 'zod'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'

const Id = z.int().nullable()
const Value = z.union([z.number(), z.string(), z.boolean()])
const Values = z.record(z.string(), Value)

/** A line of a recorded play. Comparisons ignore unknown members. */
const TraceEvent = z.discriminatedUnion('ev', [
  z.looseObject({ ev: z.literal('play'), id: Id, in_slot: Id.optional(), type: z.string().nullish(), name: z.string().nullish() }),
  z.looseObject({ ev: z.literal('status'), status: z.enum(['END_EDGE', 'NO_DEFAULT']), id: Id, open_macro: Id.optional() }),
  z.looseObject({ ev: z.literal('var'), id: Id, name: z.string(), from: Value.nullish(), to: Value }),
  z.looseObject({ ev: z.literal('tags'), update: z.record(z.string(), z.record(z.string(), z.string().nullable())) }),
  z.looseObject({ ev: z.literal('clear'), id: Id }),
  z.looseObject({ ev: z.literal('rand'), r: z.number().min(0).lt(1) }),
  z.looseObject({ ev: z.literal('error'), message: z.string().optional() }),
  z.looseObject({
    ev: z.literal('pause'),
    step: z.int().optional(),
    open: z.array(z.int()).optional(),
    macro: Id.optional(),
    pending: z.array(z.int()).optional(),
    fresh: z.array(z.looseObject({ id: z.int() })).optional(),
    vars: Values.optional(),
    tags: z.record(z.string(), z.record(z.string(), z.string())).optional()
  }),
  z.looseObject({ ev: z.literal('continue'), id: z.int() }),
  z.looseObject({ ev: z.literal('choose'), id: z.int(), index: z.int().min(0), text: z.string().optional() }),
  z.looseObject({ ev: z.literal('input'), id: z.int(), value: Value, accepted: z.boolean().optional() }),
  z.looseObject({ ev: z.literal('skip_button'), id: z.int() })
])
export type TraceEvent = z.infer<typeof TraceEvent>

const Header = z.looseObject({
  trace: z.string(),
  file: z.string().optional(),
  seed: z.number().optional(),
  policy: z.string().optional(),
  entry: z.int().optional()
})

/** An event of a trace with its line, counted from 1. */
export interface TraceLine {
  line: number
  event: TraceEvent
}

/** A recorded play of the runtime. */
export interface Trace {
  header: z.infer<typeof Header>
  lines: TraceLine[]
}

/** The largest accepted trace, in characters. */
export const MAX_TRACE = 64 << 20

/** Reads a recorded play, JSON Lines. Throws Problem `bad-file` with the line that can't be read. */
export function readTrace(text: string): Trace {
  if (text.length > MAX_TRACE) throw new Problem('bad-file', `The trace is larger than ${MAX_TRACE >> 20} MB. Record a shorter play.`)
  const rows = text.split('\n').flatMap((row, index) => (row.trim() === '' ? [] : [{ row, line: index + 1 }]))
  const [first, ...others] = rows
  if (!first) throw new Problem('bad-file', 'The trace is empty. Record a play first.')
  const header = Header.safeParse(parsed(first.row, first.line))
  if (!header.success)
    throw new Problem('bad-file', 'Line 1 of the trace isn’t the header of a recorded play. Choose a trace of Arrow’s HTML-JS runtime.', { line: 1 })
  const lines = others.map(({ row, line }) => {
    const event = TraceEvent.safeParse(parsed(row, line))
    if (event.success) return { line, event: event.data }
    throw new Problem('bad-file', `Line ${line} of the trace is not an event: ${misfitWords(event.error, 'it')}. Record the play again.`, { line })
  })
  return { header: header.data, lines }
}

function parsed(row: string, line: number): unknown {
  try {
    return JSON.parse(row)
  } catch {
    throw new Problem('bad-file', `Line ${line} of the trace is not JSON. Record the play again.`, { line })
  }
}
