import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { APP_ROOT, VERSION } from '../src/main/place'
import { measureBeats, playTo } from './beats'
import { measureArrow, measureNarrator } from './documents'
import { makeCampaign } from './folders'
import { measurePacking, measureScrubbing } from './history'
import { measureLab } from './lab'
import { makeLongHistory } from './long-history'
import { type Bench, type Row, useCpuTime } from './measure'
import { measurePlans } from './plans'
import { measureOdds, measureRules } from './rules'
import { measureStart } from './start'
import { measureCoverage, measureTrying } from './trials'
import { measurePrompts, measureRecall, measureTurns, notedCampaign } from './turns'
import { measureWindow } from './window'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    cpu: { type: 'boolean', default: false },
    chromium: { type: 'string' },
    beside: { type: 'string' }
  }
})
if (flags.cpu) useCpuTime()
const isQuick = flags.quick
const bench: Bench = {
  home: mkdtempSync(join(tmpdir(), 'proscenium-bench-')),
  isQuick,
  rounds: isQuick ? 3 : 5,
  chromium: flags.chromium,
  say: (line) => void process.stderr.write(`${line}\n`)
}

/** A campaign that several measures use, made when the first one asks for it. */
const once = (make: () => Promise<string>): (() => Promise<string>) => {
  let made: Promise<string> | undefined
  return () => (made ??= make())
}
const played = once(async () => {
  const dir = await makeCampaign(bench.home, 'played', isQuick ? 300 : 1000)
  bench.say('Playing…')
  await playTo(dir, isQuick ? 600 : 4000, bench.say)
  return dir
})
const noted = once(() => notedCampaign(bench.home))
const long = once(() => makeLongHistory(bench.home, isQuick ? 5000 : 50_000, 40))

/** What `--only` can name, in order. */
const MEASURES: Readonly<Record<string, () => Promise<Row[]>>> = {
  rules: () => measureRules(bench),
  odds: () => measureOdds(bench),
  arrow: () => measureArrow(bench),
  narrator: () => measureNarrator(bench),
  plans: () => measurePlans(bench),
  beats: () => measureBeats(bench),
  lab: () => measureLab(bench),
  trying: async () => measureTrying(bench, await played()),
  coverage: async () => measureCoverage(bench, await played()),
  turns: async () => measureTurns(bench, await played()),
  recall: async () => measureRecall(bench, await noted()),
  prompts: () => measurePrompts(bench),
  scrubbing: async () => measureScrubbing(bench, await long()),
  window: async () => measureWindow(bench, { played: await played(), noted: await noted(), long: await long() }),
  start: async () => measureStart(bench, await long(), flags.beside),
  // Last, because it leaves other writers' objects in the history.
  packing: async () => measurePacking(bench, await played())
}

const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const isMet = ({ value, limit }: Row): boolean => !limit || ('most' in limit ? value < limit.most : value >= limit.least)

function cells(row: Row): string[] {
  const { measure, value, unit, limit, contender } = row
  const goal = !limit ? '' : `${'most' in limit ? `< ${digits(limit.most)}` : `≥ ${digits(limit.least)}`}${isMet(row) ? '' : ' MISSED'}`
  return [measure, digits(value), unit, goal, contender ? `${contender.name}: ${digits(contender.value)}` : '']
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i === 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

try {
  const names = flags.only?.split(',') ?? Object.keys(MEASURES)
  const rows: Row[] = []
  for (const name of names) {
    bench.say(`${name}…`)
    const measure = MEASURES[name]
    if (!measure) throw new Error(`There is no measure "${name}". Choose some of: ${Object.keys(MEASURES).join(', ')}.`)
    rows.push(...(await measure()))
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  process.stdout.write(`Proscenium ${VERSION} · ${machine}\n\n${table([['measure', 'value', 'unit', 'goal', 'contender'], ...rows.map(cells)])}\n`)
  const results = join(APP_ROOT, 'out/bench')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'results.json'), `${JSON.stringify({ version: VERSION, machine, isQuick, rows }, undefined, 2)}\n`)
  // A quick run is too short to judge by.
  process.exitCode = isQuick || rows.every(isMet) ? 0 : 1
} finally {
  rmSync(bench.home, { recursive: true, force: true })
}
