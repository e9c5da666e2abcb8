import { type Command, InvalidArgumentError } from 'commander'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { MAX_ODD_SESSIONS } from '../../shared/contract/lab-calls'
import { ContinueGrid, type ModelSeats } from '../../shared/lab/continuation'
import { CONTINUE_LIMITS } from '../../shared/lab/limits'
import { summariesPriceWords } from '../../shared/words/run-words'
import { type Calls } from './campaigns'
import { continuationWords, continuePriceWords, continueProgressWords, continueWords, oddWords, summariesWords } from './lab-model-words'
import { untilInterrupted } from './interrupt'
import { RUN, theRun, withoutUndefined } from './lab'
import { longAnswer, runsProgress } from './progress'
import { campaignCommand, type CommandContext, dollarsArgument, type JsonFlag, wholeNumber } from './usage'

interface ContinueOptions extends JsonFlag {
  run?: string
  sessions?: number[]
  odd?: number
  from?: number
  model: string[]
  persona?: string[]
  seats?: ModelSeats
  beats?: number
  cap?: number
  yes?: boolean
}

interface SummariseOptions extends JsonFlag {
  run?: string
  sessions?: number[]
  branches?: string[]
  model?: string
  cap?: number
  yes?: boolean
}

const each = (text: string, before: string[] = []): string[] => [...before, text]

function numbers(text: string): number[] {
  const all = text.split(',').map((one) => one.trim())
  if (!all.every((one) => /^\d{1,9}$/.test(one))) throw new InvalidArgumentError('Give numbers of sessions with commas, such as 12,77.')
  return all.map(Number)
}

const seatsArgument = (text: string): ModelSeats =>
  text === 'all' || text === 'dm' || text === 'players' ? text : text.split(',').map((one) => one.trim())

/** The commands that choose unusual sessions, and let models continue them. */
export function modelCommands(lab: Command, { campaigns, to, print, setExitCode }: CommandContext): void {
  const ofCampaign = (name: string, description: string, ...lines: string[]): Command => campaignCommand(lab, name, description, ...lines)

  ofCampaign('odd', 'list the most unusual sessions of a run: why, and from which beat on', 'lab odd ~/stories/well --count 5')
    .option(...RUN)
    .option('--count <n>', 'list at most so many (default: 10)', wholeNumber(1, MAX_ODD_SESSIONS))
    .action((dir: string, { run, count, json }: { run?: string; count?: number } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const odd = await calls.labOdd({ ...(await theRun(calls, run)), ...(count === undefined ? {} : { count }) })
        print(json, odd, oddWords(odd))
      })
    )

  /** The grid that the options name. Throws Problem `bad-input`. */
  const gridOf = async (calls: Calls, run: string, options: ContinueOptions): Promise<ContinueGrid> => {
    const { sessions, odd, from, model, persona, seats, beats } = options
    const unusual = sessions ? [] : (await calls.labOdd({ run, count: odd ?? 1 })).sessions.map(({ session, at }) => ({ session, from: from ?? at }))
    if (!sessions && unusual.length === 0)
      throw new Problem('bad-input', 'No session of this run is unusual. Name sessions with --sessions, and a beat with --from.')
    const chosen = sessions?.map((session) => ({ session, from })) ?? unusual
    const grid = ContinueGrid.safeParse(withoutUndefined({ sessions: chosen.map(withoutUndefined), models: model, personas: persona, seats, beats }))
    if (!grid.success) throw new Problem('bad-input', `These sessions can't be continued: ${misfitWords(grid.error, 'the choice')}.`)
    return grid.data
  }

  ofCampaign(
    'continue',
    'let models continue sessions, each as a branch; prints the price, and sends requests only with --yes',
    'lab continue ~/stories/well --odd 3 --model claude-haiku-5-5',
    'lab continue ~/stories/well --sessions 12,77 --from 40 --model claude-haiku-5-5 --model claude-opus-5-5 --persona caretaker --persona griefer --cap 2 --yes'
  )
    .option(...RUN)
    .option('--sessions <numbers>', 'these sessions, with commas', numbers)
    .option('--odd <n>', 'the most unusual sessions (default: the most unusual one)', wholeNumber(1, CONTINUE_LIMITS.sessions))
    .option('--from <beat>', 'continue after this beat of each session (default: where it became unusual)', wholeNumber(0))
    .requiredOption('--model <name>', 'a model that continues; may be repeated', each)
    .option('--persona <id>', 'a persona of all players; may be repeated (default: those of the session)', each)
    .option(
      '--seats <who>',
      'the seats that the model plays: all, dm, players, or names with commas (default: all); the built-in table plays the others',
      seatsArgument
    )
    .option('--beats <n>', 'play on so many beats (default: 40)', wholeNumber(1, CONTINUE_LIMITS.beats))
    .option('--cap <dollars>', 'all of them together cost no more', dollarsArgument)
    .option('--yes', 'send the requests')
    .action(async (dir: string, options: ContinueOptions) => {
      const { json, yes, cap } = options
      if (options.sessions && options.odd !== undefined) throw new Problem('bad-input', 'Give --sessions or --odd, not both.')
      if (!yes)
        return campaigns.read(dir, undefined, async (calls) => {
          const run = await theRun(calls, options.run)
          const price = await calls.labContinuePrice({ ...run, grid: await gridOf(calls, run.run, options) })
          print(json, price, continuePriceWords(price))
        })
      return campaigns.open(
        dir,
        (calls) =>
          untilInterrupted(async (cancel) => {
            const run = await theRun(calls, options.run)
            const grid = await gridOf(calls, run.run, options)
            cancel.addEventListener('abort', () => void calls.labContinueStop())
            const result = await longAnswer(
              to,
              await calls.labContinue({ ...run, grid, ...(cap === undefined ? {} : { cap }) }),
              continueProgressWords
            )
            print(json, result, continueWords(result, dir))
            if (result.left > 0 || !result.continuations.every(({ status }) => status === 'done' || status === 'ended')) setExitCode(1)
          }),
        { callsModels: true }
      )
    })

  ofCampaign(
    'summarise',
    'let a model summarise continuations and sessions as one message batch, at half the price; prints the price, and sends requests only with --yes',
    'lab summarise ~/stories/well --model claude-haiku-5-5',
    'lab summarise ~/stories/well --sessions 12,77 --model claude-haiku-5-5 --cap 0.50 --yes'
  )
    .option(...RUN)
    .option('--sessions <numbers>', 'these sessions, with commas, instead of all continuations; each becomes a branch', numbers)
    .option('--branches <name...>', 'these branches of the run instead')
    .option('--model <name>', 'the model that writes (default: judge in table.yaml, otherwise the model that plays)')
    .option('--cap <dollars>', 'send nothing if all of it could cost more', dollarsArgument)
    .option('--yes', 'send the requests, or pick up the answers of those that were sent')
    .action(async (dir: string, options: SummariseOptions) => {
      const { json, yes, sessions = [], branches = [], model, cap } = options
      const asked = { sessions, branches, ...(model === undefined ? {} : { model }), ...(cap === undefined ? {} : { cap }) }
      if (!yes)
        return campaigns.read(dir, undefined, async (calls) => {
          const price = await calls.labSummariesPrice({ ...(await theRun(calls, options.run)), asked })
          print(json, price, `${summariesPriceWords(price)} Nothing was sent; add --yes to send it or to pick up answers.`)
        })
      return campaigns.open(
        dir,
        async (calls) => {
          const report = await longAnswer(to, await calls.labSummarise({ ...(await theRun(calls, options.run)), asked }), runsProgress)
          print(json, report, summariesWords(report))
          if (report.waiting + report.problems.length > 0) setExitCode(1)
        },
        { callsModels: true }
      )
    })

  ofCampaign('continuations', 'list the sessions of a run that models continued, with their branches and cost', 'lab continuations ~/stories/well')
    .option(...RUN)
    .action((dir: string, { run, json }: { run?: string } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const list = await calls.labContinuations(await theRun(calls, run))
        print(json, list, list.length === 0 ? 'No session of this run was continued by a model.' : list.map(continuationWords).join('\n'))
      })
    )
}
