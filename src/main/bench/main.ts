import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { APP_ROOT, VERSION } from '../place'
import { ARROW_LETTER, ARROW_RENAME, measureArrowWindow } from './arrow-window'
import { ARROW_PLAYS, measureArrowPlays } from './arrow-plays'
import { ARROW_EDIT, ARROW_LINT, ARROW_OPEN, ARROW_SAVE, measureArrow } from './arrow'
import { type Amount, type BeatRow, CONTENDERS, makeCampaign, measureBeats, playTo } from './beats'
import { git } from './folder'
import { digits, formatTable } from './numbers'
import { type MapReading, measureMap } from './map'
import { measureNarrator, NARRATOR_CHECK } from './narrator'
import { measureTools, TOOL_OVERHEAD } from './tools'
import { CANCELLED, measurePlans, PLAN_OF_SKILLS, PLAN_WITH_TOOLS } from './plans'
import { measureOdds, REACH } from './odds'
import { measurePacking, type Packing, type Size, sizeAt, sizeOf } from './packing'
import { measurePaint } from './paint'
import { measureReading, type Reading } from './reading'
import { CONTEXT, fillNotes, measureRecall, NOTES, measureTurns, RECALL, RECALL_COLD, WHOLE_TURN } from './telling'
import { HIT_GOAL, hitRate, LAYOUTS, measurePrompts, PRICED_MODEL, type PromptCost } from './prompts'
import { COVERED, measureCoverage } from './coverage'
import { EDITED, measureTrying, REPLAYED, TRIED } from './trying'
import { makeWorld, type WorldSize } from './world'
import { makeLong, measureStates, measureTimeline, NEIGHBOUR, OPENED, RANDOM, STEP, USABLE_FRESH } from './timeline'
import { LOADING, measureRules, OFFERS_LARGE, OFFERS_SMALL } from './rules'
import { measureWorkshop, type TypingReading, type WorkshopReading } from './workshop'
import { measureNotes, type NotesReading } from './notes'

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, chromium: { type: 'string' }, bare: { type: 'string' } }
})

const FULL: Amount = { sizes: [100, 1000, 10_000], history: 10_000, historyFiles: 1000, rounds: 5, beats: 200, slowBeats: 20 }
const QUICK: Amount = { sizes: [100, 1000], history: 600, historyFiles: 300, rounds: 3, beats: 40, slowBeats: 5 }
const amount = flags.quick ? QUICK : FULL

const say = (line: string) => process.stderr.write(`${line}\n`)
const print = (text: string) => process.stdout.write(`${text}\n`)

/** A goal and its result. */
interface Verdict {
  goal: string
  measured: string
  met: boolean
}

// The goals are about the first contender: everything that a beat costs except an agent's thinking, and about the second, which doesn't wait for
// the disk. The third includes the thinking; the fourth saves nothing.
const [BEAT = '', UNFLUSHED = '', , , RECORDER = '', ISOMORPHIC = ''] = CONTENDERS.map(({ name }) => name)

function verdicts(rows: readonly BeatRow[], neighbour: number, random: number, paint: number | undefined): Verdict[] {
  const at = (files: number, name: string): number =>
    rows.find((row) => row.commits < 5000 && row.files >= files && row.files < files * 2)?.ms[name] ?? Number.NaN
  const last = amount.sizes.at(-1) ?? 0
  const rate = 1000 / at(1000, BEAT)
  const unflushed = 1000 / at(1000, UNFLUSHED)
  const times = at(1000, ISOMORPHIC) / at(1000, BEAT)
  // The sample alone has more than a hundred files, so the growth is relative to the smallest campaign's actual size.
  const [smallest] = rows
  const growth = at(last, BEAT) / (smallest?.ms[BEAT] ?? Number.NaN)
  return [
    { goal: 'a beat with its commit at 1,000 files: at least 300 a second', measured: `${digits(rate)} a second`, met: rate >= 300 },
    { goal: '  the same without the flush: at least 300 a second', measured: `${digits(unflushed)} a second`, met: unflushed >= 300 },
    {
      goal: 'at least 6 times isomorphic-git add + commit',
      measured: `${digits(times)} times (recorder alone ${digits(at(1000, ISOMORPHIC) / at(1000, RECORDER))})`,
      met: times >= 6
    },
    { goal: `less than 1.5 times the cost from ${smallest?.files ?? 0} to ${last} files`, measured: `${digits(growth)} times`, met: growth < 1.5 },
    { goal: `scrub to a neighbour under 16 ms at ${amount.history} commits`, measured: `${digits(neighbour)} ms`, met: neighbour < 16 },
    { goal: `scrub to a random beat under 100 ms at ${amount.history} commits`, measured: `${digits(random)} ms`, met: random < 100 },
    ...(paint === undefined ? [] : [{ goal: 'first paint under 1.5 s', measured: `${digits(paint)} ms`, met: paint < 1500 }])
  ]
}

const WORLD: WorldSize = { places: 2000, journeys: 3000, regions: 12 }

/** The goals for the code editor in a real browser. */
const workshopVerdicts = ({ open, key }: WorkshopReading): Verdict[] => [
  { goal: 'the workshop with its last file is open in under 1 s', measured: `${digits(open)} ms`, met: open < 1000 },
  { goal: 'a key in a file of 2,000 lines: under 16 ms', measured: `${digits(key.burst.usual)} ms`, met: key.burst.usual < 16 }
]

const formatTyping = ({ burst, hand }: TypingReading): string =>
  [
    `in a burst ${digits(burst.usual)} ms, one in twenty more than ${digits(burst.slow)}`,
    `by hand ${digits(hand.usual)} and ${digits(hand.slow)}`
  ].join('; ')

/** The goals for the notes in a real browser. */
const notesVerdicts = ({ first, later }: NotesReading): Verdict[] => [
  { goal: `the first look at ${NOTES} notes under 2.5 s`, measured: `${digits(first)} ms`, met: first < 2500 },
  { goal: `${NOTES} notes are open in under 500 ms`, measured: `${digits(later)} ms`, met: later < 500 }
]

/** The goals for the map of a large world in a real browser. */
function mapVerdicts({ open, whole, reading }: MapReading): Verdict[] {
  const places = `${WORLD.places} places and ${WORLD.journeys} journeys`
  return [
    { goal: `the map of ${places} is open in under 1 s`, measured: `${digits(open)} ms`, met: open < 1000 },
    { goal: 'moved with everything in view: at least 30 frames a second', measured: digits(whole.mean), met: whole.mean >= 30 },
    { goal: 'moved at reading zoom: at least 50 frames a second', measured: digits(reading.mean), met: reading.mean >= 50 }
  ]
}

/** The number of beats that models play for the comparison of layouts. */
const PROMPT_BEATS = flags.quick ? 60 : 250

/** The goals for requests to models, for the layouts that the app chooses itself: each relative to a conversation per turn. */
function promptVerdicts(game: string, costs: readonly PromptCost[]): Verdict[] {
  const [perTurn, , ...eachTurn] = costs
  const dollars = (cost: PromptCost | undefined): number => cost?.usage.cost ?? Number.NaN
  return eachTurn.flatMap((cost) => [
    {
      goal: `${game}, ${cost.name}: at least ${HIT_GOAL * 100} % from the cache`,
      measured: `${digits(hitRate(cost) * 100)} %`,
      met: hitRate(cost) >= HIT_GOAL
    },
    {
      goal: `${game}, ${cost.name}: less than half the cost of a conversation a turn`,
      measured: `${digits((dollars(cost) / dollars(perTurn)) * 100)} %`,
      met: dollars(cost) < dollars(perTurn) / 2
    }
  ])
}

/** The goal for the size of a history: its length in beats, and its size in MB. */
const PROMISED_BEATS = 50_000
const PROMISED_MB = 80

/** The size of a history of that length. */
function packingVerdict(packing: Packing, fresh: Size): Verdict {
  const room = sizeAt(PROMISED_BEATS, packing, fresh)
  return {
    goal: `${PROMISED_BEATS} beats take under ${PROMISED_MB} MB of .git, computed from ${packing.commits} played ones`,
    measured: `${digits(room)} MB`,
    met: room < PROMISED_MB
  }
}

/** The longest time of a query to the rules, in ms. */
const RULE_GOALS: readonly [name: string, under: number][] = [
  [OFFERS_SMALL, 1.5],
  [OFFERS_LARGE, 10],
  [LOADING, 250]
]
/** The longest times of trying rules in the workshop and of its coverage, in ms. */
const TRYING_GOALS: readonly [name: string, under: number][] = [
  [EDITED, 100],
  [TRIED, 1000],
  [REPLAYED, 3000],
  [COVERED, 1000]
]
/** The longest time to compute how far an actor can get, in ms. */
const ODDS_GOALS: readonly [name: string, under: number][] = [[REACH, 300]]
/** The longest times of work on a large Arrow document, in ms. */
const ARROW_GOALS: readonly [name: string, under: number][] = [
  [ARROW_OPEN, 300],
  [ARROW_SAVE, 150],
  [ARROW_LINT, 300],
  [ARROW_EDIT, 16],
  [ARROW_PLAYS, 10_000]
]
/** The longest time to check a narrator's output, and to use a tool beyond its own process, in ms. */
const NARRATOR_GOALS: readonly [name: string, under: number][] = [
  [NARRATOR_CHECK, 100],
  [TOOL_OVERHEAD, 60]
]
/** The longest times of plans in ms, and the percentile that must meet it. A cancelled plan has 100 runs. */
const PLAN_GOALS: readonly [name: string, under: number, part: 'p90' | 'p99'][] = [
  [PLAN_OF_SKILLS, 50, 'p90'],
  [PLAN_WITH_TOOLS, 3000, 'p90'],
  [CANCELLED, 500, 'p99']
]
/** The longest time of an edit of a large Arrow document in the window, in ms. */
const ARROW_WINDOW_GOALS: readonly [name: string, under: number][] = [
  [ARROW_LETTER, 16],
  [ARROW_RENAME, 33]
]
/** The longest time to assemble an agent's context, in ms. */
const TELLING_GOALS: readonly [name: string, under: number][] = [
  [RECALL_COLD, 1500],
  [RECALL, 10],
  [CONTEXT, 20],
  [WHOLE_TURN, 30]
]
/** The longest times of the timeline with a long history, in ms. */
const TIMELINE_GOALS: readonly [name: string, under: number][] = [
  [OPENED, 1500],
  [USABLE_FRESH, 1500],
  [STEP, 16],
  [NEIGHBOUR, 2],
  [RANDOM, 30]
]
/** The commits of the history that a browser opens, and of the one whose states are read, each on forty branches. */
const BRANCHES = 40
const [OPEN_COMMITS, STATE_COMMITS] = flags.quick ? [5000, 5000] : [50_000, 100_000]

const underVerdicts = (goals: typeof RULE_GOALS, readings: readonly Reading[]): Verdict[] =>
  goals.map(([name, under]) => {
    const ms = readings.find((one) => one.name === name)?.median ?? Number.NaN
    return { goal: `${name}: under ${under} ms`, measured: `${digits(ms)} ms`, met: ms < under }
  })

const planVerdicts = (readings: readonly Reading[]): Verdict[] =>
  PLAN_GOALS.map(([name, under, part]) => {
    const ms = readings.find((one) => one.name === name)?.[part] ?? Number.NaN
    return { goal: `${name}: ${part.slice(1)} of 100 under ${under} ms`, measured: `${digits(ms)} ms`, met: ms < under }
  })

const home = mkdtempSync(join(tmpdir(), 'proscenium-bench-'))
try {
  say('Rules…')
  const rules = await measureRules(amount.rounds * 4)
  say('Odds…')
  const odds = await measureOdds(amount.rounds)
  say('Arrow documents…')
  const arrow = [...measureArrow(amount.rounds * 4), measureArrowPlays(Math.min(3, amount.rounds))]
  say('Outputs of narrators…')
  const narrator = [measureNarrator(amount.rounds * 4), await measureTools(APP_ROOT, amount.rounds * 4)]
  say('Plans…')
  const plans = await measurePlans(await makeCampaign(home, 'plans', 100), APP_ROOT, amount.rounds * 10, flags.quick ? 5 : 100)
  const rows: BeatRow[] = []
  for (const size of amount.sizes) {
    say(`Beats at ${size} files…`)
    const dir = await makeCampaign(home, `files-${size}`, size)
    // The folder stays to the end. For minutes, ext4 skips freed inodes one by one, which would slow down every later beat.
    rows.push(await measureBeats(dir, amount))
  }
  say(`Playing ${amount.history} commits…`)
  const long = await makeCampaign(home, 'long', amount.historyFiles)
  const fresh = sizeOf(long)
  await playTo(long, amount.history, say)
  // Later rounds leave other writers' loose objects in it.
  const played = join(home, 'played')
  cpSync(long, played, { recursive: true })
  say('Trying rules…')
  const trying = [...(await measureTrying(played, amount.rounds)), ...(await measureCoverage(played, amount.rounds))]
  say('Opening and scrubbing…')
  const { readings, memory } = await measureReading(long, amount.rounds, flags.quick ? 10 : 50)
  say('First paint…')
  const paint = flags.chromium === undefined ? undefined : await measurePaint(long, flags.chromium, amount.rounds)
  say('The map…')
  const map =
    flags.chromium === undefined
      ? undefined
      : await measureMap(await makeWorld(home, 'world', WORLD), 'r5-p80', flags.chromium, Math.min(3, amount.rounds))
  say('The workshop…')
  const workshop =
    flags.chromium === undefined
      ? undefined
      : await measureWorkshop(await makeCampaign(home, 'workshop', amount.historyFiles), flags.bare, flags.chromium, Math.min(3, amount.rounds))
  const typed =
    flags.chromium === undefined ? [] : await measureArrowWindow(await makeCampaign(home, 'scenes', 100), flags.chromium, Math.min(3, amount.rounds))
  say(`Beats after ${amount.history} commits…`)
  rows.push(await measureBeats(long, amount))
  say('Telling agents…')
  const noted = await makeCampaign(home, 'noted', 100)
  fillNotes(noted)
  say('The notes…')
  const notes = flags.chromium === undefined ? undefined : await measureNotes(noted, flags.chromium, Math.min(3, amount.rounds))
  const telling = [...(await measureRecall(noted, amount.rounds, amount.beats)), ...(await measureTurns(long, amount.beats))]
  say('Requests to models…')
  const prompts: Record<string, PromptCost[]> = {}
  for (const game of ['cairn-hack', 'totm']) {
    const costs: PromptCost[] = []
    for (const layout of LAYOUTS) costs.push(await measurePrompts(home, game, PROMPT_BEATS, layout))
    prompts[game] = costs
  }
  say('Packing…')
  const packing = await measurePacking(played, amount.beats)
  say(`Timelines of ${OPEN_COMMITS} and ${STATE_COMMITS} commits on ${BRANCHES} branches…`)
  const wide = await makeLong(home, { commits: OPEN_COMMITS, branches: BRANCHES })
  const browsed = flags.chromium === undefined ? [] : await measureTimeline(wide, flags.chromium, Math.min(3, amount.rounds))
  const deep = STATE_COMMITS === OPEN_COMMITS ? wide : await makeLong(home, { commits: STATE_COMMITS, branches: BRANCHES })
  const timeline = [...browsed, ...(await measureStates(deep, amount.beats))]

  const names = CONTENDERS.map(({ name }) => name)
  const neighbour = readings.find(({ name }) => name === 'scrub to a neighbour')?.median ?? Number.NaN
  const random = readings.find(({ name }) => name === 'scrub to a random beat')?.median ?? Number.NaN
  const summary = [
    ...verdicts(rows, neighbour, random, paint),
    ...underVerdicts(RULE_GOALS, rules),
    ...underVerdicts(ODDS_GOALS, odds),
    ...underVerdicts(ARROW_GOALS, arrow),
    ...underVerdicts(NARRATOR_GOALS, narrator),
    ...planVerdicts(plans),
    ...(typed.length > 0 ? underVerdicts(ARROW_WINDOW_GOALS, typed) : []),
    ...underVerdicts(TRYING_GOALS, trying),
    ...underVerdicts(TELLING_GOALS, telling),
    ...(map ? mapVerdicts(map) : []),
    ...(workshop ? workshopVerdicts(workshop) : []),
    ...(notes ? notesVerdicts(notes) : []),
    packingVerdict(packing, fresh),
    ...Object.entries(prompts).flatMap(([game, costs]) => promptVerdicts(game, costs)),
    ...underVerdicts(
      TIMELINE_GOALS.filter(([name]) => timeline.some((one) => one.name === name)),
      timeline
    )
  ]
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${git(home, '--version').trim()}`

  print(`Proscenium ${VERSION} · ${machine}\n`)
  print('A beat with its commit, median of interleaved rounds, files, index and an empty git status included')
  print(
    formatTable(
      ['ms a beat (beats a second)', ...names],
      rows.map((row) => [`${row.files} files, ${row.commits} commits`, ...names.map((name) => beat(row.ms[name]))])
    )
  )
  const table = (list: readonly Reading[]): string =>
    formatTable(
      ['ms', 'median', '95 %', 'times'],
      list.map((one) => [one.name, digits(one.median), digits(one.p95), String(one.times)])
    )
  print(`\nReading a campaign of ${amount.historyFiles} files and ${amount.history} commits`)
  print(table(readings))
  print('\nAsking the rules, each time after one actor has changed, once asking gets no quicker')
  print(table(rules))
  for (const { name, warm } of rules) if (warm !== undefined) print(`Warm after ${warm} questions: ${name}`)
  print('\nExact chances, of a world of 500 places')
  print(table(odds))
  print('\nArrow documents')
  print(table([...arrow, ...typed]))
  print('\nOutputs of narrators')
  print(table(narrator))
  print('\nPlans of the DM in a new sample campaign, every beat saved')
  print(table(plans))
  print(`\nTelling an agent, the turns after ${amount.history} commits`)
  print(table(telling))
  print(`\nRequests to models at every seat, ${PROMPT_BEATS} beats of each sample, by the prices of ${PRICED_MODEL}`)
  print(
    formatTable(
      ['layout', 'from the cache', 'US dollars', 'requests', 'conversations', 'input tokens', 'written to the cache'],
      Object.entries(prompts).flatMap(([game, costs]) =>
        costs.map((cost) => [
          `${game}: ${cost.name}`,
          `${digits(hitRate(cost) * 100)} %`,
          (cost.usage.cost ?? Number.NaN).toFixed(3),
          String(cost.requests),
          String(cost.begun),
          String(cost.usage.input + cost.usage.cacheRead + cost.usage.cacheWrite),
          String(cost.usage.cacheWrite)
        ])
      )
    )
  )
  print(`\nThe timeline of ${OPEN_COMMITS} commits, and states among ${STATE_COMMITS}, on ${BRANCHES} branches`)
  print(table(timeline))
  print(
    `\n${Object.entries(memory)
      .map(([name, mb]) => `Memory ${name}: ${mb}`)
      .join('\n')}`
  )
  print(
    `Packing ${packing.commits} beats: .git ${digits(totalOf(packing.before))} → ${digits(totalOf(packing.after))} MB in ${digits(packing.seconds)} s; a beat ${digits(packing.alone)} ms alone, ${digits(packing.beside)} ms beside packing`
  )
  print(paint === undefined ? 'First paint: no Chromium found, not measured' : `First paint: ${digits(paint)} ms`)
  if (map)
    print(
      `The map: open in ${digits(map.open)} ms; frames a second ${digits(map.whole.mean)} whole, ${digits(map.reading.mean)} at reading zoom; one in twenty slower than ${digits(map.whole.worst)} and ${digits(map.reading.worst)}`
    )
  if (notes) print(`${NOTES} notes: open in ${digits(notes.first)} ms the first time, then in ${digits(notes.later)} ms`)
  if (workshop) print(`The workshop: open in ${digits(workshop.open)} ms; a key in 2,000 lines: ${formatTyping(workshop.key)}`)
  if (workshop?.bare) print(`  the same in the editor as it comes, alone on a page of the same size: ${formatTyping(workshop.bare)}`)
  print(
    `\n${formatTable(
      ['goal', 'measured', ''],
      summary.map(({ goal, measured, met }) => [goal, measured, met ? 'met' : 'MISSED'])
    )}`
  )

  const results = join(APP_ROOT, 'out/bench/results.json')
  mkdirSync(join(results, '..'), { recursive: true })
  writeFileSync(
    results,
    `${JSON.stringify({ version: VERSION, machine, quick: flags.quick, beats: rows, readings, rules, odds, arrow: [...arrow, ...typed], narrator, plans, telling, prompts, timeline, memory, packing, paint, map, workshop, notes, summary }, undefined, 2)}\n`
  )
  say(`\nWritten to ${results}`)
  // A quick run is too short to judge by.
  process.exitCode = flags.quick || summary.every(({ met }) => met) ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

function totalOf({ growing, waiting, capped }: Size): number {
  return growing + waiting + capped
}

function beat(ms: number | undefined): string {
  return ms === undefined ? '–' : `${digits(ms)} (${digits(1000 / ms)})`
}
