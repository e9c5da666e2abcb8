import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Params } from '../../shared/story/play'
import { MAX_TRIES, DEFAULT_TRIES } from '../../shared/contract/try-limits'
import type { CommandContext } from './command-context'
import { reporting } from './progress'
import { replayedWords, tryableWords, tryRunWords, triesWords } from './try-words'
import { AS_JSON, DIR, examples, type Json, whole } from './usage'
import { count, short } from './words'

interface TryFlags extends Json {
  as?: string
  with?: Params
  runs: number
  run?: number
  seed: string
  at?: string
}

interface ReplayFlags extends Json {
  from?: string
  to?: string
  rules?: string
  keep?: string
}

/** A parameter: `target=Ghoul`. */
function withParam(text: string, before: Params = {}): Params {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Give a parameter and its value, such as target=Ghoul.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** The commands that try rules in progress. Both take the folder's unsaved changes into account. */
export function tryCommands(program: Command, { commands, to, print, setExitCode }: CommandContext): void {
  program
    .command('try')
    .description('try an action with the rules in the folder, saved or not, and print who can take it and its results; saves nothing')
    .argument('<dir>', DIR)
    .argument('<action>', 'name of the action')
    .option('--as <who>', 'who takes it: a player, an NPC, or DM; without this option, list who can take it')
    .option('--with <param=value>', 'a parameter; may be repeated', withParam)
    .option('--runs <n>', 'how many times', whole(1, MAX_TRIES), DEFAULT_TRIES)
    .option('--run <n>', 'show one of the runs, dice by dice', whole(0, MAX_TRIES))
    .option('--seed <seed>', 'the same seed gives the same runs', '1')
    .option('--at <rev>', 'in the state of this commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText(
      'after',
      examples(
        'try ~/stories/well attack',
        'try ~/stories/well attack --as Wren --with target=Scuttle',
        'try ~/stories/well attack --as Wren --with target=Scuttle --run 7 --at HEAD~10'
      )
    )
    .action(async (dir: string, action: string, { as, with: params = {}, runs, run, seed, at, json }: TryFlags) => {
      if (as === undefined) {
        const found = await commands.tryable(resolve(dir), action, at)
        print(json, found, tryableWords(found))
        return setExitCode(found.broken.length > 0 || found.actors.some(({ problem }) => problem) ? 1 : 0)
      }
      const call = { action, actor: as, params, seed }
      if (run !== undefined) {
        const one = await commands.tryOne(resolve(dir), { ...call, run }, at)
        print(json, one, tryRunWords(one))
        return setExitCode(one.problem ? 1 : 0)
      }
      const report = reporting(to)
      const tries = await commands
        .tryMany(resolve(dir), { ...call, runs }, at, (now) =>
          report.at('done' in now ? `${now.done} of ${now.of} runs.` : 'Counting the exact odds.')
        )
        .finally(() => report.end())
      print(json, tries, triesWords(tries))
      setExitCode(tries.outcomes.some(({ problem }) => problem?.code === 'rule-failed') ? 1 : 0)
    })

  program
    .command('replay')
    .description('replay part of the story with the rules in the folder, saved or not, using the same calls and dice, and print the differences')
    .argument('<dir>', DIR)
    .option('--from <rev>', 'the beat before the first one (default: the one before the last session)')
    .option('--to <rev>', 'the last beat (default: the last one of the session that begins after --from, or of the branch)')
    .option('--rules <rev>', 'the rules of this commit instead of the folder')
    .option('--keep <branch>', 'save the result as a new branch')
    .option(...AS_JSON)
    .addHelpText('after', examples('replay ~/stories/well', 'replay ~/stories/well --from HEAD~40 --keep milder-attacks'))
    .action(async (dir: string, { from, to: last, rules, keep, json }: ReplayFlags) => {
      const report = reporting(to)
      const span = { ...(from === undefined ? {} : { from }), ...(last === undefined ? {} : { to: last }), ...(rules === undefined ? {} : { rules }) }
      const { replayed, kept } = await commands
        .replay(resolve(dir), span, keep, ({ done, of }) => report.at(`Replayed ${done} of ${of} beats.`))
        .finally(() => report.end())
      const words = kept
        ? `\n\nSaved as the branch ${kept.branch}, which ends at ${short(kept.head)}${kept.skipped > 0 ? `, without ${count(kept.skipped, 'call')}` : ''}.`
        : ''
      print(json, { ...replayed, ...(kept ? { kept } : {}) }, replayedWords(replayed) + words)
      setExitCode(replayed.stopped !== undefined || replayed.broken.length > 0 ? 1 : 0)
    })
}
