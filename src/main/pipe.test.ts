import { createTRPCClient, createWSClient, wsLink, TRPCClientError } from '@trpc/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Router, Studio } from '../shared/api'
import type { StudioEvent } from '../shared/table/present'
import { Problem } from '../shared/base/problem'
import { createServe, PipeSocket, type Serve } from './pipe'
import { eventSource } from './pipe.fixture'

/** A client's WebSocket whose other end is served in this process. */
function socketTo(serve: Serve, live: Set<PipeSocket>) {
  return class extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly OPEN = 1
    readyState = 0
    binaryType = ''
    private readonly end = new PipeSocket((frame) =>
      queueMicrotask(() => {
        if (frame === null) this.readyState = 3
        const event = frame === null ? Object.assign(new Event('close'), { code: 1000 }) : new MessageEvent('message', { data: frame })
        this.dispatchEvent(event)
      })
    )
    constructor() {
      super()
      live.add(this.end)
      this.end.once('close', () => live.delete(this.end))
      serve(this.end)
      setTimeout(() => {
        this.readyState = 1
        this.dispatchEvent(new Event('open'))
      })
    }
    send(frame: string) {
      this.end.receive(frame)
    }
    close() {
      this.end.close()
    }
  }
}

const source = eventSource()
const faults: string[] = []
const studio = {
  recent: () => Promise.resolve([]),
  open: ({ dir }: { dir: string }) => Promise.reject(new Problem('not-a-campaign', `There is no story in ${dir}. Choose another folder.`, { dir })),
  close: () => Promise.reject(new Error('ENOENT /home/someone/secret.txt')),
  events: (after, stop) => source.events(after, stop)
} as Partial<Studio> as Studio

const live = new Set<PipeSocket>()
const serve = createServe(studio, (path, error) => faults.push(`${path}: ${error.message}`))
const ws = createWSClient({ url: 'ws://pipe', WebSocket: socketTo(serve, live) as never, retryDelayMs: () => 0 })
const client = createTRPCClient<Router>({ links: [wsLink({ client: ws })] })
afterEach(() => faults.splice(0))

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the call was to fail'),
    (error: TRPCClientError<Router>) => error.data?.problem
  )

describe('a call through a pipe', () => {
  it('answers with a typed result', async () => {
    expect(await client.recent.query()).toEqual([])
  })

  it('brings a problem as it was thrown', async () => {
    expect(await problemOf(client.open.mutate({ dir: '/tmp/x' }))).toEqual({
      code: 'not-a-campaign',
      message: 'There is no story in /tmp/x. Choose another folder.',
      data: { dir: '/tmp/x' }
    })
    expect(faults).toEqual([])
  })

  it('refuses an input that does not fit, before the Studio sees it', async () => {
    const problem = await problemOf(client.open.mutate({ dir: 7 as never }))
    expect(problem).toMatchObject({
      code: 'bad-input',
      message: 'This call is invalid: `dir` must be text, but it is 7. Correct it and call again.'
    })
  })

  it('refuses an unknown call', async () => {
    const strange = client as unknown as { burn: { mutate(): Promise<unknown> } }
    expect(await problemOf(strange.burn.mutate())).toMatchObject({ code: 'bad-input', message: expect.stringContaining('burn') })
  })
})

/** What the server says to one raw frame. */
async function answer(frame: string): Promise<string> {
  const said: string[] = []
  const socket = new PipeSocket((out) => said.push(String(out)))
  serve(socket)
  socket.receive(frame)
  await vi.waitFor(() => expect(said).not.toEqual([]))
  socket.close()
  return said[0]!
}

describe('a frame from a stranger', () => {
  it.each([
    ['not JSON', '{{{'],
    ['a number', '7'],
    ['null', 'null'],
    ['no id', '{"method":"query","params":{"path":"recent"}}'],
    ['a method that is none', '{"id":1,"method":"steal","params":{"path":"recent"}}'],
    ['a path that is none', '{"id":1,"method":"query","params":{"path":"__proto__.constructor"}}'],
    ['a query of a mutation', '{"id":1,"method":"query","params":{"path":"close"}}']
  ])('is answered with a problem: %s', async (_name, frame) => {
    const reply = JSON.parse(await answer(frame)) as { error: { data: { problem: { code: string; message: string } } } }
    expect(reply.error.data.problem.code).toBe('bad-input')
    expect(reply.error.data.problem.message).toMatch(/\w\.$/)
  })

  it('gets no stack of ours, and a defect is reported to the host', async () => {
    const reply = await answer('{"id":1,"method":"mutation","params":{"path":"close"}}')
    expect(JSON.parse(reply)).toMatchObject({ error: { data: { problem: { code: 'internal' } } } })
    expect(reply).not.toMatch(/stack|node_modules|\.ts:\d/)
    expect(faults).toEqual([expect.stringContaining('close: ENOENT')])
  })
})

describe('events through a pipe', () => {
  const seqs = (events: StudioEvent[]) => events.map((event) => event.seq)

  it('arrive in order, and stopping ends the generator', async () => {
    const seen: StudioEvent[] = []
    const subscription = client.events.subscribe(undefined, { onData: (event) => seen.push(event.data) })
    await vi.waitFor(() => expect(source.live).toBe(1))
    for (let i = 0; i < 3; i++) source.tell()
    await vi.waitFor(() => expect(seqs(seen)).toEqual([1, 2, 3]))
    subscription.unsubscribe()
    await vi.waitFor(() => expect(source.live).toBe(0))
  })

  it('go on after a lost connection from the event that came last', async () => {
    const seen: StudioEvent[] = []
    const subscription = client.events.subscribe(undefined, { onData: (event) => seen.push(event.data) })
    await vi.waitFor(() => expect(source.live).toBe(1))
    source.tell()
    await vi.waitFor(() => expect(seqs(seen)).toEqual([4]))
    const before = source.asked.length
    for (const socket of live) socket.close()
    await vi.waitFor(() => expect(source.asked).toHaveLength(before + 1))
    source.tell()
    await vi.waitFor(() => expect(seqs(seen)).toEqual([4, 5]))
    expect(source.asked.at(-1)).toEqual('one:4')
    subscription.unsubscribe()
    await vi.waitFor(() => expect(source.live).toBe(0))
  })

  it('end when the connection goes', async () => {
    const socket = new PipeSocket(() => undefined)
    serve(socket)
    socket.receive('{"id":1,"method":"subscription","params":{"path":"events"}}')
    await vi.waitFor(() => expect(source.live).toBe(1))
    socket.close()
    await vi.waitFor(() => expect(source.live).toBe(0))
  })
})
