import { planReport } from './plan-report.fixture'
import { countReach } from '../../arrow/play/reach/reach'
import { readArrow } from '../../arrow/read'
import { Problem } from '../../shared/base/problem'
import type { Commands } from './commands'
import { run } from './program'
import { lampTools } from './tool.fixture'
import { tried } from './try.fixture'
import { beat, campaign, well, covered, shared, nowhere, wrens, smith, availabilities, fallen, parted, statsLines, turn } from './answers.fixture'

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Runs a command line with commands that record their arguments. `typed`: the user's input lines. */
export async function command(argv: string[], own: Partial<Commands> = {}, typed: readonly string[] = []) {
  const asked: unknown[] = []
  const out: string[] = []
  const err: string[] = []
  const commands: Commands = {
    create: (input) => Promise.resolve(asked.push(input)).then(() => campaign),
    createHere: (input) =>
      Promise.resolve(asked.push(input)).then(() => ({ campaign, branch: 'proscenium', notes: ['Left out: mood.'], maps: ['/code/world.json'] })),
    play(dir, limits, onBeat, { seats, edits, onRetry } = {}) {
      asked.push([dir, limits, ...(seats === undefined ? [] : [seats]), ...(edits === undefined ? [] : [edits])])
      const beats = limits.beats === 1 ? 1 : 2
      if (dir.endsWith('busy')) onRetry?.('DM', { words: 'The model is overloaded. Trying again in 4 s.', ms: 4000 })
      for (let n = 1; n <= beats; n++) onBeat(beat(n), dir.endsWith('shut') ? [{ beat: n, by: 'Wren', action: 'search', reason: 'It is shut.' }] : [])
      return Promise.resolve({
        beats,
        scenes: 1,
        sessions: 0,
        lost: dir.endsWith('lost'),
        ended: dir.endsWith('ended'),
        ...(edits === 'set-aside' ? { aside: '/aside' } : {})
      })
    },
    log: () =>
      Promise.resolve({
        actors: {},
        places: {},
        lines: [
          { entry: { at: '', beat: 1, by: 'DM', kind: 'scene', text: 'The rim' }, commit: 'a'.repeat(40), scene: 'sessions/session-1/001-scene' },
          {
            entry: { at: '', beat: 2, by: 'DM', kind: 'narration', text: 'Cold air rises.' },
            commit: 'b'.repeat(40),
            scene: 'sessions/session-1/001-scene'
          },
          {
            entry: { at: '', beat: 3, by: 'DM', kind: 'scene', text: 'Nobody went down.' },
            commit: 'd'.repeat(40),
            scene: 'sessions/session-1/001-scene'
          },
          { entry: { at: '', beat: 5, by: 'DM', kind: 'scene', text: 'The inn' }, commit: 'e'.repeat(40), scene: 'sessions/session-1/002-scene' },
          {
            entry: { at: '', beat: 6, by: 'Wren', kind: 'speech', text: 'After you.' },
            commit: 'c'.repeat(40),
            scene: 'sessions/session-1/002-scene'
          },
          {
            entry: { at: '', beat: 7, by: 'DM', kind: 'scene', text: 'The session ends.' },
            commit: 'f'.repeat(40),
            scene: 'sessions/session-1/002-scene'
          }
        ]
      }),
    recording: (dir, limit, onTurn) => Promise.resolve(asked.push([dir, limit])).then(() => onTurn(turn)),
    takeRecording: (dir, file) => Promise.resolve(asked.push([dir, file])).then(() => 12),
    state: (dir, rev) => Promise.reject(new Problem('not-found', `There is no beat ${rev} in ${dir}. Look at the log for one.`)),
    odds: (dir, as, rev) => Promise.resolve(asked.push([dir, as, rev])).then(() => ({ ...wrens, reach: nowhere })),
    actions: (dir, as, rev) => Promise.resolve(asked.push([dir, as, rev])).then(() => availabilities),
    recall: (dir, as, question, rev) => Promise.resolve(asked.push([dir, as, question, rev])).then(() => smith),
    runPlan: (dir, text) => Promise.resolve(asked.push([dir, text])).then(() => planReport),
    applyMutations: (dir, text) =>
      Promise.resolve(asked.push([dir, text])).then(() => ({
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
      })),
    narratives: (dir, rev) =>
      Promise.resolve(asked.push([dir, rev])).then(() => [
        { id: 'bren-cut-it', name: 'Bren cut the rope', type: 'rumor', focus: 2, weight: 0.81, band: 'always' },
        { id: 'old-debt', name: 'The old debt', type: 'debt', focus: 1, weight: 0, band: 'dormant' }
      ]),
    tools: (dir) => Promise.resolve(asked.push([dir])).then(() => lampTools('new')),
    trustTools: (dir, trust) => Promise.resolve(asked.push([dir, trust])).then(() => lampTools(trust ? 'trusted' : 'declined')),
    beliefs: (dir, of, rev) =>
      Promise.resolve(asked.push([dir, of, rev])).then(() => [
        {
          id: 'Dilly',
          name: 'Dilly',
          beliefs: [{ claim: 'father-alive', about: 'father alive', stance: 'believes it, and doubts it', origin: 'told by Hask' }]
        }
      ]),
    find: (dir, expression, rev, onProgress) => {
      asked.push([dir, expression, rev])
      onProgress(1000, 1200)
      return Promise.resolve(fallen)
    },
    tryable: (dir, action, rev) => Promise.resolve(asked.push([dir, action, rev])).then(() => tried.found),
    tryMany: (dir, call, rev) => Promise.resolve(asked.push([dir, call, rev])).then(() => tried.tries),
    tryOne: (dir, call, rev) => Promise.resolve(asked.push([dir, call, rev])).then(() => tried.run),
    replay: (dir, wish, keep) =>
      Promise.resolve(asked.push([dir, wish, keep])).then(() => ({
        replayed: tried.replayed,
        ...(keep === undefined ? {} : { kept: { branch: keep, head: 'b'.repeat(40), skipped: 1 } })
      })),
    compare: (dir, a, b, lines) =>
      Promise.resolve(asked.push([dir, a, b, lines])).then(() => ({ comparison: parted, files: lines ? [statsLines] : [] })),
    clone: (url, dir) =>
      Promise.resolve(asked.push([url, dir])).then(() => ({
        dir,
        title: 'The Well',
        premise: '',
        game: 'cairn-hack',
        gameVersion: '1',
        statLabels: {}
      })),
    remotes: (dir, added) => Promise.resolve(asked.push([dir, added])).then(() => [shared]),
    fetch: (dir, remote) => Promise.resolve(asked.push([dir, remote])).then(() => [shared]),
    push: (dir, remote, branch) => Promise.resolve(asked.push([dir, remote, branch])).then(() => [shared]),
    exportMap: (...args) => Promise.resolve(asked.push(args)).then(() => '{}\n'),
    mapImage: (...args) => Promise.resolve(asked.push(args)).then(() => ({ svg: '<svg/>\n', unlabelled: 2, rows: false })),
    importMap: (...args) => Promise.resolve(asked.push(args)).then(() => ({ beat: beat(6), created: ['moor'], notes: ['Left out: mood.'] })),
    transcript: (dir, wish, onProgress) => {
      asked.push([dir, wish])
      onProgress(100, 240)
      const name = `well-transcript.${wish.format}`
      const content = wish.format === 'pdf' ? { base64: 'JVBERi0=' } : { text: '# The Well\n' }
      return Promise.resolve({ name, type: '', ...content, notes: wish.format === 'pdf' ? ['The typeface lacks 1 sign.'] : [] })
    },
    milestone: (dir) => Promise.resolve(asked.push(dir)).then(() => [beat(4), beat(5)]),
    judgePrice: (...input) =>
      Promise.resolve(asked.push(input)).then(() => ({ model: 'm', beats: 3, requests: 1, input: 2000, output: 300, cost: 0.0041 })),
    judge: (dir, model, onProgress) => {
      asked.push([dir, model])
      onProgress({ done: 3, of: 3 })
      return Promise.resolve({
        model: 'm',
        beats: 3,
        contradictions: 1,
        usage: { input: 2000, output: 300, cacheRead: 0, cacheWrite: 0, cost: 0.004 },
        left: 0
      })
    },
    verify: () => Promise.resolve(well),
    coverage: (dir, wish, onProgress) => {
      asked.push([dir, wish])
      onProgress({ done: 2, of: 12 })
      return Promise.resolve(covered)
    },
    pagePlayer: () => Promise.resolve({ script: 'play()', style: 'p{}', scriptHash: 'sha256-a', styleHash: 'sha256-b' }),
    arrowReach: (text, wish, onProgress) => {
      asked.push(wish)
      onProgress({ done: 0, of: wish.runs })
      const counting = countReach(readArrow(text).document, wish)
      for (let step = counting.next(); ; step = counting.next()) if (step.done) return Promise.resolve(step.value)
    },
    check: () => Promise.resolve({ findings: [], states: 212, calls: 400, world: 'campaign' }),
    serveArrow: (wish, onOpen) => Promise.resolve(asked.push([wish])).then(() => onOpen('ws://127.0.0.1:1/ws/chat?token=x')),
    serve: (dir, port, onOpen) => Promise.resolve(asked.push([dir, port])).then(() => onOpen('http://127.0.0.1:1/?token=x')),
    openApp: () => Promise.resolve(0),
    bench: (args) => Promise.resolve(asked.push(args)).then(() => 0),
    ...own
  }
  const code = await run(
    argv,
    commands,
    { out: (line) => out.push(line), err: (line) => err.push(line), file: (text) => out.push(text), lines: () => linesOf(typed) },
    '1.2.3'
  )
  return { code, asked, out, err }
}
