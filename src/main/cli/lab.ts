import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LabPlan, type LabQueue } from '../../shared/lab/plan'
import type { LabMark, LabProgress, LabRun, QueryResult } from '../../shared/lab/report'
import { SESSION_ENDS, type SessionEnd } from '../../shared/lab/rows'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem, toProblem } from '../../shared/base/problem'
import { counted } from '../../shared/words/labels'
import type { Calls } from './campaigns'
import { replaceFile } from '../machine/save-file'
import { untilInterrupted } from './interrupt'
import { continuationWords } from './lab-model-words'
import { labWords, sideBySide } from './lab-words'
import { longAnswer } from './progress'
import { AT, campaignCommand, type CommandContext, DIR, examples, type Host, type JsonFlag, resultCommand, wholeNumber } from './usage'

interface RunOptions extends JsonFlag, QueueFlags {
  name?: string
  sessions?: number
  seed?: number
  storySessions?: number
  beats?: number
  until?: string
  party?: LabPlan['parties']
  watch?: LabPlan['watch']
  driver?: LabPlan['drivers']
  at?: string
}

/** A party of `--party "Explorers=explorer"` or `"Mixed=Wren:explorer,Pym:talker*2"`; the number after the star is its share. */
export function partyArgument(text: string, before: LabPlan['parties'] = []): LabPlan['parties'] {
  const [, name = '', all = '', share] = /^([^=]+)=([^*]*)(?:\*(\d+))?$/.exec(text) ?? []
  if (name.trim() === '') throw new InvalidArgumentError('Write name=persona, such as Explorers=explorer, or name=Wren:explorer,Pym:talker.')
  const personas = all.split(',').flatMap((one) => {
    const [, who = 'all', persona = ''] = /^(?:([^:]+):)?(.*)$/.exec(one.trim()) ?? []
    return persona === '' ? [] : [[who, persona] as const]
  })
  return [...before, { name: name.trim(), personas: Object.fromEntries(personas), share: Number(share ?? 1) }]
}

/** A watched value of `--watch "coins=actor.Wren.count('coin')"`. */
function watchArgument(text: string, before: LabPlan['watch'] = []): LabPlan['watch'] {
  const [, name = '', expression = ''] = /^([^=]+?)\s*=\s*(.*)$/s.exec(text) ?? []
  if (name === '' || expression === '') throw new InvalidArgumentError('Write name=expression, such as hp=actor.Wren.hp.')
  return [...before, { name, expression }]
}

/**
 * A driver of `--driver "tier=1,2,3"` (in turn), `"storm=true:1,false:3"` (by weight), `"tide=0..5"` (a whole number), or
 * `"storm=true@session == 2; false@fact.lamp-lit"` (while a session is played).
 */
function driverArgument(text: string, before: LabPlan['drivers'] = []): LabPlan['drivers'] {
  const [, fact = '', written = ''] = /^([^=]+?)\s*=\s*(.+)$/s.exec(text) ?? []
  if (fact === '')
    throw new InvalidArgumentError('Write fact=values, such as tide=0..5, tier=1,2,3, storm=true:1,false:3 or "storm=true@session == 2".')
  const value = (word = ''): boolean | number | string =>
    word === 'true' || word === 'false' ? word === 'true' : word !== '' && Number.isFinite(Number(word)) ? Number(word) : word
  const [, from, to] = /^(-?\d+)\.\.(-?\d+)$/.exec(written) ?? []
  if (from !== undefined && to !== undefined) return [...before, { fact, values: { from: Number(from), to: Number(to) } }]
  const steps = written.split(';').map((one) => /^([^@]*)@(.+)$/s.exec(one.trim()) ?? [])
  if (steps.every(([, , when]) => when !== undefined))
    return [...before, { fact, values: { script: steps.map(([, word, when = '']) => ({ value: value(word?.trim()), when: when.trim() })) } }]
  const parts = written.split(',').map((one) => /^(.*?)(?::(\d+(?:\.\d+)?))?$/.exec(one.trim()) ?? [])
  const isWeighted = parts.every(([, , weight]) => weight !== undefined)
  const values = isWeighted
    ? { weighted: parts.map(([, word, weight]) => ({ value: value(word), weight: Number(weight) })) }
    : { list: parts.map(([whole]) => value(whole)) }
  return [...before, { fact, values }]
}

export const RUN = ['--run <id>', 'this run instead of the newest'] as const

/** The options of commands whose sessions workers can play. */
export interface QueueFlags {
  queue?: string
  source?: string
}

/** Adds these options to a command. */
export const withQueue = (command: Command): Command =>
  command
    .option('--queue <url>', 'let workers on other machines play: a Redis server, such as redis://host:6379')
    .option('--source <url>', 'where workers fetch the commit (default: the folder itself, or the campaign’s git server)')

/** The queue that they name. Throws Problem `bad-input`. */
export function queueOf({ queuePassword: password }: Pick<Host, 'queuePassword'>, { queue: url, source }: QueueFlags): { queue?: LabQueue } {
  if (url === undefined && source !== undefined) throw new Problem('bad-input', 'A --source is for workers. Add the --queue that they are at.')
  return url === undefined ? {} : { queue: { url, ...(source === undefined ? {} : { source }), ...(password === undefined ? {} : { password }) } }
}

/** The commands of the playtest lab. Returns their parent. */
export function labCommands(program: Command, { campaigns, host, to, print, setExitCode }: CommandContext): Command {
  const lab = program.command('lab').description('play a campaign many times in memory, and read what came of it')
  const ofCampaign = (name: string, description: string, ...lines: string[]): Command => campaignCommand(lab, name, description, ...lines)

  /** Waits until a run is over. Ctrl+C stops it, and what was played stays. */
  const finished = (calls: Calls, { id }: LabRun): Promise<LabRun> =>
    untilInterrupted(async (cancel) => {
      cancel.addEventListener('abort', () => void calls.labStop({ run: id }))
      return longAnswer(to, await calls.labWatch({ run: id }), progressWords)
    })
  const ended = (json: boolean | undefined, run: LabRun, dir: string): void => {
    print(json, run, runWords(run, dir))
    if (run.status !== 'done') setExitCode(1)
  }

  withQueue(
    ofCampaign(
      'run',
      'play many sessions in memory, each with another seed',
      'lab run ~/stories/well --sessions 1000',
      'lab run ~/stories/well --party "Careful=caretaker" --party "Bold=griefer" --story-sessions 2',
      "lab run ~/stories/well --until 'fact.jory-found' --watch 'hp=actor.Wren.hp'"
    )
  )
    .option('--sessions <n>', 'number of sessions (default: 200)', wholeNumber(1))
    .option('--seed <n>', 'seed of the first session; the next ones count on (default: 1)', wholeNumber(0))
    .option('--story-sessions <n>', 'a session ends after so many sessions of the story (default: 3)', wholeNumber(1))
    .option('--beats <n>', 'a session ends after so many beats (default: 2000)', wholeNumber(1))
    .option('--until <expression>', 'a session ends when this holds')
    .option(
      '--party <name=personas>',
      'a party and its personas, such as "Bold=griefer" or "Mixed=Wren:explorer,Pym:talker*2"; may be repeated',
      partyArgument
    )
    .option('--watch <name=expression>', 'a value to record; may be repeated', watchArgument)
    .option(
      '--driver <fact=values>',
      'a fact that a game outside sets: "tide=0..5", "tier=1,2,3", "storm=true:1,false:3", or "storm=true@session == 2"; may be repeated',
      driverArgument
    )
    .option('--name <name>', 'name of the run')
    .option(...AT)
    .action((dir: string, { name, sessions, seed, storySessions, beats, until, party, watch, driver, at, json, ...flags }: RunOptions) => {
      const wanted = { name, sessions, firstSeed: seed, parties: party, watch, drivers: driver, end: { storySessions, beats, when: until } }
      const plan = LabPlan.safeParse(withoutUndefined(wanted))
      if (!plan.success) throw new Problem('bad-input', `This run can't be played: ${misfitWords(plan.error, 'its plan')}.`)
      const workers = queueOf(host, flags)
      return campaigns.read(dir, at, async (calls, commit) => {
        const run = await calls.labBegin({ plan: plan.data, ...workers, ...commit })
        for (const remark of run.remarks) to.err(remark)
        ended(json, await finished(calls, run), dir)
      })
    })

  withQueue(ofCampaign('resume', 'continue a run that was stopped', 'lab resume ~/stories/well'))
    .option(...RUN)
    .action((dir: string, { run, json, ...flags }: QueueFlags & { run?: string } & JsonFlag) => {
      const workers = queueOf(host, flags)
      return campaigns.read(dir, undefined, async (calls) =>
        ended(json, await finished(calls, await calls.labResume({ ...(await theRun(calls, run)), ...workers })), dir)
      )
    })

  lab
    .command('worker')
    .description('play sessions of the runs in a queue, until Ctrl+C')
    .requiredOption('--queue <url>', 'the Redis server of the runs, such as redis://host:6379')
    .option('--threads <n>', 'number of threads (default: one for each processor)', wholeNumber(1, 256))
    .addHelpText('after', examples('lab worker --queue redis://host:6379', 'lab worker --queue redis://host:6379 --threads 4'))
    .action(({ queue: url, threads }: { queue: string; threads?: number }) => {
      const { queue = { url } } = queueOf(host, { queue: url })
      return host.labWorker(queue, threads, to)
    })

  ofCampaign('list', 'list the runs of a campaign', 'lab list ~/stories/well').action((dir: string, { json }: JsonFlag) =>
    campaigns.read(dir, undefined, async (calls) => {
      const runs = await calls.labRuns()
      print(json, runs, runs.length === 0 ? 'There are no runs yet.' : runs.map(runLine).join('\n'))
    })
  )

  ofCampaign(
    'show',
    'report what came of a run: what was never reached and what it would need, ends, survival, deaths, failures',
    'lab show ~/stories/well',
    'lab show ~/stories/well --party Bold --ending lost'
  )
    .option(...RUN)
    .option('--party <name>', 'only the sessions of this party')
    .addOption(new Option('--ending <how>', 'only the sessions that ended so').choices(SESSION_ENDS))
    .action((dir: string, { run, party, ending, json }: { run?: string; party?: string; ending?: SessionEnd } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const is: LabMark[] = [
          ...(party === undefined ? [] : [{ kind: 'party' as const, name: party }]),
          ...(ending === undefined ? [] : [{ kind: 'ending' as const, ending }])
        ]
        const shown = await theRun(calls, run)
        const report = await calls.labReport({ ...shown, filter: { is, not: [] } })
        const continued = await calls.labContinuations(shown).catch(toProblem)
        const listed = continued instanceof Problem ? [continued.message] : continued.map(continuationWords)
        const all = [labWords(report), ...(listed.length === 0 ? [] : ['', 'Continued by models', ...listed.map((words) => `  ${words}`)])]
        print(json, { ...report, continuations: continued instanceof Problem ? [] : continued }, all.join('\n'))
      })
    )

  resultCommand(lab, 'open', 'save a session of a run as a branch and switch to it', 'lab open ~/stories/well 731')
    .argument('<dir>', DIR)
    .argument('<session>', 'number of the session', wholeNumber(0))
    .option(...RUN)
    .action((dir: string, session: number, { run, json }: { run?: string } & JsonFlag) =>
      campaigns.open(dir, async (calls) => {
        const opened = await calls.labOpen({ ...(await theRun(calls, run)), session })
        print(
          json,
          opened,
          `Session ${session} (seed ${opened.session.seed}, ${counted(opened.session.beats, 'beat')}) is the branch ${opened.branch} now.`
        )
      })
    )

  ofCampaign(
    'sql',
    'answer a query in SQL over the tables of a run; it can only read',
    'lab sql ~/stories/well "select ending, count(*) from session group by 1"'
  )
    .argument('<query>', 'the query; "proscenium lab schema" lists the tables')
    .option(...RUN)
    .option('--csv', 'print the answer as CSV')
    .option('--rows <n>', 'print at most so many rows (default: 1000)', wholeNumber(1, 10_000))
    .action((dir: string, sql: string, { run, csv, rows, json }: { run?: string; csv?: boolean; rows?: number } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const result = await calls.labQuery({ ...(await theRun(calls, run)), sql, ...(rows === undefined ? {} : { rows }) })
        print(json, result, csv ? csvOf(result) : tableWords(result))
        if (result.more) to.err(`Only the first ${counted(result.rows.length, 'row')} are printed. Add --rows, or a LIMIT to the query.`)
      })
    )

  ofCampaign(
    'export',
    'write the tables of a run into a folder, one file each, or its report as one HTML page',
    'lab export ~/stories/well ~/well-tables',
    'lab export ~/stories/well tables --csv',
    'lab export ~/stories/well --html report.html'
  )
    .argument('[folder]', 'folder for the tables; it is made if it is missing')
    .option(...RUN)
    .option('--csv', 'tables as CSV instead of Parquet')
    .option('--html <file>', 'the report as one HTML page in this file')
    .action((dir: string, folder: string | undefined, { run, csv, html, json }: { run?: string; csv?: boolean; html?: string } & JsonFlag) => {
      if (folder === undefined && html === undefined)
        throw new Problem('bad-input', 'Name a folder for the tables, or a file for the report with --html.')
      return campaigns.read(dir, undefined, async (calls) => {
        const of = await theRun(calls, run)
        const files = folder === undefined ? [] : await calls.labExport({ ...of, folder: resolve(folder), format: csv ? 'csv' : 'parquet' })
        if (html !== undefined) replaceFile(resolve(html), (await calls.labPage(of)).html)
        const words = [
          ...(folder === undefined ? [] : [`Wrote ${counted(files.length, 'file')} to ${resolve(folder)}: ${files.join(', ')}`]),
          ...(html === undefined ? [] : [`Saved the report as ${resolve(html)}`])
        ]
        const answer = { ...(folder === undefined ? {} : { folder: resolve(folder), files }), ...(html === undefined ? {} : { html: resolve(html) }) }
        print(json, answer, words.join('\n'))
      })
    })

  resultCommand(lab, 'schema', "list the tables of a run's results and their columns", 'lab schema').action(({ json }: JsonFlag) =>
    campaigns.none(async (calls) => {
      const tables = await calls.labSchema()
      const column = ({ name, type, about }: (typeof tables)[number]['columns'][number]): string => `  ${name.padEnd(16)} ${type.padEnd(12)} ${about}`
      print(json, tables, tables.map(({ table, about, columns }) => [`${table}: ${about}`, ...columns.map(column)].join('\n')).join('\n\n'))
    })
  )

  ofCampaign('remove', 'remove a run and its results', 'lab remove ~/stories/well --run 20261130-142200')
    .requiredOption('--run <id>', 'the run')
    .action((dir: string, { run, json }: { run: string } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        await calls.labRemove({ run })
        print(json, { run }, `Removed the run ${run}.`)
      })
    )
  return lab
}

/** The run that a command means: the named one, or the newest. Throws Problem `not-found`. */
export async function theRun(calls: Calls, id: string | undefined): Promise<{ run: string }> {
  const run = id ?? (await calls.labRuns())[0]?.id
  if (run === undefined) throw new Problem('not-found', 'This campaign has no runs yet. Begin one with: proscenium lab run <dir>')
  return { run }
}

export function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, withoutUndefined(one)]])))
}

const cell = (value: QueryResult['rows'][number][number]): string => (value === null ? '' : String(value))

/** A result as text: the columns side by side. */
function tableWords({ columns, rows }: QueryResult): string {
  return sideBySide([columns.map(({ name }) => name), ...rows.map((row) => row.map(cell))]).join('\n')
}

/** A result as CSV (RFC 4180). */
const csvOf = ({ columns, rows }: QueryResult): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => row.map(cell))]
    .map((line) => line.map((one) => (/[",\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join(','))
    .join('\n')

export const count = (one: number): string => one.toLocaleString('en')

const progressWords = ({ done, of, beatsPerSecond, failures }: LabProgress): string =>
  `Played ${count(done)} of ${count(of)} sessions, ${count(beatsPerSecond)} beats a second${failures === 0 ? '' : `, rules failed in ${count(failures)}`}.`

const STATUS: Readonly<Record<LabRun['status'], string>> = {
  running: 'is being played',
  done: 'done',
  stopped: 'stopped',
  interrupted: 'interrupted'
}

const runLine = ({ id, name, status, done, plan, pinned, problem }: LabRun): string =>
  [
    id,
    `${count(done)} of ${counted(plan.sessions, 'session')}`,
    STATUS[status],
    ...(pinned ? ['pinned'] : []),
    ...(name === '' ? [] : [name]),
    ...(problem ? [problem.message] : [])
  ].join('  ')

function runWords({ id, status, done, plan, problem }: LabRun, dir: string): string {
  const played = `Run ${id}: ${count(done)} of ${counted(plan.sessions, 'session')}.`
  if (status === 'done') return played
  return `${played} ${problem ? `It stopped: ${problem.message} ` : ''}The others are not played. Continue with: proscenium lab resume ${dir} --run ${id}`
}
