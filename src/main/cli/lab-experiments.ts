import { type Command, InvalidArgumentError } from 'commander'
import { equal } from '../../shared/base/json'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { Versus, type VersusProgress } from '../../shared/lab/comparison'
import type { LabPlan } from '../../shared/lab/plan'
import { type FoundNumber, LabTarget, type SolveProgress } from '../../shared/lab/solution'
import type { Calls } from './campaigns'
import { untilInterrupted } from './interrupt'
import { count, partyArgument, type QueueFlags, queueOf, withoutUndefined, withQueue } from './lab'
import { comparisonWords, solutionWords } from '../../shared/lab/comparison-words'
import { longAnswer } from './progress'
import { withParam } from './try'
import type { Params } from '../../shared/story/play'
import { AT, campaignCommand, type CommandContext, type JsonFlag, wholeNumber } from './usage'

interface VersusOptions extends JsonFlag, QueueFlags {
  a?: string
  b?: string
  partyA?: LabPlan['parties']
  partyB?: LabPlan['parties']
  sessions?: number
  seed?: number
  storySessions?: number
  beats?: number
  watchEnding?: string
  watchFact?: string
  width?: number
}

interface SolveOptions extends JsonFlag, QueueFlags {
  number: string
  from: number
  to: number
  step?: number
  goal?: string
  journey?: string
  action?: string
  table?: string
  row?: string
  who?: string[]
  any?: boolean
  with?: Params
  share: number
  sessions?: number
  seed?: number
  storySessions?: number
  beats?: number
  party?: LabPlan['parties']
  apply?: boolean
  at?: string
}

function numberArgument(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number.')
  return value
}

/** The goal that options name. Throws Problem `bad-input` unless they name one. */
function goalOf({ goal, journey, action, table, row, who, any, with: params }: SolveOptions): object {
  const named = [journey, action, table].filter((one) => one !== undefined)
  const isWhole =
    journey !== undefined ? who && goal === undefined : action !== undefined ? who?.length === 1 && goal : table !== undefined ? row : goal
  if (named.length > 1 || !isWhole)
    throw new Problem('bad-input', 'Name one of: a --goal; a --journey with --who; an --action with --who and a --goal; a --table with a --row.')
  if (journey !== undefined) return { journey, who, need: any ? 'any' : 'all' }
  if (action !== undefined) return { action, by: who?.[0], with: params, holds: goal }
  if (table !== undefined) return { table, row }
  return goal === 'ended' || goal === 'lost' ? { ending: goal } : { holds: goal }
}

const namesArgument = (name: string, before: string[] = []): string[] => [...before, name]

/** The commands that compare two sides, and that look for the value of a number. */
export function experimentCommands(lab: Command, { campaigns, host, to, print }: CommandContext): void {
  const ofCampaign = (name: string, description: string, ...lines: string[]): Command => campaignCommand(lab, name, description, ...lines)

  ofCampaign('compare', 'compare two runs on the same seeds in pairs', 'lab compare ~/stories/well --a 20261129-180000 --b 20261130-090000')
    .requiredOption('--a <run>', 'the first run')
    .requiredOption('--b <run>', 'the second run')
    .action((dir: string, { a, b, json }: { a: string; b: string } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const compared = await calls.labCompare({ a, b })
        print(json, compared, comparisonWords(compared))
      })
    )

  withQueue(
    ofCampaign(
      'versus',
      'play two sides on the same seeds and compare them in pairs',
      'lab versus ~/stories/well --a main~5 --b main --sessions 400',
      'lab versus ~/stories/well --party-a "Careful=caretaker" --party-b "Bold=griefer" --watch-fact jory-found --width 10'
    )
  )
    .option('--a <rev>', 'commit of the first side (default: HEAD)')
    .option('--b <rev>', 'commit of the second side (default: HEAD)')
    .option('--party-a <name=personas>', 'the party of the first side', partyArgument)
    .option('--party-b <name=personas>', 'the party of the second side', partyArgument)
    .option('--sessions <n>', 'the most sessions of each side (default: 200)', wholeNumber(1))
    .option('--seed <n>', 'seed of the first session', wholeNumber(0))
    .option('--story-sessions <n>', 'a session ends after so many sessions of the story', wholeNumber(1))
    .option('--beats <n>', 'a session ends after so many beats', wholeNumber(1))
    .option('--watch-ending <ending>', 'stop when the difference in this ending is known well enough: ended, lost or sessions')
    .option('--watch-fact <id>', 'the same for a fact')
    .option('--width <n>', 'how wide the interval may be, in sessions of a hundred (default: 10)', wholeNumber(1, 100))
    .action((dir: string, options: VersusOptions) => {
      const { a = 'HEAD', b = 'HEAD', partyA, partyB, sessions, seed, storySessions, beats, watchEnding, watchFact, width = 10, json } = options
      const workers = queueOf(host, options)
      const ending = watchEnding === undefined ? undefined : { kind: 'ending', ending: watchEnding }
      const mark = watchFact === undefined ? ending : { kind: 'outcome', of: 'fact', id: watchFact }
      return campaigns.read(dir, undefined, (calls) =>
        untilInterrupted(async (cancel) => {
          const [one, other] = [await calls.commitOf({ revision: a }), await calls.commitOf({ revision: b })]
          const versus = Versus.safeParse(
            withoutUndefined({
              a: { name: partyA?.[0]?.name ?? a, commit: one, parties: partyA },
              b: { name: partyB?.[0]?.name ?? b, commit: other, parties: partyB },
              plan: { sessions, firstSeed: seed, end: { storySessions, beats } },
              narrow: mark && { on: { mark }, width: width / 100 }
            })
          )
          if (!versus.success) throw new Problem('bad-input', `This comparison can't be played: ${misfitWords(versus.error, 'it')}.`)
          cancel.addEventListener('abort', () => void calls.labStopExperiment({ kind: 'compare' }))
          const words = ({ side, of, ...played }: VersusProgress): string =>
            `Side ${side.toUpperCase()}: played ${count(played[side])} of ${count(of)} sessions.`
          const compared = await longAnswer(to, await calls.labVersus({ ...versus.data, ...workers }), words)
          print(json, compared, comparisonWords(compared))
        })
      )
    })

  withQueue(
    ofCampaign(
      'solve',
      'look for the value of a number with which a goal is reached in a share of sessions',
      'lab solve ~/stories/well --number world/regions/throat-workings/journeys.yaml:dippers-ledge--bucket-landing.difficulty --from 0 --to 10 --goal fact.jory-found --share 60'
    )
  )
    .requiredOption('--number <file:keys>', 'the number: its file and the keys that lead to it, joined by dots')
    .requiredOption('--from <n>', 'the least value', numberArgument)
    .requiredOption('--to <n>', 'the largest value', numberArgument)
    .option('--step <n>', 'the step between two values (default: 1)', numberArgument)
    .option('--goal <expression>', 'what must hold in a session, or after --action; "ended" or "lost" for how a session ends')
    .option('--journey <id>', 'a journey in which --who succeed; this and the next two have exact odds, and no session is played')
    .option('--action <name>', 'an action that --who takes in the state of the last beat, with --with, after which --goal holds')
    .option('--table <id>', 'a table whose roll gives --row, named as in the table')
    .option('--who <name>', 'who takes the journey or the action; may be repeated for a journey that players take together', namesArgument)
    .option('--any', 'of the players of a journey, at least one must succeed (default: all)')
    .option('--with <param=value>', 'a parameter of the action; may be repeated', withParam)
    .option('--row <range>', 'the row of the table, such as 3-5')
    .requiredOption('--share <n>', 'in so many of a hundred sessions', numberArgument)
    .option('--sessions <n>', 'sessions for each value (default: 200)', wholeNumber(1))
    .option('--seed <n>', 'seed of the first session', wholeNumber(0))
    .option('--story-sessions <n>', 'a session ends after so many sessions of the story', wholeNumber(1))
    .option('--beats <n>', 'a session ends after so many beats', wholeNumber(1))
    .option('--party <name=personas>', 'a party and its personas; may be repeated', partyArgument)
    .option(...AT)
    .option('--apply', 'write the value that was found, as one edit of the present story; nothing is written if no value reaches the share')
    .action((dir: string, options: SolveOptions) => {
      const { number, from: least, to: most, step, share, sessions, seed, storySessions, beats, party, apply, at, json } = options
      const workers = queueOf(host, options)
      const [, path = '', keys = ''] = /^([^:]+):(.+)$/.exec(number) ?? []
      const plan = { sessions, firstSeed: seed, parties: party, end: { storySessions, beats } }
      const wanted = goalOf(options)
      const target = LabTarget.safeParse(
        withoutUndefined({ of: { path, keys: keys.split('.') }, least, most, step, goal: wanted, target: share / 100, plan })
      )
      if (!target.success) throw new Problem('bad-input', `This search can't be made: ${misfitWords(target.error, 'it')}.`)
      const search = (calls: Calls): Promise<void> =>
        untilInterrupted(async (cancel) => {
          cancel.addEventListener('abort', () => void calls.labStopExperiment({ kind: 'balance' }))
          const words = ({ value, done, of }: SolveProgress): string => `With ${value}: played ${count(done)} of ${count(of)} sessions.`
          const where = at === undefined ? {} : { at: await calls.commitOf({ revision: at }) }
          const { of } = target.data
          const solution = await longAnswer(to, await calls.labSolve({ target: target.data, ...where, ...workers }), words)
          // The value is written into the present story, whose number may be another one than at that commit.
          const present = (all: readonly FoundNumber[]): number | undefined =>
            all.find(({ path: file, keys: own }) => equal({ path: file, keys: own }, of))?.value
          const now = apply && at !== undefined ? present(await calls.labNumbers({})) : solution.now
          const isApplied = apply === true && solution.isReached && now !== undefined && solution.best.value !== now
          if (isApplied) await calls.labApply({ of, value: solution.best.value })
          print(json, solution, solutionWords(solution, share / 100, isApplied, at))
        })
      if (!apply) return campaigns.read(dir, undefined, search)
      return campaigns.open(dir, async (calls) => {
        const readOnly = (await calls.present())?.campaign.readOnly
        if (readOnly !== undefined) throw new Problem('locked', `${readOnly} Without --apply it can be looked for now.`)
        return search(calls)
      })
    })
}
