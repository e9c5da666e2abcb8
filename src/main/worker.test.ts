import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NearCore } from './worker.fixture'
import { CoreWorker, type CoreOptions, type CoreThread } from './worker'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** A clock that advances by an hour at each reading. */
function hours() {
  let now = 0
  return () => (now += 3_600_000)
}

function near(options: Partial<Pick<CoreOptions, 'pickFolder' | 'pickFile' | 'now'>> = {}) {
  const cores: NearCore[] = []
  const lost: string[] = []
  const causes: unknown[] = []
  const faults: string[] = []
  const losses: unknown[] = []
  const start: CoreOptions['start'] = (loss) => {
    const core = new NearCore()
    cores.push(core)
    losses.push(loss)
    return core as unknown as CoreThread
  }
  const core = new CoreWorker({
    start,
    onLost: (why, cause) => causes.push(cause) && lost.push(why),
    onFault: (words) => faults.push(words),
    now: hours(),
    ...options
  })
  ending.push(() => core.dispose())
  return { core, cores, lost, causes, faults, losses }
}

/** A client that keeps what it is sent. */
function client(core: CoreWorker) {
  const heard: (string | null)[] = []
  const connection = core.connect((frame) => heard.push(frame))
  return { heard, ...connection }
}
const query = (id: number) => `{"id":${id},"method":"query","params":{"path":"recent"}}`
const answerTo = (id: number) => `{"id":${id},"result":{"type":"data","data":[]}}`

describe('the core behind a thread', () => {
  it('carries many connections at once', async () => {
    const { core } = near()
    const [one, two] = [client(core), client(core)]
    one.send(query(1))
    two.send(query(2))
    await vi.waitFor(() =>
      expect([one.heard, two.heard]).toEqual([
        ['', answerTo(1)],
        ['', answerTo(2)]
      ])
    )
  })

  it('passes on a defect of a call without what it quotes', async () => {
    const { core, cores, faults } = near()
    const one = client(core)
    cores[0]!.known = new Proxy([], { get: () => JSON.parse('The bell') as never })
    one.send(query(1))
    await vi.waitFor(() => expect(faults).toEqual([expect.stringMatching(/^recent: SyntaxError\n {2}at /)]))
  })

  it('ends the streams of a connection that closes', async () => {
    const { core, cores } = near()
    const one = client(core)
    one.send('{"id":1,"method":"subscription","params":{"path":"events"}}')
    await vi.waitFor(() => expect(cores[0]!.source.live).toBe(1))
    one.close()
    await vi.waitFor(() => expect(cores[0]!.source.live).toBe(0))
  })

  it('answers the host, with problems as they were thrown', async () => {
    const { core } = near()
    expect(await core.ask('recent')).toEqual([])
    await expect(core.ask('open', { dir: '/nowhere' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(core.ask('open', { dir: 7 })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(core.ask('burn')).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('lets the host show the folder dialog', async () => {
    const { core } = near({ pickFolder: () => Promise.resolve('/stories/well') })
    expect(await core.ask('pickFolder')).toBe('/stories/well')
  })

  it('lets the host ask where to save a file; a cancelled dialog gives no answer', async () => {
    const proposed: string[] = []
    const { core } = near({ pickFile: (name) => Promise.resolve(proposed.push(name) === 1 ? `/home/me/${name}` : undefined) })
    const save = (name: string) => core.ask('saveFile', { name, content: 'cG9uZA==' })
    expect([await save('map.svg'), await save('map.png'), proposed]).toEqual(['/home/me/map.svg', undefined, ['map.svg', 'map.png']])
  })

  it('does not open a campaign again whose core was lost within a minute, says so and tells the next core', async () => {
    const { core, cores, lost, losses } = near({ now: () => 0 })
    await core.ask('open', { dir: '/stories/trap' })
    cores[0]!.emit('exit', 1)
    expect(lost).toEqual([
      'The core ended with code 1. It was started again. The campaign /stories/trap was open for less than a minute and stays closed; open it again if you trust it.'
    ])
    expect(await core.ask('recent')).toEqual([])
    expect(cores[1]!.opened).toEqual([])
    expect(losses).toEqual([undefined, { why: 'The core ended with code 1.', unopened: { dir: '/stories/trap', opening: false } }])
  })

  it('does not open a campaign again whose opening lost the core, however long it took, nor the one that was open before', async () => {
    const { core, cores, lost, losses } = near()
    await core.ask('open', { dir: '/stories/well' })
    void core.ask('open', { dir: '/stories/endless' }).catch(() => undefined)
    await vi.waitFor(() => expect(cores[0]!.opened).toEqual(['/stories/well', '/stories/endless']))
    cores[0]!.emit('exit', 1)
    expect(lost).toEqual([
      'The core ended with code 1. It was started again. That happened while the campaign /stories/endless was opened, so it stays closed; open it again if you trust it.'
    ])
    expect(await core.ask('recent')).toEqual([])
    expect(cores[1]!.opened).toEqual([])
    expect(losses).toEqual([undefined, { why: 'The core ended with code 1.', unopened: { dir: '/stories/endless', opening: true } }])
  })

  it('opens the campaign again that is still open after another was refused', async () => {
    const { core, cores } = near()
    await core.ask('open', { dir: '/stories/well' })
    await expect(core.ask('open', { dir: '/nowhere' })).rejects.toMatchObject({ code: 'not-found' })
    cores[0]!.emit('exit', 1)
    await vi.waitFor(() => expect(cores[1]!.opened).toEqual(['/stories/well']))
  })

  it('starts again when the core dies: clients are closed, the campaign is opened again', async () => {
    const { core, cores, lost, losses } = near()
    const one = client(core)
    await core.ask('open', { dir: '/stories/well' })
    await vi.waitFor(() => expect(one.heard).toEqual(['']))
    cores[0]!.emit('exit', 1)
    expect(one.heard).toEqual(['', null])
    expect(lost).toEqual(['The core ended with code 1. It was started again.'])
    expect(losses).toEqual([undefined, { why: 'The core ended with code 1.' }])
    await vi.waitFor(() => expect(cores[1]!.opened).toEqual(['/stories/well']))
    const two = client(core)
    two.send(query(1))
    await vi.waitFor(() => expect(two.heard).toEqual(['', answerTo(1)]))
  })

  it('tells a host that waits when the core dies', async () => {
    const { core, cores } = near({ pickFolder: () => new Promise(() => undefined) })
    const answer = core.ask('pickFolder')
    cores[0]!.emit('exit', 1)
    await expect(answer).rejects.toMatchObject({ code: 'internal' })
  })

  it('gives up on a core that never starts', () => {
    const { core, cores, lost, causes } = near()
    for (let i = 0; i < 5; i++) cores.at(-1)!.emit('error', new Error('no bundle'))
    expect(cores).toHaveLength(3)
    expect(causes.at(-1)).toEqual(new Error('no bundle'))
    expect(lost.at(-1)).toBe("The core failed: no bundle. It doesn't start again. Install Proscenium again.")
    const late = client(core)
    return vi.waitFor(() => expect(late.heard).toEqual([null]))
  })

  it('closes everything when it is disposed', async () => {
    const { core } = near()
    const one = client(core)
    await vi.waitFor(() => expect(one.heard).toEqual(['']))
    await core.dispose()
    expect(one.heard).toEqual(['', null])
  })
})

describe('the watchdog', () => {
  it('ends a core that hangs and starts another', async () => {
    let started = 0
    const lost: string[] = []
    // A thread that loops for ever: only ending it from outside helps.
    const start = () => (started++ === 0 ? new Worker('for (;;);', { eval: true }) : (new NearCore() as unknown as CoreThread))
    const core = new CoreWorker({ start, pulse: 20, patience: 3, onLost: (why) => lost.push(why) })
    ending.push(() => core.dispose())
    const one = client(core)
    await vi.waitFor(() => expect(one.heard).toEqual([null]), 5000)
    expect(lost).toEqual(['The core stopped answering. It was started again.'])
    expect(await core.ask('recent')).toEqual([])
  })

  it('waits ten times as long for a core that gets no processor', () => {
    vi.useFakeTimers()
    const started: EventEmitter[] = []
    const start = () => {
      started.push(Object.assign(new EventEmitter(), { postMessage: () => undefined, terminate: () => Promise.resolve(0) }))
      return started.at(-1) as unknown as CoreThread
    }
    let used = 0
    const core = new CoreWorker({ start, pulse: 20, patience: 3, worked: () => used })
    try {
      vi.advanceTimersByTime(20 * 30)
      expect(started).toHaveLength(1)
      vi.advanceTimersByTime(20)
      expect(started).toHaveLength(2)
      used = 31
      vi.advanceTimersByTime(20 * 4)
      expect(started).toHaveLength(3)
    } finally {
      void core.dispose()
      vi.useRealTimers()
    }
  })
})
