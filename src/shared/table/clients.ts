import type { Context } from './turns'

/** The seat of somebody who edits and analyses the story and doesn't play. */
export const DESIGNER_SEAT = 'designer'

/** A call by the MCP client of a seat. `beat`: the number of the beat that it is for; `input`: whatever the client sent as parameters. */
export interface ClientUse {
  beat: number
  action: string
  input?: unknown
}

/** The answer to it; `beat`: the number of the beat that the turn has made. */
export interface ClientAnswer {
  ok: boolean
  text: string
  beat?: number
}

/** What the MCP client of a seat reads. `mayAct`: it is its turn now; otherwise `words` say whom or what the table waits for. */
export interface ClientView {
  mayAct: boolean
  /** The number of the next beat. */
  beat: number
  words: string
  context: Context
}

/** How a client on this machine reaches a seat: as a command over standard input and output, or at an address with a token. */
export interface ClientAccess {
  /** For clients that start a program. */
  command?: string[]
  url: string
  token: string
}
