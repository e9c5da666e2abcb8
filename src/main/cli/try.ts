import { type Command, InvalidArgumentError } from 'commander'
import type { Params } from '../../shared/story/play'
import type { Span } from '../../shared/contract/try-calls'
import { MAX_TRIES, DEFAULT_TRIES } from '../../shared/contract/try-limits'
import { Problem } from '../../shared/base/problem'
import { counted } from '../../shared/words/labels'
import type { Calls } from './campaigns'
import { longAnswer } from './progress'
import { replayedWords, tryableWords, tryRunWords, triesWords } from './try-words'
import { campaignCommand, type CommandContext, type JsonFlag, wholeNumber } from './usage'
import { shortId } from './words'

interface TryFlags extends JsonFlag {
  as?: string
  with?: Params
  runs: number
  run?: number
  seed: string
  at?: string
}

interface ReplayFlags extends JsonFlag {
  from?: string
  to?: string
  rules?: string
  world?: string
  keep?: string
}

/** A parameter, `target=Ghoul`, with those before it. */
export function withParam(text: string, before: Params = {}): Params {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Give a parameter and its value, such as target=Ghoul.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** The commands that try rules in progress. Both take the folder's unsaved changes into account. */
export function tryCommands(program: Command, { campaigns, to, print, setExitCode }: CommandContext): void {
  campaignCommand(
    program,
    'try',
    'try an action with the rules in the folder, saved or not, and print who can take it and its results; saves nothing',
    'try ~/stories/well attack',
    'try ~/stories/well attack --as Wren --with target=Scuttle',
    'try ~/stories/well attack --as Wren --with target=Scuttle --run 7 --at HEAD~10'
  )
    .argument('<action>', 'name of the action')
    .option('--as <who>', 'who takes it: a player, an NPC, or DM; without this option, list who can take it')
    .option('--with <param=value>', 'a parameter; may be repeated', withParam)
    .option('--runs <n>', 'how many times', wholeNumber(1, MAX_TRIES), DEFAULT_TRIES)
    .option('--run <n>', 'show one of the runs, dice by dice', wholeNumber(0, MAX_TRIES))
    .option('--seed <seed>', 'the same seed gives the same runs', '1')
    .option('--at <rev>', 'in the state of this commit id (full or short), branch or HEAD~n')
    .action((dir: string, action: string, { as, with: params = {}, runs, run, seed, at: rev, json }: TryFlags) =>
      campaigns.read(dir, rev, async (calls, at) => {
        if (as === undefined) {
          const found = await calls.tryable({ action, drafts: {}, ...at })
          print(json, found, tryableWords(found))
          return setExitCode(found.broken.length > 0 || found.actors.some(({ problem }) => problem) ? 1 : 0)
        }
        const call = { action, actor: as, params, seed, drafts: {}, ...at }
        if (run !== undefined) {
          const one = await calls.tryOne({ ...call, run })
          print(json, one, tryRunWords(one))
          return setExitCode(one.problem ? 1 : 0)
        }
        const tries = await longAnswer(to, await calls.tryMany({ ...call, runs }), (now) =>
          'done' in now ? `${now.done} of ${now.of} runs.` : 'Counting the exact odds.'
        )
        print(json, tries, triesWords(tries))
        setExitCode(tries.outcomes.some(({ problem }) => problem?.code === 'rule-failed') ? 1 : 0)
      })
    )

  campaignCommand(
    program,
    'replay',
    'replay part of the story with the rules in the folder, saved or not, using the same calls and dice, and print the differences',
    'replay ~/stories/well',
    'replay ~/stories/well --from HEAD~40 --keep milder-attacks',
    'replay ~/stories/well --world HEAD'
  )
    .option('--from <rev>', 'the beat before the first one (default: the one before the last session)')
    .option('--to <rev>', 'the last beat (default: the last one of the session that begins after --from, or of the branch)')
    .option('--rules <rev>', 'the rules of this commit instead of the folder')
    .option('--world <rev>', "the world, rules and prose of this commit, with the story's state at --from: HEAD for today's world")
    .option('--keep <branch>', 'save the result as a new branch')
    .action((dir: string, { keep, json, ...wanted }: ReplayFlags) => {
      const progress = ({ done, of }: { done: number; of: number }): string => `Replayed ${done} of ${of} beats.`
      const work = async (calls: Calls): Promise<void> => {
        const span = await spanOf(calls, wanted)
        const replayed = await longAnswer(to, await calls.replayWith(span), progress)
        const kept = keep === undefined ? undefined : await longAnswer(to, await calls.keepReplay({ ...span, name: keep }), progress)
        const left = kept && kept.skipped > 0 ? `, without ${counted(kept.skipped, 'call')}` : ''
        const words = kept ? `\n\nSaved as the branch ${kept.branch}, which ends at ${shortId(kept.head)}${left}.` : ''
        print(json, { ...replayed, ...(kept ? { kept } : {}) }, replayedWords(replayed) + words)
        setExitCode(replayed.stopped !== undefined || replayed.broken.length > 0 ? 1 : 0)
      }
      return keep === undefined ? campaigns.read(dir, undefined, work) : campaigns.open(dir, work)
    })
}

/** The span that the user named, else the last session, with the rules that the user named, else those in the folder. Throws Problem `not-found`. */
async function spanOf(calls: Calls, { from, to, rules, world }: ReplayFlags): Promise<Span> {
  const commitOf = (revision: string): Promise<string> => calls.commitOf({ revision })
  const last = to === undefined ? undefined : await commitOf(to)
  const session = (await calls.replaySpans({ at: last })).find(({ kind }) => kind === 'session')
  if (from === undefined && !session)
    throw new Problem('not-found', 'No session has been played on this branch yet. Play one, or name the beats with --from and --to.')
  return {
    from: from === undefined ? (session?.from ?? '') : await commitOf(from),
    to: last ?? (from === undefined ? session?.to : undefined) ?? (await commitOf('HEAD')),
    ...(rules === undefined ? {} : { rules: await commitOf(rules) }),
    ...(world === undefined ? {} : { world: await commitOf(world) }),
    drafts: {}
  }
}
