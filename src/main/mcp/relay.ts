import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { Problem, toProblem } from '../../shared/base/problem'
import { SEATS_HEADER, seatToken, seatUrl } from './listener'
import { notesOf } from './notes'

/** The address of a seat, with its token. `isApp`: the app serves it. */
export interface SeatAddress {
  url: string
  token: string
  isApp?: boolean
}

/** The time that a process which serves the campaign may take to answer whether it is there, in ms. */
const ANSWER_TIMEOUT_MS = 3000
const SERVER_ERROR = -32_000
/** The HTTP status of a request that is too long, and of one that needs no answer. */
const TOO_LONG = 413
const NO_ANSWER = 202

/** The address of a seat at the process that has the campaign open; undefined if none serves it. */
export async function servedSeat(home: string, dir: string, seat: string): Promise<SeatAddress | undefined> {
  for (const { note, remove } of notesOf(home, dir)) {
    const address = { url: seatUrl(note.origin, seat), token: seatToken(note.secret, seat), isApp: note.isApp }
    try {
      const { messages } = await post(address, { jsonrpc: '2.0', id: 0, method: 'ping' }, AbortSignal.timeout(ANSWER_TIMEOUT_MS))
      if (messages.length > 0) return address
    } catch {
      remove()
    }
  }
  return undefined
}

/**
 * Passes each message of a client to the address of its seat, and the answers back. If the process at that address has ended, `reach` is asked for
 * another one, with the seats that clients had there, and the message is sent once more. That is safe, because an action names the beat that it is
 * for. Resolves when the client has ended.
 */
export async function relay(client: Transport, reach: (seats: readonly string[]) => Promise<SeatAddress>): Promise<void> {
  let address: Promise<SeatAddress> | undefined
  let seats: readonly string[] = []
  const send = async (message: JSONRPCMessage): Promise<JSONRPCMessage[]> => {
    const to = (address ??= reach(seats))
    try {
      const answer = await post(await to, message)
      seats = answer.seats
      return answer.messages
    } catch (thrown) {
      // Several messages may fail together; the first one finds the new address.
      if (address === to) address = undefined
      throw thrown
    }
  }
  const deliver = (message: JSONRPCMessage): Promise<JSONRPCMessage[]> =>
    send(message).catch((thrown: unknown) => {
      if (thrown instanceof Problem) throw thrown
      return send(message)
    })
  const ended = new Promise<void>((done) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has only this property
    client.onclose = done
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
  client.onmessage = (message) => {
    deliver(message)
      .catch((thrown: unknown): JSONRPCMessage[] => {
        const problem = { code: SERVER_ERROR, message: toProblem(thrown).message }
        return isJSONRPCRequest(message) ? [{ jsonrpc: '2.0', id: message.id, error: problem }] : []
      })
      .then((answers) => Promise.all(answers.map((answer) => client.send(answer))))
      // The client has ended meanwhile.
      .catch(() => undefined)
  }
  await client.start()
  await ended
}

/** Sends a message. Returns the answers and the clients' seats. Throws Problem `bad-input` if it is too long, an Error if nobody answers. */
async function post(
  { url, token }: SeatAddress,
  message: JSONRPCMessage,
  signal?: AbortSignal
): Promise<{ messages: JSONRPCMessage[]; seats: string[] }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
    redirect: 'error',
    ...(signal ? { signal } : {})
  })
  const text = await answer.text()
  if (answer.status === TOO_LONG) throw new Problem('bad-input', 'This message is longer than 1 MB. Send a shorter one.')
  const header = answer.headers.get(SEATS_HEADER)
  if (header === null) throw new Error('Another program answers at this address.')
  const seats = header.split(',').flatMap((seat) => (seat === '' ? [] : [decodeURIComponent(seat)]))
  if (answer.status === NO_ANSWER) return { messages: [], seats }
  const value = JSON.parse(text) as JSONRPCMessage | JSONRPCMessage[]
  return { messages: Array.isArray(value) ? value : [value], seats }
}
