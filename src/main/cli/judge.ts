import { CommanderError, type Command } from 'commander'
import type { JudgeReport } from '../../shared/analysis/contradictions'
import { RUN_TOKENS } from '../../shared/analysis/run-limits'
import type { RubricShown, RunsReport } from '../../shared/analysis/run-verdicts'
import { Problem } from '../../shared/base/problem'
import { judgedWords, priceWords } from '../../shared/words/contradiction-words'
import { runsPriceWords, runsWords } from '../../shared/words/run-words'
import type { Calls } from './campaigns'
import { judgeProgress, longAnswer, runsProgress } from './progress'
import { campaignCommand, type CommandContext, dollarsArgument, type JsonFlag, wholeNumber } from './usage'

interface JudgeOptions extends JsonFlag {
  model?: string
  yes?: boolean
  runs?: string[]
  models?: string
  tokens?: number
  reasons?: boolean
  rubric?: boolean
  writeRubric?: boolean
  writeMarks?: boolean
  batch?: boolean
  cap?: number
}

const RUBRIC = 'direction/rubric.md'
const MARKS = 'direction/marks.yaml'

/** The command that lets models judge: narrations against the record, or runs against each other. */
export function judgeCommand(program: Command, { campaigns, to, print, setExitCode }: CommandContext): void {
  /** Judges narrations. */
  const narrations = async (dir: string, { model, yes, json }: JudgeOptions): Promise<void> => {
    if (!yes) {
      const price = await campaigns.read(dir, undefined, (calls) => calls.judgePrice({ model }))
      return print(json, price, `${priceWords(price)}${price.beats === 0 ? '' : UNSENT}`)
    }
    const judge = async (calls: Calls): Promise<JudgeReport> => longAnswer(to, await calls.judge({ model }), judgeProgress)
    const report = await campaigns.open(dir, judge, { callsModels: true })
    print(json, report, judgedWords(report))
    setExitCode(report.problem === undefined ? 0 : 1)
  }

  /** Compares runs. If every answer is recorded, there is nothing to pay for, so no --yes is needed. */
  const compareRuns = async (dir: string, options: JudgeOptions): Promise<void> => {
    const { yes, json, reasons = false, runs = [], tokens, model, batch, cap } = options
    const models = options.models?.split(',').map((one) => one.trim()) ?? (model === undefined ? undefined : [model])
    const asked = { runs, models, tokens, batch, cap }
    const judge = async (calls: Calls): Promise<RunsReport> => longAnswer(to, await calls.judgeRuns(asked), runsProgress)
    const show = (report: RunsReport): void => {
      print(json, report, runsWords(report, reasons))
      setExitCode(report.left + (report.waiting ?? 0) === 0 ? 0 : 1)
    }
    if (yes) return show(await campaigns.open(dir, judge, { callsModels: true }))
    await campaigns.read(dir, undefined, async (calls) => {
      const price = await calls.runsPrice(asked)
      return price.requests + (price.waiting ?? 0) === 0 ? show(await judge(calls)) : print(json, price, `${runsPriceWords(price)}${UNSENT}`)
    })
  }

  const showRubric = (json: boolean | undefined, rubric: RubricShown): void => {
    if (rubric.path === undefined) to.err(`This campaign has no ${RUBRIC}, so this default is used. Save it there with --write-rubric.`)
    print(json, rubric, rubric.text.trimEnd())
  }

  campaignCommand(
    program,
    'judge',
    'let models look for contradictions, or compare runs with --runs; prints the price, and sends requests only with --yes',
    'judge ~/stories/well --model claude-haiku-5-5',
    'judge ~/stories/well --model claude-haiku-5-5 --yes',
    'judge ~/stories/well --runs main bold careful',
    'judge ~/stories/well --runs main:40..90 bold:40..90 --models claude-haiku-5-5,claude-sonnet-5-5,claude-opus-5-5 --yes',
    'judge ~/stories/well --rubric'
  )
    .option('--model <name>', 'the model that judges (default: judge in table.yaml; with --runs, otherwise the model that plays)')
    .option('--yes', 'send the requests')
    .option('--runs <run...>', 'compare these runs: branches, tags or commits, with a range of beats if you like, such as main:40..90')
    .option('--models <names>', 'with --runs: one model for each of the three judges, with commas')
    .option(
      '--tokens <n>',
      `with --runs: the longest transcript of a run (default: ${RUN_TOKENS.usual})`,
      wholeNumber(RUN_TOKENS.min, RUN_TOKENS.max)
    )
    .option('--batch', 'with --runs: send all requests at once, at half the price; the answers come within a day, and the same command picks them up')
    .option('--cap <dollars>', 'with --runs: send no request that could make all of them cost more', dollarsArgument)
    .option('--reasons', 'with --runs: print the reason and the evidence of every vote')
    .option('--rubric', 'print the rubric by which runs are compared')
    .option('--write-rubric', `save the default rubric as ${RUBRIC}, for you to edit`)
    .option('--write-marks', `with --runs: add these pairs to ${MARKS}, for you to say which run is better; judges are then compared with you`)
    .action(async (dir: string, options: JudgeOptions) => {
      const { json } = options
      for (const [flag, value] of Object.entries({
        models: options.models,
        tokens: options.tokens,
        reasons: options.reasons,
        batch: options.batch,
        cap: options.cap,
        'write-marks': options.writeMarks
      }))
        if (value !== undefined && !options.runs) throw new CommanderError(2, 'usage', `error: --${flag} needs --runs`)
      if (options.models !== undefined && options.model !== undefined)
        throw new CommanderError(2, 'usage', 'error: --model and --models name the same thing; give one of them')
      if (options.writeMarks) return print(json, { path: MARKS }, await campaigns.open(dir, (calls) => writeMarks(calls, options.runs ?? [])))
      if (options.writeRubric) return print(json, { path: RUBRIC }, await campaigns.open(dir, writeRubric))
      if (options.rubric) return campaigns.read(dir, undefined, async (calls) => showRubric(json, await calls.rubric()))
      return options.runs ? compareRuns(dir, options) : narrations(dir, options)
    })
}

const UNSENT = ' Nothing was sent; add --yes to send it.'

/** Saves the default rubric as a beat by the designer. Throws Problem `refused` if the campaign has one. */
async function writeRubric(calls: Calls): Promise<string> {
  const { path, text } = await calls.rubric()
  if (path !== undefined)
    throw new Problem('refused', `${path} exists already. Edit it, or delete it to begin with the default again.`, { file: path })
  await calls.saveDirection({ path: RUBRIC, text })
  return `Saved ${RUBRIC}. Each heading in it is a criterion; edit them as you like.`
}

/** Adds the pairs of runs to the designer's marks as a beat by the designer. Throws Problem `bad-file`, `bad-input`. */
async function writeMarks(calls: Calls, runs: readonly string[]): Promise<string> {
  if (new Set(runs).size < 2) throw new Problem('bad-input', 'Marks compare runs. Name at least two different ones after --runs.')
  const { path, text, before } = await calls.marksDraft({ runs: [...runs] })
  if (text === before) return `${path} has every pair of these runs already. Replace each ? with the name of the better run, or with equal.`
  const over = before === undefined ? null : (await calls.fileText({ path })).version
  await calls.saveText({ path, text, subject: 'Pairs of runs to mark', over })
  return `Saved ${path}. Replace each ? with the name of the better run, or with equal.`
}
