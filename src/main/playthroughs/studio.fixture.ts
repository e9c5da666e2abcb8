import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunsAsked, RunsReport } from '../../shared/analysis/run-verdicts'
import type { Studio } from '../../shared/api'
import type { StudioEvent } from '../../shared/table/present'
import { startFakeMessages, type FakeMessages, type FakeOptions, type FakeReply } from '../agents/anthropic/fake-messages.fixture'
import type { WireRequest } from '../agents/anthropic/wire.fixture'
import { copyFolder } from '../campaign/git/testing/folders'
import { memoryKeys } from '../machine/keys'
import { createStudio, type StudioHost } from '../studio/studio'
import { runProgram } from '../campaign/git/testing/small-process'

export const KEY = 'sk-test-0123456789-secret'
/** A model whose price is known. */
export const MODEL = 'claude-sonnet-5-5'

/** A Studio with a new sample campaign open, and the events it sent. */
export interface Desk {
  home: string
  dir: string
  studio: Studio & { dispose(): Promise<void> }
  heard: StudioEvent[]
  /** Opens the campaign again, as after a restart of the app. */
  restart(host?: Partial<StudioHost>): Promise<void>
  /** Opens another campaign like the first, with other commit ids. */
  another(): Promise<void>
  head(): Promise<string>
  /** Id of the present's root tree. */
  tree(): string
  close: () => Promise<void>
}

/** A new sample campaign, created once in a process: desks copy it. */
let sample: Promise<string> | undefined
async function createSample(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'desk-sample-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const dir = join(home, 'well')
  const studio = createStudio({ kind: 'terminal', version: '0', home, resources: process.cwd(), keys: memoryKeys() })
  await studio.create({ dir, seed: '7' })
  await studio.dispose()
  return dir
}

/** A new home with a sample campaign in it. */
export async function desk(host: Partial<StudioHost> = {}): Promise<Desk> {
  const home = mkdtempSync(join(tmpdir(), 'desk-'))
  const newStudio = (host: Partial<StudioHost>): Desk['studio'] =>
    createStudio({ kind: 'terminal', version: '0', home, resources: process.cwd(), keys: memoryKeys(), ...host })
  let hearing = new AbortController()
  const listen = async (studio: Studio): Promise<void> => {
    hearing.abort()
    hearing = new AbortController()
    for await (const event of studio.events({}, hearing.signal)) self.heard.push(event)
  }
  const self: Desk = {
    home,
    dir: join(home, 'well'),
    studio: newStudio(host),
    heard: [],
    async restart(other = host) {
      await self.studio.dispose()
      self.studio = newStudio(other)
      await self.studio.open({ dir: self.dir })
      void listen(self.studio)
    },
    async another() {
      self.dir = join(home, 'again')
      await self.studio.create({ dir: self.dir, seed: '7' })
    },
    head: async () => (await self.studio.present())?.head ?? '',
    tree: () => treeOf(self.dir),
    async close() {
      hearing.abort()
      await self.studio.dispose()
      rmSync(home, { recursive: true, force: true })
    }
  }
  copyFolder(await (sample ??= createSample()), self.dir)
  await self.studio.open({ dir: self.dir })
  void listen(self.studio)
  return self
}

/** A desk whose seats are all models, answered by `script`; the machine's owner has allowed them. */
export async function modelDesk(
  script: (request: WireRequest, n: number) => FakeReply | Promise<FakeReply>,
  options: FakeOptions = {}
): Promise<Desk & { fake: FakeMessages }> {
  const fake = await startFakeMessages(script, { key: KEY, ...options })
  const at = await desk()
  await at.studio.setMachine({ key: KEY, baseUrl: fake.url, model: MODEL, allowed: true })
  await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { default: { agent: 'anthropic' } } })
  const close = at.close
  return Object.assign(at, {
    fake,
    close: async () => {
      await close()
      await fake.close()
    }
  })
}

/** Id of the root tree at HEAD. */
export const treeOf = (dir: string): string => runProgram('git', ['-C', dir, 'rev-parse', 'HEAD^{tree}']).trim()

/** Plays until the session ends, or for this many beats. */
export async function playOn(studio: Studio, most = 400): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < most) {
    const beat = await studio.step()
    if (!beat) break
    ids.push(beat.id)
    if ((await studio.present())?.state.next.phase === 'done') break
  }
  return ids
}

/** The report of judges who compare runs; if `stop` stops them, what is known of it then. */
export async function judgedBy(studio: Studio, asked: RunsAsked, stop?: AbortSignal): Promise<RunsReport> {
  const stopping = (): void => void studio.labStopExperiment({ kind: 'judge' })
  stop?.addEventListener('abort', stopping)
  try {
    for await (const news of studio.judgeRuns(asked)) if (news.kind === 'answer') return news.answer
  } catch (thrown) {
    const { answer } = (stop?.aborted && (await studio.labExperiments()).judge) || {}
    if (answer) return answer
    throw thrown
  }
  throw new Error('No answer')
}
