import { z } from 'zod'
import type { ClientAccess, ClientAnswer, ClientUse, ClientView } from '../table/clients'
import { mutation, query, Who, type Methods } from './calls'

/** The longest time in seconds that a client may let the table wait for its turn. */
export const MAX_WAIT_SECONDS = 30

const Use = z.object({ beat: z.int().min(0), action: z.string().max(200), input: z.unknown() }) satisfies z.ZodType<ClientUse>

/** The calls by which MCP clients play seats, and by which the window tells how to connect one. */
export const seatCalls = {
  /** What a seat reads now. With `wait`, the answer comes when the seat may act, but at the latest after so many seconds. Throws Problem `not-found`. */
  seatView: query(z.object({ who: Who, wait: z.number().min(0).max(MAX_WAIT_SECONDS).default(0) })).returns<ClientView>(),
  /** The client of a seat acts. Throws like `step`; what the client can correct is an answer that isn't `ok`. */
  seatAct: mutation(z.object({ who: Who, use: Use })).returns<ClientAnswer>(),
  /** Answers a tool that only reads, as for the model in that seat, in its turn or not. `input` is whatever the client sent. */
  seatLook: query(z.object({ who: Who, action: z.enum(['get_location', 'get_exits', 'recall']), input: z.unknown() })).returns<ClientAnswer>(),
  /** How an MCP client on this machine reaches a seat, or the designer's tools. Opens the address if none is open. Throws Problem `not-found`. */
  clientAccess: mutation(z.object({ seat: Who })).returns<ClientAccess>()
}
export type SeatCalls = Methods<typeof seatCalls>
