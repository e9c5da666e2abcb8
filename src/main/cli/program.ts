import { resolve } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { namesFrom } from '../../shared/words/change-words'
import { isRemark } from '../../shared/base/problem'
import { judgedWords, priceWords } from '../../shared/words/contradiction-words'
import type { CommandContext } from './command-context'
import type { Commands, PlayLimits, PlayOptions, Seats, OnBeat } from './commands'
import { recallWords } from '../../shared/words/recall-words'
import { failedOdds, oddsWords } from './odds-words'
import { analysisCommands } from './analysis'
import { coverageCommand } from './coverage'
import { checkProgress, judgeProgress, oddsProgress, reporting } from './progress'
import { reachWords } from './reach-words'
import { SEATS, seatArgument } from './seats'
import { arrowCommands } from './arrow'
import { mapCommands } from './map'
import { narratorCommands } from './narrator'
import { newCommand } from './new'
import { toolCommands } from './tool'
import { transcriptCommand } from './transcript'
import { travelCommands } from './travel'
import { tryCommands } from './try'
import { sayProblem, showing, type ExitCode, type Terminal } from './terminal'
import { AS_JSON, DIR, examples, more, type Json, whole } from './usage'
import { actionsWords, beatLine, checkWords, playedWords, refusalLine, stateWords, storyWords, verifyWords } from './words'

/** The options of `recall`. */
interface RecallOptions {
  as: string
  query?: string
  tags?: string
  link?: string
  sort?: 'modified' | 'relevance'
  limit?: number
  at?: string
}

/** Flags of the commands that play. */
interface PlayFlags extends PlayOptions, Json {
  agent?: Seats
}

const editsOption = (): Option =>
  new Option('--edits <what>', 'what to do with external changes: adopt them as a beat, set them aside in a folder, or play without them').choices([
    'adopt',
    'set-aside',
    'leave'
  ])

/** The command line over its commands. `setExitCode` receives each command's exit code. */
function build(commands: Commands, to: Terminal, version: string, setExitCode: (code: ExitCode) => void): Command {
  const program = new Command('proscenium')
    .description('A studio for narrative designers: an AI table plays your world and saves every action as a git commit.')
    .version(version)
    .addHelpText('after', examples('new ~/stories/well --seed 7', 'play ~/stories/well --sessions 1', 'log ~/stories/well', 'open ~/stories/well'))
    .addHelpText('after', '\nExit codes: 0 success, 1 problems found, 2 wrong usage.')
  const print: CommandContext['print'] = (json, value, words) => to.out(json ? JSON.stringify(value) : words)
  const context: CommandContext = { commands, to, print, setExitCode }

  /** Prints a beat on stdout. The refused calls before it, and a lost record of its turn, go to stderr. */
  const onBeat =
    (json: boolean | undefined): OnBeat =>
    (beat, refused, problem) => {
      for (const one of refused) to.err(refusalLine(one))
      print(json, beat, beatLine(beat))
      if (problem) to.err(problem.message)
    }

  /** Prints on stderr why a request to a model is sent again, and after which wait. */
  const onRetry: PlayOptions['onRetry'] = (who, { words }) => to.err(`(${who}: ${words})`)

  newCommand(program, context)

  program
    .command('open')
    .description('open the app in a window, or in a browser tab if no window can be shown')
    .argument('[dir]', DIR)
    .addHelpText('after', examples('open', 'open ~/stories/well'))
    .action(async (dir: string | undefined) => setExitCode(await commands.openApp(dir === undefined ? undefined : resolve(dir))))

  program
    .command('serve')
    .description('serve the app to a browser on this machine until you press Ctrl+C')
    .argument('[dir]', DIR)
    .option('--port <number>', 'port to listen on (default: the same one each time, if it is free)', whole(0, 65_535))
    .option(...AS_JSON)
    .addHelpText('after', examples('serve ~/stories/well --port 4700'))
    .action(async (dir: string | undefined, { port, json }: { port?: number } & Json) => {
      await commands.serve(dir === undefined ? undefined : resolve(dir), port, (url) => print(json, { url }, `Proscenium is open at ${url}`))
    })

  program
    .command('step')
    .description('play one beat: the agent whose turn it is acts')
    .argument('<dir>', DIR)
    .option('--agent <seat>', SEATS, seatArgument)
    .addOption(editsOption())
    .option(...AS_JSON)
    .addHelpText('after', examples('step ~/stories/well', 'step ~/stories/well --agent dm=anthropic'))
    .action(async (dir: string, { agent, edits, json }: PlayFlags) => {
      const played = await commands.play(resolve(dir), { beats: 1 }, onBeat(json), { seats: agent, edits, onRetry })
      if (played.aside !== undefined) to.err(`Moved the changed files to ${played.aside}.`)
      if (played.beats === 0) print(json, null, 'There is nothing left to play.')
    })

  program
    .command('play')
    .description('let the table play and print each beat as it is saved')
    .argument('<dir>', DIR)
    .addOption(new Option('--beats <n>', 'stop after this many beats').argParser(whole(1)).conflicts(['scenes', 'sessions']))
    .addOption(new Option('--scenes <n>', 'stop after this many scenes').argParser(whole(1)).conflicts('sessions'))
    .addOption(new Option('--sessions <n>', 'stop after this many sessions (default: 1)').argParser(whole(1)))
    .option('--agent <seat>', SEATS, seatArgument)
    .addOption(editsOption())
    .option('--json', 'print each beat as a line of JSON')
    .addHelpText('after', examples('play ~/stories/well --beats 20', 'play ~/stories/well --scenes 2', 'play ~/stories/well --sessions 1 --json'))
    .addHelpText(
      'after',
      more('play ~/stories/well --agent all=anthropic', 'play ~/stories/well --agent dm=anthropic:claude-opus-5-5 --agent Wren=offline')
    )
    .action(async (dir: string, { beats, scenes, sessions, agent, edits, json }: PlayLimits & PlayFlags) => {
      const limits = (beats ?? scenes ?? sessions) ? { beats, scenes, sessions } : { sessions: 1 }
      const played = await commands.play(resolve(dir), limits, onBeat(json), { seats: agent, edits, onRetry })
      to.err(playedWords(played))
    })

  program
    .command('log')
    .description('print the story so far')
    .argument('<dir>', DIR)
    .option('--limit <n>', 'print only the last n entries', whole(1))
    .option('--with-prompts', "print a recording instead: each agent's prompts and answers, one turn per line of JSON")
    .option('--import <file>', 'with --with-prompts: import such a recording; play it back with --agent all=replay')
    .option(...AS_JSON)
    .addHelpText('after', examples('log ~/stories/well', 'log ~/stories/well --limit 20 --json'))
    .addHelpText('after', more('log ~/stories/well --with-prompts > well.jsonl', 'log ~/stories/again --with-prompts --import well.jsonl'))
    .action(async (dir: string, { limit, withPrompts, import: file, json }: { limit?: number; withPrompts?: boolean; import?: string } & Json) => {
      if (file !== undefined && !withPrompts) throw new CommanderError(2, 'usage', 'error: --import reads a recording, so it needs --with-prompts')
      if (file !== undefined) {
        const turns = await commands.takeRecording(resolve(dir), resolve(file))
        return print(json, { turns }, `Imported ${turns} ${turns === 1 ? 'turn' : 'turns'}. Play them back with --agent all=replay.`)
      }
      if (withPrompts) return commands.recording(resolve(dir), limit, (turn) => to.out(JSON.stringify(turn)))
      const { lines: all, actors, places } = await commands.log(resolve(dir))
      print(
        json,
        limit === undefined ? all : all.slice(-limit),
        storyWords(all, namesFrom(actors, places), limit) || `Nothing has been played yet. Start with: proscenium play ${dir}`
      )
    })

  program
    .command('state')
    .description('print the state of the game, now or at a beat')
    .argument('<dir>', DIR)
    .option('--at <rev>', 'commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText('after', examples('state ~/stories/well', 'state ~/stories/well --at HEAD~10 --json'))
    .action(async (dir: string, { at, json }: { at?: string } & Json) => {
      const named = await commands.state(resolve(dir), at)
      print(json, named.state, stateWords(named))
    })

  program
    .command('actions')
    .description("print what a character can do, and why they can't do the rest")
    .argument('<dir>', DIR)
    .requiredOption('--as <who>', 'a player, an NPC, or DM')
    .option('--at <rev>', 'commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText('after', examples('actions ~/stories/well --as Wren', 'actions ~/stories/well --as DM --at HEAD~10 --json'))
    .action(async (dir: string, { as, at, json }: { as: string; at?: string } & Json) => {
      const availabilities = await commands.actions(resolve(dir), as, at)
      print(json, availabilities, actionsWords(as, availabilities))
    })

  program
    .command('odds')
    .description('print exact odds of saves, attacks, journeys and reaching places, now or at a beat')
    .argument('<dir>', DIR)
    .option('--as <who>', 'one player or NPC only, in more detail')
    .option('--at <rev>', 'commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText('after', examples('odds ~/stories/well', 'odds ~/stories/well --as Wren', 'odds ~/stories/well --at HEAD~10 --json'))
    .action(async (dir: string, { as, at, json }: { as?: string; at?: string } & Json) => {
      const report = reporting(to)
      const odds = await commands.odds(resolve(dir), as, at, (now) => report.at(oddsProgress(now))).finally(() => report.end())
      print(json, odds, [oddsWords(odds, as !== undefined), reachWords(odds.reach)].filter((words) => words !== '').join('\n\n'))
      setExitCode(failedOdds(odds) ? 1 : 0)
    })

  program
    .command('recall')
    .description("search a character's notes")
    .argument('<dir>', DIR)
    .requiredOption('--as <who>', 'a player, or DM')
    .option('--query <text>', 'text to search for, word for word')
    .option('--tags <tags>', 'tags, separated by commas; all must match; without --query, whole notes are printed')
    .option('--link <target>', 'only notes that link to this note or name')
    .addOption(new Option('--sort <order>', 'newest first (modified) or best match first (relevance)').choices(['modified', 'relevance']))
    .option('--limit <n>', 'print at most this many notes (default: 10)', whole(1, 50))
    .option('--at <rev>', 'commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText('after', examples('recall ~/stories/well --as DM --query rope', 'recall ~/stories/well --as Wren --tags npc,wary --json'))
    .action(async (dir: string, { as, query, tags, link, sort, limit, at, json }: RecallOptions & Json) => {
      const request = { query, tags: tags?.split(','), link_target: link, sort, limit }
      const answer = await commands.recall(resolve(dir), as, request, at)
      print(json, answer, recallWords(answer))
    })

  analysisCommands(program, context)
  tryCommands(program, context)
  coverageCommand(program, context)

  travelCommands(program, context)
  transcriptCommand(program, context)
  mapCommands(program, context)
  arrowCommands(program, context)
  narratorCommands(program, context)
  toolCommands(program, context)

  program
    .command('milestone')
    .description('mark a milestone: the DM sums up the campaign so far')
    .argument('<dir>', DIR)
    .option(...AS_JSON)
    .addHelpText('after', examples('milestone ~/stories/well'))
    .action(async (dir: string, { json }: Json) => {
      const beats = await commands.milestone(resolve(dir))
      print(json, beats, beats.map(beatLine).join('\n'))
    })

  program
    .command('verify')
    .description('replay every beat from its parent and compare the results')
    .argument('<dir>', DIR)
    .option('--since-checked', 'replay only the beats that this machine has not verified yet')
    .option(...AS_JSON)
    .addHelpText('after', examples('verify ~/stories/well', 'verify ~/stories/well --since-checked'))
    .action(async (dir: string, { sinceChecked = false, json }: { sinceChecked?: boolean } & Json) => {
      const report = await commands.verify(resolve(dir), sinceChecked)
      print(json, report, verifyWords(report, sinceChecked))
      setExitCode(report.mismatches.length > 0 ? 1 : 0)
    })

  program
    .command('check')
    .description('list every problem in the rules, the world and the files, and what never happens in play')
    .argument('<dir>', 'folder of a campaign, including unsaved changes, or of a game')
    .option('--all', 'also list what may be intentional in the bundled rules that you did not change')
    .option(...AS_JSON)
    .addHelpText('after', examples('check ~/stories/well', 'check ~/stories/well --all', 'check rules/cairn-hack --json'))
    .action(async (dir: string, { all, json }: { all?: boolean } & Json) => {
      const progress = reporting(to)
      const report = await commands.check(resolve(dir), (now) => progress.at(checkProgress(now))).finally(() => progress.end())
      print(json, report, checkWords(report, all))
      setExitCode(report.findings.some((one) => !isRemark(one)) ? 1 : 0)
    })

  program
    .command('judge')
    .description('let a model look for contradictions; prints the price, and sends requests only with --yes')
    .argument('<dir>', DIR)
    .option('--model <name>', 'the model that judges (default: judge in table.yaml)')
    .option('--yes', 'send the requests')
    .option(...AS_JSON)
    .addHelpText('after', examples('judge ~/stories/well --model claude-haiku-5-5', 'judge ~/stories/well --model claude-haiku-5-5 --yes'))
    .action(async (dir: string, { model, yes, json }: { model?: string; yes?: boolean } & Json) => {
      if (!yes) {
        const price = await commands.judgePrice(resolve(dir), model)
        return print(json, price, `${priceWords(price)}${price.beats === 0 ? '' : ' Nothing was sent; add --yes to send it.'}`)
      }
      const progress = reporting(to)
      const report = await commands.judge(resolve(dir), model, (now) => progress.at(judgeProgress(now))).finally(() => progress.end())
      print(json, report, judgedWords(report))
      setExitCode(report.problem === undefined ? 0 : 1)
    })

  program
    .command('bench')
    .description('measure the speed of beats, history and scrubbing on this machine')
    .argument('[args...]', 'arguments for the bench')
    .allowUnknownOption()
    .addHelpText('after', examples('bench'))
    .action(async (args: string[]) => setExitCode(await commands.bench(args)))

  return program
}

/** A sentence about wrong usage, from commander's message. */
function usageSentence(error: CommanderError, command: string | undefined): string {
  const said = error.message
    .replace(/^error: /, '')
    .replace(/\n.*/s, '')
    .replace(/\.$/, '')
  const help = command === undefined ? 'proscenium --help' : `proscenium ${command} --help`
  return `${said[0]?.toUpperCase()}${said.slice(1)}. Run "${help}" to see what the command accepts.`
}

/** The action that a rule file defines. */
const actionOf = (file: unknown): string | undefined =>
  typeof file === 'string' ? /^(?:rules\/)?actions\/([^/]+)\.(?:ts|yaml)$/.exec(file)?.[1] : undefined

/** Runs one command line (without the program's own name). Returns its exit code. */
export async function run(argv: readonly string[], commands: Commands, terminal: Terminal, version: string): Promise<ExitCode> {
  const to = showing(terminal)
  let code: ExitCode = 0
  const program = build(commands, to, version, (exitCode) => (code = exitCode))
  const json = argv.includes('--json')
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => to.out(text.trimEnd()), writeErr: (text) => to.err(text.trimEnd()), outputError: () => undefined })
  if (argv.length === 0) {
    to.err(program.helpInformation().trimEnd())
    return 2
  }
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) {
      const { code: why, data } = sayProblem(to, thrown, json)
      const action = why === 'rule-failed' ? actionOf(data['file']) : undefined
      if (action !== undefined) to.err(`To try it without saving anything, run: proscenium try ${argv[1] ?? '<dir>'} ${action}`)
      return 1
    }
    if (thrown.exitCode === 0) return 0
    const named = program.commands.find((command) => command.name() === argv[0])?.name()
    const message = usageSentence(thrown, named)
    if (json) to.out(JSON.stringify({ problem: { code: 'bad-input', message } }))
    to.err(message)
    return 2
  }
}
