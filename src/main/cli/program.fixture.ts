import { countReach, type ReachWish, readArrow } from '../../arrow'
import { Problem } from '../../shared/base/problem'
import type { Calls, Campaigns } from './campaigns'
import { availabilities, beat, campaign, covered, fallen, nowhere, parted, shared, smith, statsLines, turn, well, wrens } from './answers.fixture'
import { planReport } from './plan-report.fixture'
import { runCommandLine } from './program'
import { lampTools } from './tool.fixture'
import { tried } from './try.fixture'

/** Answers of the Studio by the name of the call. */
type Answers = Partial<Record<keyof Calls, (input: never) => unknown>>

/** The items of a stream. */
export async function* stream<T>(...items: T[]): AsyncGenerator<T> {
  yield* items
}

/** The news of long work: its progress, then its answer. */
export const work = (answer: unknown, ...progress: object[]): AsyncGenerator =>
  stream<object>(...progress.map((one) => ({ kind: 'progress', progress: one })), { kind: 'answer', answer })

const scene = (at: number, kind: string, text: string, folder: string, by = 'DM') => ({
  entry: { at: '', beat: at, by, kind, text },
  commit: String.fromCharCode(96 + at).repeat(40),
  scene: `sessions/session-1/${folder}-scene`
})

const ANSWERS: Answers = {
  create: () => campaign,
  foreign: () => ({ maps: [{ path: 'world.json' }] }),
  createHere: () => ({ campaign: { ...campaign, dir: '/code' }, notes: ['Left out: mood.'] }),
  present: () => ({ branch: 'proscenium', state: { actors: {}, places: {} } }),
  playOn: ({ beats: most, edits }: { beats?: number; edits?: string }) => {
    const beats = most === 1 ? 1 : 2
    const played = { beats, scenes: 1, sessions: 0, lost: false, ended: false }
    return stream<object>(
      ...(edits === 'set-aside' ? [{ kind: 'aside', folder: '/aside' }] : []),
      ...Array.from({ length: beats }, (_, i) => ({ kind: 'beat', beat: beat(i + 1), refused: [] })),
      { kind: 'played', played }
    )
  },
  storyLog: () => [
    scene(1, 'scene', 'The rim', '001'),
    scene(2, 'narration', 'Cold air rises.', '001'),
    scene(4, 'scene', 'Nobody went down.', '001'),
    scene(5, 'scene', 'The inn', '002'),
    scene(3, 'speech', 'After you.', '002', 'Wren'),
    scene(6, 'scene', 'The session ends.', '002')
  ],
  recording: () => stream(turn),
  takeRecording: () => 12,
  at: ({ commit }: { commit: string }) => {
    throw new Problem('not-found', `There is no beat ${commit}. Look at the log for one.`)
  },
  countOdds: () => work({ ...wrens, reach: nowhere }),
  actions: () => availabilities,
  recall: () => smith,
  runPlan: () => planReport,
  applyMutations: () => ({
    applied: [0],
    refused: [
      {
        index: 1,
        path: 'payload/narrative',
        code: 'missing_target',
        message: 'There is no narrative "tolls".',
        fix: 'Add it.',
        item: { type: 'adjust_focus' }
      }
    ],
    beat: { ...beat(13), kind: 'edit', subject: 'Added Nan O’Dowd' }
  }),
  narratives: () => [
    { id: 'bren-cut-it', name: 'Bren cut the rope', type: 'rumor', focus: 2, weight: 0.81, band: 'always' },
    { id: 'old-debt', name: 'The old debt', type: 'debt', focus: 1, weight: 0, band: 'dormant' }
  ],
  tools: () => lampTools('new'),
  trustTools: ({ decisions: [first] }: { decisions: { trust: boolean }[] }) => lampTools(first?.trust ? 'trusted' : 'declined'),
  beliefs: () => [
    {
      id: 'Dilly',
      name: 'Dilly',
      beliefs: [{ claim: 'father-alive', about: 'father alive', stance: 'believes it, and doubts it', origin: 'told by Hask' }]
    }
  ],
  find: () => stream<object>({ kind: 'progress', done: 1000, of: 1200 }, { kind: 'finding', finding: fallen }),
  tryable: () => tried.found,
  tryMany: () => work(tried.tries),
  tryOne: () => tried.run,
  replaySpans: () => [{ kind: 'session', from: 'begin', to: 'end' }],
  replayWith: () => work(tried.replayed),
  keepReplay: ({ name }: { name: string }) => work({ branch: name, head: 'b'.repeat(40), skipped: 1 }),
  compare: () => parted,
  compareFile: () => statsLines,
  clone: ({ dir }: { dir: string }) => ({ ...campaign, dir }),
  remotes: () => [shared],
  addRemote: () => [shared],
  fetchRemote: () => [shared],
  pushBranch: () => [shared],
  exportWorld: () => '{}\n',
  mapImage: () => ({ svg: '<svg/>\n', unlabelled: 2, rows: false }),
  importWorld: () => ({ beat: beat(6), created: ['moor'], notes: ['Left out: mood.'] }),
  transcript: ({ format }: { format: string }) => {
    const content = format === 'pdf' ? { base64: 'JVBERi0=', notes: ['The typeface lacks 1 sign.'] } : { text: '# The Well\n', notes: [] }
    return stream<object>({ kind: 'progress', what: 'setting', done: 100, of: 240 }, { kind: 'file', file: content })
  },
  leaveEdits: () => undefined,
  play: () => beat(4),
  step: () => beat(5),
  judgePrice: () => ({ model: 'm', beats: 3, requests: 1, input: 2000, output: 300, cost: 0.0041 }),
  judge: () =>
    work(
      {
        model: 'm',
        beats: 3,
        contradictions: 1,
        usage: { input: 2000, output: 300, cacheRead: 0, cacheWrite: 0, cost: 0.004 },
        left: 0,
        understood: []
      },
      { done: 3, of: 3 }
    ),
  verify: () => well,
  coverage: () => work(covered, { done: 2, of: 12 }),
  pagePlayer: () => ({ script: 'play()', style: 'p{}', scriptHash: 'sha256-a', styleHash: 'sha256-b' }),
  arrowReach: ({ text, ...wish }: ReachWish & { text: string }) => {
    const counting = countReach(readArrow(text).document, wish)
    for (let step = counting.next(); ; step = counting.next()) if (step.done) return work(step.value)
  },
  checkFolder: () => work({ findings: [], states: 212, calls: 400, world: 'campaign' })
}

/**
 * Runs a command line with a Studio that gives these answers. `asked`: the campaigns that were opened, and the calls with their inputs. `typed`: the
 * user's input lines.
 */
export async function command(argv: string[], own: Answers = {}, typed: readonly string[] = []) {
  const asked: unknown[][] = []
  const out: string[] = []
  const err: string[] = []
  const call = (name: string) => async (input?: unknown) => {
    // A revision stands for its own commit.
    if (name === 'commitOf') return (input as { revision: string }).revision
    const answer = { ...ANSWERS, ...own }[name as keyof Calls]
    if (!answer) throw new Error(`There is no answer for ${name}.`)
    if (name !== 'present') asked.push(input === undefined ? [name] : [name, input])
    return answer(input as never)
  }
  const calls = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : call(String(name))) }) as Calls
  const campaigns: Campaigns = {
    none: (use) => use(calls),
    open(dir, use, settings) {
      asked.push(settings === undefined ? ['open', dir] : ['open', dir, settings])
      return use(calls)
    },
    read(dir, revision, use) {
      asked.push(['read', dir, revision])
      return use(calls, revision === undefined ? {} : { at: revision })
    }
  }
  const host = {
    serve: async (...[dir, port, onOpen]: [string | undefined, number | undefined, (url: string) => void]) => {
      asked.push(['serve', dir, port])
      onOpen('http://127.0.0.1:1/?token=x')
    },
    serveArrow: async (settings: object, onOpen: (url: string) => void) => {
      asked.push(['serveArrow', settings])
      onOpen('ws://127.0.0.1:1/ws/chat?token=x')
    },
    labWorker: async (...settings: [queue: object, threads: number | undefined]) => {
      asked.push(['labWorker', ...settings.slice(0, 2)])
    },
    openApp: async () => 0 as const,
    bench: async (args: string[]) => {
      asked.push(args)
      return 0 as const
    },
    checkTokenServer: () => undefined
  }
  const to = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), file: (text: string) => out.push(text) }
  const code = await runCommandLine(argv, campaigns, host, { ...to, lines: () => stream(...typed) }, '1.2.3')
  return { code, asked, out, err }
}
