import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Studio } from '../../shared/api'
import type { SeatCalls } from '../../shared/contract/seat-calls'
import { DESIGNER_SEAT } from '../../shared/table/clients'
import { CLI_SWITCH } from '../place'
import type { SeatListener } from '../mcp/listener'
import type { CallContext } from './call-context'
import { checkSeat } from './seat-calls'

/** The address of the open campaign for MCP clients. It is opened when it is first needed, and closed with the campaign. */
export class ClientAddress {
  #listener: Promise<SeatListener> | undefined

  constructor(
    private readonly studio: () => Studio,
    private readonly context: Pick<CallContext, 'writable' | 'home' | 'resources'>,
    private readonly host: { kind: string; version: string; program?: string | undefined }
  ) {}

  readonly access: SeatCalls['clientAccess'] = async ({ seat }) => {
    const open = this.context.writable()
    if (seat !== DESIGNER_SEAT) checkSeat(open, seat)
    const { url, token } = (await this.open()).access(seat)
    const script = join(this.context.resources, 'bin', 'proscenium.mjs')
    const { program } = this.host
    const line = program !== undefined ? [program, CLI_SWITCH] : existsSync(script) ? ['node', script] : undefined
    return { ...(line ? { command: [...line, 'mcp', open.info.dir, '--seat', seat] } : {}), url, token }
  }

  /** Opens the address. Throws Problem `locked` for a campaign that is open for reading only. */
  open(): Promise<SeatListener> {
    const { dir } = this.context.writable().info
    this.#listener ??= this.#start(dir).catch((thrown: unknown) => {
      this.#listener = undefined
      throw thrown
    })
    return this.#listener
  }

  async close(): Promise<void> {
    const listener = this.#listener
    this.#listener = undefined
    await listener?.then(
      (one) => one.close(),
      () => undefined
    )
  }

  async #start(dir: string): Promise<SeatListener> {
    const [{ startSeatListener }, { router }] = await Promise.all([import('../mcp/listener'), import('../../shared/api')])
    return startSeatListener(router.createCaller({ studio: this.studio() }), {
      dir,
      home: this.context.home,
      version: this.host.version,
      isApp: this.host.kind !== 'terminal'
    })
  }
}
