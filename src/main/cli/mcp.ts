import { resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { Problem } from '../../shared/base/problem'
import { DESIGNER_SEAT, type ClientAccess } from '../../shared/table/clients'
import type { SeatAddress } from '../mcp/relay'
import type { Calls, Campaigns, Seats } from './campaigns'
import { untilInterrupted } from './interrupt'
import { type CommandContext, DIR, examples, type Host, SEATS, seatArgument } from './usage'

/** What a client hears whose seat the app served: it doesn't open the campaign behind the designer's back. */
const APP_LEFT = 'Proscenium has closed this campaign. Open it there again, or start the client again to play without the app.'

/** How long another process may take to serve a campaign that it has just opened, in tries, and the time between two tries in ms. */
const MAX_TRIES = 20
const TRY_MS = 250

function seatOption(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Name DM, a player, or designer.')
  return /^(?:dm|designer)$/i.test(text) ? (/^dm$/i.test(text) ? 'DM' : DESIGNER_SEAT) : text
}

/** The command by which an MCP client plays a seat. */
export function mcpCommand(program: Command, { campaigns, host }: CommandContext): void {
  program
    .command('mcp')
    .description('let an MCP client play a seat over standard input and output, with the app open or without it')
    .argument('<dir>', DIR)
    .addHelpText(
      'after',
      examples('mcp ~/stories/well --seat DM', 'mcp ~/stories/well --seat Wren --agent dm=anthropic', 'mcp ~/stories/well --seat designer')
    )
    .requiredOption('--seat <who>', "DM, a player's name, or designer for the tools of analysis", seatOption)
    .option('--agent <seat>', `who plays other seats if the app isn't open: ${SEATS}`, seatArgument)
    .action((dir: string, { seat, agent }: { seat: string; agent?: Seats }) => serveSeat(resolve(dir), seat, agent, campaigns, host.client))
}

/** Serves a seat until the client ends, through the process that has the campaign open, or this one, which then plays the other seats. */
async function serveSeat(dir: string, seat: string, agents: Seats | undefined, campaigns: Campaigns, client: Host['client']): Promise<void> {
  if (!client) throw new Problem('refused', 'This program has no standard input and output for an MCP client. Start it from a terminal.')
  const { relay, servedSeat } = await import('../mcp/relay')
  const ended = new AbortController()
  let held: Promise<SeatAddress> | undefined
  let wasApp = false
  let closed: Promise<void> = Promise.resolve()
  const reach = async (seats: readonly string[] = []): Promise<SeatAddress> => {
    for (let tried = 0; ; tried++) {
      const served = held ?? (await servedSeat(client.home, dir, seat))
      wasApp ||= (await served)?.isApp === true
      if (served) return served
      if (wasApp) throw new Problem('not-found', APP_LEFT)
      const opened = hold(dir, seat, { ...agents, ...forClients(seats) }, campaigns, ended.signal)
      try {
        held = opened.access
        closed = opened.closed
        return await held
      } catch (thrown) {
        held = undefined
        // Two commands that start at the same time both find nobody. The one without the lock finds the other a little later.
        if (!(thrown instanceof Problem && thrown.code === 'locked') || tried >= MAX_TRIES) throw thrown
        await new Promise((done) => setTimeout(done, TRY_MS))
      }
    }
  }
  try {
    // What is wrong with the folder or the seat is said now, not to the client's first message.
    await reach()
    const transport = await client.connect()
    await untilInterrupted((cancel) => {
      cancel.addEventListener('abort', () => void transport.close())
      return relay(transport, reach)
    })
  } finally {
    ended.abort()
    await closed
  }
}

const forClients = (seats: readonly string[]): Seats => Object.fromEntries(seats.map((seat) => [seat, { agent: 'mcp' }]))

/** Opens the campaign in this process until `ended`. `closed` resolves when it is closed again; it never rejects. */
function hold(
  dir: string,
  seat: string,
  agents: Seats | undefined,
  campaigns: Campaigns,
  ended: AbortSignal
): { access: Promise<ClientAccess>; closed: Promise<void> } {
  const seats: Seats = { ...agents, ...forClients(seat === DESIGNER_SEAT ? [] : [seat]) }
  let closed: Promise<void> = Promise.resolve()
  const access = new Promise<ClientAccess>((done, fail) => {
    const work = async (calls: Calls): Promise<void> => {
      const address = await calls.clientAccess({ seat })
      await calls.leaveEdits()
      if (seat !== DESIGNER_SEAT) await calls.autoplay({ pace: 0 })
      done(address)
      await new Promise<void>((over) => {
        if (ended.aborted) over()
        else ended.addEventListener('abort', () => over())
      })
    }
    closed = campaigns.open(dir, work, { seats }).catch(fail)
  })
  return { access, closed }
}
