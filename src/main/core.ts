import { parentPort, workerData } from 'node:worker_threads'
import { router, type Studio } from '../shared/api'
import { problemFrom } from '../shared/contract/calls'
import type { HostInfo } from '../shared/story/campaign'
import { visible } from '../shared/base/visible'
import { faultWords } from './fault-words'
import { type KeyStore, memoryKeys } from './machine/keys'
import { createServe, PipeSocket } from './pipe'
import { createStudio, type CoreLoss } from './studio/studio'
import { join, type WireEnd } from './wire'

/** What a host tells its core at the start. */
export interface CoreSettings extends Omit<HostInfo, 'games' | 'unopened'> {
  /** The app's folder with `rules/` and `resources/`. */
  resources: string
  /** The packaged app's program, for its command line. */
  program?: string
  /** Set if this core replaces one that was lost. */
  loss?: CoreLoss
  /** Whether the host has the system's key store, which the core uses over the wire. Otherwise keys stay in the core's memory. */
  keepsKeys?: boolean
}

export type { CoreLoss } from './studio/studio'

/** What the core needs from its host. */
export interface HostSide {
  pickFolder: () => Promise<string | undefined>
  pickFile: (name: string) => Promise<string | undefined>
  /** The system's key store, through the host. */
  keys: KeyStore
  /** The same for tokens of git servers. */
  tokens: KeyStore
  /** Called with the campaign that is being opened, so that the host knows what to open again after a crash. */
  onOpening: (dir: string) => void
  onOpened: (dir: string | undefined) => void
  /** Called with a defect of the core or of a window, for the log. */
  onFault: (where: string, thrown: unknown) => void
  /** Shows the folder of the logs. */
  showLogs: () => Promise<void>
}

/** Serves one Studio at a wire's end: protocol connections, and the host's requests `ping`, `dispose` and calls of the contract by name. */
export function serveStudio(end: WireEnd, make: (host: HostSide) => Studio & { dispose(): Promise<void> }): void {
  const sockets = new Map<number, PipeSocket>()
  const answerOf = async (call: string, input?: unknown): Promise<string | undefined> => {
    const answer = await wire.ask(call, input)
    return typeof answer === 'string' ? answer : undefined
  }
  const onFault = (where: string, thrown: unknown): void => void wire.ask('fault', `${where}: ${faultWords(thrown)}`)
  const studio = make({
    pickFolder: () => answerOf('pickFolder'),
    pickFile: (name) => answerOf('pickFile', name),
    keys: { place: 'os', keeps: true, get: () => answerOf('key'), set: async (key) => void (await wire.ask('keepKey', key)) },
    tokens: { place: 'os', keeps: true, get: () => answerOf('tokens'), set: async (tokens) => void (await wire.ask('keepTokens', tokens)) },
    onOpening: (dir) => void wire.ask('opening', dir),
    onOpened: (dir) => void wire.ask('opened', dir),
    onFault,
    showLogs: async () => void (await wire.ask('showLogs'))
  })
  const serve = createServe(studio, (path = 'call', error) => {
    process.stderr.write(`${visible(`${path}: ${error.stack ?? error.message}`)}\n`)
    onFault(path, error.cause ?? error)
  })
  const calls = router.createCaller({ studio }) as unknown as Record<string, (input: unknown) => Promise<unknown>>

  function onFrame(port: number, frame: string | null) {
    const socket = sockets.get(port)
    if (frame === null) socket?.close()
    else if (socket) socket.receive(frame)
    else if (frame === '') {
      const fresh = new PipeSocket((out) => wire.frame(port, out))
      sockets.set(port, fresh)
      fresh.once('close', () => sockets.delete(port))
      serve(fresh)
      wire.frame(port, '')
    }
  }

  async function answer(call: string, input: unknown): Promise<unknown> {
    if (call === 'ping') return true
    if (call === 'dispose') {
      for (const socket of sockets.values()) socket.close()
      return studio.dispose()
    }
    try {
      return await calls[call]!(input)
    } catch (thrown) {
      throw problemFrom(thrown)
    }
  }

  const wire = join(end, answer, onFrame)
}

if (parentPort) {
  // For this thread alone (see coreThread), not for the programs that it starts.
  delete process.env['NODE_COMPILE_CACHE']
  const { kind, version, home, resources, program, canPickFolder, canPickFile, loss, keepsKeys = false } = workerData as CoreSettings
  serveStudio(parentPort, ({ pickFolder, pickFile, keys, tokens, onOpening, onOpened, onFault, showLogs }) =>
    createStudio({
      kind,
      version,
      home,
      resources,
      program,
      loss,
      isFindable: true,
      onOpening,
      onOpened,
      onFault,
      keys: keepsKeys ? keys : memoryKeys(),
      tokens: keepsKeys ? tokens : memoryKeys(),
      ...(canPickFolder ? { pickFolder } : {}),
      ...(canPickFile ? { pickFile } : {}),
      // A host with dialogs has a screen of its own, so it can show folders too.
      ...(canPickFolder ? { showLogs } : {})
    })
  )
}
