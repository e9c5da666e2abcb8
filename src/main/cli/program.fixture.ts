import { planReport } from './plan-report.fixture'
import type { Availabilities } from '../../shared/present'
import type { VerifyReport } from '../../shared/reports'
import type { Remote } from '../../shared/remote-calls'
import type { Comparison, FileLines } from '../../shared/compare'
import type { FindResult } from '../../shared/analysis'
import type { CoverageReport } from '../../shared/coverage'
import type { Odds } from '../../shared/odds'
import type { Reach } from '../../shared/reach'
import type { Beat } from '../../shared/play'
import { countReach } from '../../shared/arrow/play/reach/reach'
import { readArrow } from '../../shared/arrow/read'
import { Problem } from '../../shared/problem'
import type { TurnRecord } from '../../shared/turns'
import type { Recalled } from '../../shared/recall'
import type { Commands } from './commands'
import { run } from './program'
import { lampTools } from './tool.fixture'
import { tried } from './try.fixture'

export const beat = (n: number): Beat => ({
  id: String(n).repeat(40).slice(0, 40),
  n,
  time: 0,
  subject: 'Wren climbs down the well',
  kind: 'play',
  action: 'travel',
  actor: 'Wren',
  rolls: []
})
const campaign = { dir: '/stories/well', title: 'The Well', premise: '', game: 'cairn-hack', gameVersion: '1', statLabels: {} }
const well = { play: 12, edit: 0, foreign: 1, otherEngine: 0, mismatches: [] }
export const mismatch: VerifyReport = { ...well, mismatches: [{ beat: beat(7), message: 'the saved roll differs', paths: ['/actors/Wren'] }] }

/** A report of what play exercised, with every kind of remark. */
export const covered: CoverageReport = {
  commit: 'a'.repeat(40),
  beats: 12,
  counted: 10,
  uncounted: [{ reason: 'Their rules can’t be loaded.', beats: 2 }],
  outdated: [{ path: 'rules/actions/climb.ts', beats: 1 }],
  unread: ['rules/lib/odd.ts'],
  sessions: [1],
  groups: [
    {
      kind: 'action',
      exercised: 1,
      entries: [
        { id: 'flee', label: 'flee', times: 0, place: { path: 'rules/actions/flee.yaml', line: 1 } },
        { id: 'climb', label: 'climb', times: 4, place: { path: 'rules/actions/climb.ts', line: 3 } }
      ]
    },
    {
      kind: 'statement',
      exercised: 1,
      entries: [
        { id: 's 0', label: 'return false', times: 0, place: { path: 'rules/actions/climb.ts', line: 6 } },
        { id: 's 1', label: 'return true', times: 9, place: { path: 'rules/actions/climb.ts', line: 7 } }
      ]
    }
  ]
}

const half = { fraction: '1/2', value: 0.5, percent: '50%' }
export const never = { fraction: '0', value: 0, percent: '0%' }
/** A remote with every kind of branch. */
export const shared: Remote = {
  name: 'origin',
  url: 'https://git.example.org/well.git',
  token: true,
  branches: [
    { name: 'main', head: 'a'.repeat(40), here: { ahead: 2, behind: 1 } },
    { name: 'side', head: 'b'.repeat(40) },
    { name: 'other', head: 'c'.repeat(40), here: 'strangers' },
    { name: 'done', head: 'd'.repeat(40), here: { ahead: 0, behind: 0 } }
  ]
}

/** A reach in which nobody gets anywhere. */
export const nowhere: Reach = { actors: [], findings: [], runs: 0 }
export const wrens: Odds = {
  runs: 9,
  actors: [
    {
      actor: 'Wren',
      name: 'Wren',
      kind: 'player',
      saves: [{ stat: 'STR', label: 'Strength', value: 10, dice: 'd20', chance: half }],
      attacks: [
        {
          target: 'Ghoul',
          name: 'the pale ghoul',
          with: 'knife (d6)',
          params: { target: 'Ghoul', weapon: 'knife' },
          counted: {
            damage: [
              { amount: 0, chance: half },
              { amount: 3, chance: half }
            ],
            mean: { fraction: '3/2', value: 1.5 },
            hurt: half,
            down: never
          },
          runs: 8
        }
      ],
      interactions: [
        {
          target: 'Mira',
          name: 'Mira',
          with: 'lend a hand',
          params: { target: 'Mira' },
          counted: {
            success: half,
            partial: never,
            failure: half,
            damage: { fraction: '0', value: 0 },
            harm: [],
            down: never,
            back: { fraction: '3/2', value: 1.5 },
            falls: never,
            minutes: { fraction: '15', value: 15 },
            stat: 'STR',
            label: 'Strength'
          },
          runs: 2
        }
      ],
      journeys: [
        {
          journey: 'rim--well',
          from: 'rim',
          to: 'well',
          names: ['The Rim', 'The Well'],
          requires: 'rope-down',
          params: { journey: 'rim--well' },
          counted: {
            success: never,
            partial: never,
            failure: { fraction: '1', value: 1, percent: '100%' },
            arrives: never,
            impossible: true,
            damage: { fraction: '2', value: 2 },
            harm: [{ amount: 2, chance: { fraction: '1', value: 1, percent: '100%' } }],
            minutes: { fraction: '10', value: 10 },
            stat: 'STR',
            label: 'Strength'
          },
          runs: 1
        },
        { journey: 'rim--hill', from: 'rim', to: 'hill', names: ['The Rim', 'The Hill'], params: {}, why: "they can't act", runs: 0 }
      ]
    }
  ]
}
export const smith: Recalled = {
  hits: [{ path: 'npcs/borin.md', title: 'Borin', tags: ['npc'], modified: '', snippet: 'He bends iron.' }],
  more: false,
  of: 4,
  cited: [{ beat: 7, by: 'Wren' }]
}
export const availabilities: Availabilities = {
  turn: 'DM',
  list: [
    {
      action: 'talk',
      description: 'Talk',
      from: 'entry',
      params: [
        { name: 'target', type: 'target', description: 'Whom', required: true, enum: ['Mira'], labels: { Mira: 'Mira the keeper' } },
        { name: 'text', type: 'string', description: 'What', required: false }
      ]
    },
    { action: 'attack', description: 'Attack', from: 'combat', reason: 'There is no fight.' }
  ],
  verbs: []
}

export const fallen: FindResult = {
  expression: 'actor.Wren.hp == 0',
  how: 'scanned',
  confirmed: true,
  beats: 1200,
  unread: 0,
  first: { commit: 'd'.repeat(40), n: 41 },
  last: { commit: 'e'.repeat(40), n: 57 },
  now: false,
  flips: [
    { commit: 'd'.repeat(40), n: 41, holds: true },
    { commit: 'f'.repeat(40), n: 58, holds: false }
  ],
  more: 0
}

const stats = 'world/players/Wren/STATS.yaml'
export const parted: Comparison = {
  a: { commit: 'a'.repeat(40), n: 41, subject: 'Wren climbs', branches: ['main'], beats: 1, entries: 1 },
  b: { commit: 'b'.repeat(40), n: 43, subject: 'Wren falls', branches: [], beats: 3, entries: 4 },
  base: { commit: 'c'.repeat(40), n: 40 },
  groups: [
    { kind: 'where', total: 1, lines: [{ id: 'Wren', words: 'Wren: The Rim → The Well', files: [stats] }] },
    { kind: 'stats', total: 300, lines: [{ id: 'Wren hp', words: 'Wren, hp: 4 → 0, now down', files: [stats] }] }
  ]
}
const statsLines: FileLines = {
  path: stats,
  change: 'changed',
  hunks: [
    { skipped: 4 },
    {
      lines: [
        { op: 'same', text: 'stats:' },
        { op: 'removed', text: '  hp: 4' },
        { op: 'added', text: '  hp: 0' }
      ]
    }
  ],
  left: 0,
  binary: false
}

export const turn: TurnRecord = {
  parent: 'a'.repeat(40),
  n: 1,
  who: 'DM',
  ordinal: 0,
  seat: { agent: 'anthropic', model: 'm' },
  exchanges: [],
  calls: [],
  ms: 3,
  problem: 'Stopped before the turn was over.'
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Runs a command line with commands that record their arguments. `typed`: the lines that the person types. */
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
