import type { MarksDraft, RubricShown, RunsAsked, RunsPrice, RunsProgress, RunsReport } from '../../shared/analysis/run-verdicts'
import { Problem } from '../../shared/base/problem'
import { NOTHING_USED } from '../../shared/table/usage'
import type { Judges, JudgingHost } from '../lab/experiments'
import type { Machine } from '../machine/machine'
import type { OpenCampaign } from '../story/open-campaign'
import { judgeInBatch } from '../story/runs/judge-in-batch'
import { judgeAllRuns, judgeModels, pairsOf, reportOf, runsPrice, type RunsSource } from '../story/runs/judge-runs'
import { MARKS_PATH, readMarks, type RunMark, withOpenMarks } from '../story/runs/marks'
import { readRuns } from '../story/runs/read-runs'
import { hasSeat } from '../story/turns/turn-records'
import { type Rubric, RUBRIC_PATH, rubricOf, shownRubric } from '../story/runs/rubric'
import { batchServer } from './batch-server'
import { whileJudging } from './judge'
import type { OpenFolder } from './open-folder'

/** The rubric in the folder. It isn't part of the story, so its last saved text counts, not that of the last beat. */
const rubricIn = ({ history }: OpenCampaign): Rubric => rubricOf(history.workingFile(RUBRIC_PATH)?.toString('utf8'))

/** The designer's marks in the folder; like the rubric, they aren't part of the story. */
const marksIn = ({ history }: OpenCampaign, rubric: Rubric): RunMark[] => readMarks(history.workingFile(MARKS_PATH)?.toString('utf8'), rubric)

/** The file of marks with every pair of these runs, to be filled in. Throws Problem `bad-file`, `bad-input`. */
export function openMarksNow(campaign: OpenCampaign, runs: readonly string[]): MarksDraft {
  const before = campaign.history.workingFile(MARKS_PATH)?.toString('utf8')
  const rubric = rubricIn(campaign)
  readMarks(before, rubric)
  const text = withOpenMarks(before, rubric, runs)
  return { path: MARKS_PATH, text, ...(before === undefined ? {} : { before }) }
}

export const rubricNow = (campaign: OpenCampaign): RubricShown => shownRubric(rubricIn(campaign))

/** The estimated cost of judging runs. Throws Problem `bad-input`, `not-found`, `bad-file`. */
export const runsPriceNow = async (open: OpenFolder, machine: Machine, asked: RunsAsked): Promise<RunsPrice> =>
  runsPrice(await sourceOf(open, machine, asked))

/** The verdicts that are recorded; undefined if there are none. Throws as `runsPriceNow` does. */
async function recordedVerdicts(open: OpenFolder, machine: Machine, asked: RunsAsked): Promise<RunsReport | undefined> {
  const source = await sourceOf(open, machine, asked)
  const { recorded, requests, waiting } = runsPrice(source)
  const rest = {
    requests: recorded + requests,
    recorded: 0,
    left: requests,
    usage: NOTHING_USED,
    problems: [],
    ...(waiting === undefined ? {} : { waiting })
  }
  return recorded === 0 ? undefined : reportOf(source, pairsOf(source), rest)
}

/** The judges of a campaign. */
export const judgesOf = (open: OpenFolder, machine: Machine): Judges => ({
  judge: (asked, host) => judgeRunsNow(open, machine, asked, host),
  recorded: (asked) => recordedVerdicts(open, machine, asked)
})

/** Has judges compare runs. If every answer is recorded, a campaign that is open for reading only will do. Throws also `locked`, `agent-failed`. */
async function judgeRunsNow(open: OpenFolder, machine: Machine, asked: RunsAsked, { spent, spend, stop, tell }: JudgingHost): Promise<RunsReport> {
  const source = await sourceOf(open, machine, asked)
  const price = runsPrice(source)
  if (price.requests + (price.waiting ?? 0) > 0 && open.info.readOnly !== undefined) throw new Problem('locked', open.info.readOnly)
  return whileJudging(open, machine, { stop, cap: asked.cap }, async (host, signal, purse) => {
    // The cap holds for all of it, also for what was spent before it was stopped.
    purse.add(spent)
    const keepingCount = (at: RunsProgress): void => {
      spend(purse.usage)
      tell(at)
    }
    const limits = { purse, signal, tell: keepingCount }
    const { batches } = source
    try {
      if (batches) return await judgeInBatch({ ...source, batches }, await batchServer(await machine.access(open.info.dir), 'verdicts'), limits)
      return await judgeAllRuns(
        source,
        async (model, prompt) => {
          const { judgeRuns } = await import('../agents/anthropic')
          return judgeRuns(host, model, prompt, signal)
        },
        limits
      )
    } finally {
      // Answers of a look that broke off were paid, too.
      spend(purse.usage)
    }
  })
}

async function sourceOf({ campaign }: OpenFolder, machine: Machine, { runs, models: named, tokens, batch = false }: RunsAsked): Promise<RunsSource> {
  const { judge, agents } = campaign.snapshot.settings()
  const rubric = rubricIn(campaign)
  const models = judgeModels(named ?? [judge ?? agents['default']?.model ?? machine.model])
  return {
    runs: await readRuns(campaign, runs, [...models, machine.model, ...playersOf(campaign)]),
    rubric,
    models,
    votes: campaign.runVotes,
    marks: marksIn(campaign, rubric),
    prices: machine.prices,
    tokens,
    ...(batch ? { batches: campaign.runBatches } : {})
  }
}

/** The names of models and commands that play or have played the campaign. */
export function playersOf({ turns, snapshot }: OpenCampaign): string[] {
  const seats = [...turns.all().flatMap((turn) => (hasSeat(turn) ? [turn.seat] : [])), ...Object.values(snapshot.settings().agents)]
  return [...new Set(seats.flatMap(({ model, fallback, command }) => [model ?? [], fallback ?? [], command ?? []].flat()))]
}
