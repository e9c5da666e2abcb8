import { resolve } from 'node:path'
import { Command, CommanderError, Help, Option } from 'commander'
import { isRemark, Problem } from '../../shared/base/problem'
import type { PlayNews } from '../../shared/contract/table-calls'
import type { Beat } from '../../shared/story/play'
import { recallWords } from '../../shared/words/recall-words'
import { analysisCommands } from './analysis'
import { playUntil, type Calls, type Campaigns, type PlaySummary, type Seats } from './campaigns'
import { coverageCommand } from './coverage'
import { judgeCommand } from './judge'
import { logCommand } from './log'
import { mapCommands } from './map'
import { mcpCommand } from './mcp'
import { modelCommand } from './model'
import { newCommand } from './new'
import { failedOdds, oddsWords, reachWords } from './odds-words'
import { checkProgress, longAnswer, oddsProgress } from './progress'
import { sayProblem, withVisibleControls, type ExitCode, type Terminal } from './terminal'
import { travelCommands } from './travel'
import { todayCommands } from './today'
import { tryCommands } from './try'
import {
  AT,
  campaignCommand,
  type CommandContext,
  DIR,
  examples,
  type Host,
  type JsonFlag,
  resultCommand,
  wholeNumber,
  SEATS,
  seatArgument
} from './usage'
import { actionsWords, beatLine, checkWords, playedWords, refusalLine, stateWords, verifyWords } from './words'

interface At extends JsonFlag {
  at?: string
}

interface RecallOptions extends At {
  as: string
  query?: string
  tags?: string
  link?: string
  sort?: 'modified' | 'relevance'
  limit?: number
}

/** When `play` stops; exactly one of them is set. */
interface PlayLimits {
  beats?: number
  scenes?: number
  sessions?: number
}

interface PlayOptions extends JsonFlag {
  agent?: Seats
  edits?: 'adopt' | 'set-aside' | 'leave'
}

const editsOption = (): Option =>
  new Option('--edits <what>', 'what to do with external changes: adopt them as a beat, set them aside in a folder, or play without them').choices([
    'adopt',
    'set-aside',
    'leave'
  ])

type AddCommands = (program: Command, context: CommandContext) => void

/** The groups of commands whose code is half of all: each is loaded only for its own commands, for help, and for words that no command has. */
const LATER = {
  transcript: async () => (await import('./transcript')).transcriptCommand,
  arrow: async () => (await import('./arrow')).arrowCommands,
  narrator: async () => (await import('./narrator')).narratorCommands,
  tool: async () => (await import('./tool')).toolCommands,
  lab: async () => {
    const [{ labCommands }, { experimentCommands }, { modelCommands }] = await Promise.all([
      import('./lab'),
      import('./lab-experiments'),
      import('./lab-models')
    ])
    return (program, context) => {
      const lab = labCommands(program, context)
      experimentCommands(lab, context)
      modelCommands(lab, context)
    }
  },
  test: async () => (await import('./story-test')).testCommand
} satisfies Readonly<Record<string, () => Promise<AddCommands>>>
type Later = Partial<Record<keyof typeof LATER, AddCommands>>

const loaded = async (names: readonly string[]): Promise<Later> =>
  Object.fromEntries(
    await Promise.all(Object.entries(LATER).flatMap(([name, load]) => (names.includes(name) ? [load().then((add) => [name, add])] : [])))
  )

/** The command line for its first word. */
async function buildFor(word: string | undefined, context: CommandContext, version: string): Promise<Command> {
  const program = build(context, version, await loaded(word === undefined ? [] : [word]))
  return program.commands.some((command) => command.name() === word) ? program : build(context, version, await loaded(Object.keys(LATER)))
}

/** The command line over its context. */
function build(context: CommandContext, version: string, later: Later): Command {
  const { campaigns, host, to, print, setExitCode } = context
  const program = new Command('proscenium')
    .description('A studio for narrative designers: an AI table plays your world and saves every action as a git commit.')
    .version(version)
    .addHelpText('after', examples('new ~/stories/well --seed 7', 'play ~/stories/well --sessions 1', 'log ~/stories/well', 'open ~/stories/well'))
    .addHelpText('after', '\nExit codes: 0 success, 1 problems found, 2 wrong usage.')

  /** Plays, and prints each beat on stdout; refused calls, a lost record of a turn and repeated requests to a model go to stderr. */
  const play = (dir: string, limits: PlayLimits, { agent: seats, edits, json }: PlayOptions): Promise<PlaySummary> => {
    const onNews = (news: Extract<PlayNews, { kind: 'beat' | 'retry' }>): void => {
      if (news.kind === 'retry') return to.err(`(${news.who}: ${news.retry.words})`)
      for (const one of news.refused) to.err(refusalLine(one))
      print(json, news.beat, beatLine(news.beat))
      if (news.problem) to.err(news.problem.message)
    }
    return campaigns.open(dir, (calls) => playUntil(calls, { ...limits, edits }, onNews), { seats, plays: true })
  }

  newCommand(program, context)

  program
    .command('open')
    .description('open the app in a window, or in a browser tab if no window can be shown')
    .argument('[dir]', DIR)
    .addHelpText('after', examples('open', 'open ~/stories/well'))
    .action(async (dir: string | undefined) => {
      // A folder that can't be opened is reported here, before a window appears.
      if (dir !== undefined) await campaigns.open(dir, async () => undefined)
      setExitCode(await host.openApp(dir === undefined ? undefined : resolve(dir)))
    })

  resultCommand(program, 'serve', 'serve the app to a browser on this machine until you press Ctrl+C', 'serve ~/stories/well --port 4700')
    .argument('[dir]', DIR)
    .option('--port <number>', 'port to listen on (default: the same one each time, if it is free)', wholeNumber(0, 65_535))
    .action((dir: string | undefined, { port, json }: { port?: number } & JsonFlag) =>
      host.serve(dir === undefined ? undefined : resolve(dir), port, (url) => print(json, { url }, `Proscenium is open at ${url}`))
    )

  campaignCommand(
    program,
    'step',
    'play one beat: the agent whose turn it is acts',
    'step ~/stories/well',
    'step ~/stories/well --agent dm=anthropic'
  )
    .option('--agent <seat>', SEATS, seatArgument)
    .addOption(editsOption())
    .action(async (dir: string, options: PlayOptions) => {
      const played = await play(dir, { beats: 1 }, options)
      if (played.aside !== undefined) to.err(`Moved the changed files to ${played.aside}.`)
      if (played.beats === 0) print(options.json, null, 'There is nothing left to play.')
    })

  campaignCommand(
    program,
    'play',
    'let the table play and print each beat as it is saved, with --json as a line of JSON',
    'play ~/stories/well --beats 20',
    'play ~/stories/well --scenes 2',
    'play ~/stories/well --sessions 1 --json',
    'play ~/stories/well --agent all=anthropic',
    'play ~/stories/well --agent dm=anthropic:claude-opus-5-5 --agent Wren=offline'
  )
    .addOption(new Option('--beats <n>', 'stop after this many beats').argParser(wholeNumber(1)).conflicts(['scenes', 'sessions']))
    .addOption(new Option('--scenes <n>', 'stop after this many scenes').argParser(wholeNumber(1)).conflicts('sessions'))
    .addOption(new Option('--sessions <n>', 'stop after this many sessions (default: 1)').argParser(wholeNumber(1)))
    .option('--agent <seat>', SEATS, seatArgument)
    .addOption(editsOption())
    .action(async (dir: string, { beats, scenes, sessions, ...options }: PlayLimits & PlayOptions) => {
      const limits = (beats ?? scenes ?? sessions) ? { beats, scenes, sessions } : { sessions: 1 }
      to.err(playedWords(await play(dir, limits, options)))
    })

  logCommand(program, context)

  campaignCommand(
    program,
    'state',
    'print the state of the game, now or at a beat',
    'state ~/stories/well',
    'state ~/stories/well --at HEAD~10 --json'
  )
    .option(...AT)
    .action((dir: string, { at: rev = 'HEAD', json }: At) =>
      campaigns.read(dir, rev, async (calls, { at = '' }) => {
        const { state } = await calls.at({ commit: at })
        if (!state) throw new Problem('internal', 'The state could not be read. Please report this.')
        print(json, state, stateWords(state, await calls.gameNames({ at })))
      })
    )

  campaignCommand(
    program,
    'actions',
    "print what a character can do, and why they can't do the rest",
    'actions ~/stories/well --as Wren',
    'actions ~/stories/well --as DM --at HEAD~10 --json'
  )
    .requiredOption('--as <who>', 'a player, an NPC, or DM')
    .option(...AT)
    .action(async (dir: string, { as, at: rev, json }: { as: string } & At) => {
      const availabilities = await campaigns.read(dir, rev, (calls, at) => calls.actions({ as, ...at }))
      print(json, availabilities, actionsWords(as, availabilities))
    })

  campaignCommand(
    program,
    'odds',
    'print exact odds of saves, attacks, journeys and reaching places, now or at a beat',
    'odds ~/stories/well',
    'odds ~/stories/well --as Wren',
    'odds ~/stories/well --at HEAD~10 --json'
  )
    .option('--as <who>', 'one player or NPC only, in more detail')
    .option(...AT)
    .action((dir: string, { as, at: rev, json }: { as?: string } & At) =>
      campaigns.read(dir, rev, async (calls, at) => {
        const odds = await longAnswer(to, await calls.countOdds({ as, ...at }), oddsProgress)
        print(json, odds, [oddsWords(odds, as !== undefined), reachWords(odds.reach)].filter((words) => words !== '').join('\n\n'))
        setExitCode(failedOdds(odds) ? 1 : 0)
      })
    )

  campaignCommand(
    program,
    'recall',
    "search a character's notes",
    'recall ~/stories/well --as DM --query rope',
    'recall ~/stories/well --as Wren --tags npc,wary --json'
  )
    .requiredOption('--as <who>', 'a player, or DM')
    .option('--query <text>', 'text to search for, word for word')
    .option('--tags <tags>', 'tags, separated by commas; all must match; without --query, whole notes are printed')
    .option('--link <target>', 'only notes that link to this note or name')
    .addOption(new Option('--sort <order>', 'newest first (modified) or best match first (relevance)').choices(['modified', 'relevance']))
    .option('--limit <n>', 'print at most this many notes (default: 10)', wholeNumber(1, 50))
    .option(...AT)
    .action(async (dir: string, { as, query, tags, link, sort, limit, at: rev, json }: RecallOptions) => {
      const recall = { query, tags: tags?.split(','), link_target: link, sort, limit }
      const recalled = await campaigns.read(dir, rev, (calls, at) => calls.recall({ as, recall, ...at }))
      print(json, recalled, recallWords(recalled))
    })

  analysisCommands(program, context)
  tryCommands(program, context)
  todayCommands(program, context)
  coverageCommand(program, context)

  for (const add of [
    travelCommands,
    later.transcript,
    mapCommands,
    modelCommand,
    later.arrow,
    later.narrator,
    later.tool,
    later.lab,
    later.test,
    mcpCommand
  ])
    add?.(program, context)

  campaignCommand(program, 'milestone', 'mark a milestone: the DM sums up the campaign so far', 'milestone ~/stories/well').action(
    async (dir: string, { json }: JsonFlag) => {
      const mark = async (calls: Calls): Promise<Beat[]> => {
        await calls.leaveEdits()
        const marked = await calls.play({ action: 'milestone', actor: 'designer' })
        const summed = await calls.step()
        return summed ? [marked, summed] : [marked]
      }
      const beats = await campaigns.open(dir, mark, { plays: true })
      print(json, beats, beats.map(beatLine).join('\n'))
    }
  )

  campaignCommand(
    program,
    'verify',
    'replay every beat from its parent and compare the results',
    'verify ~/stories/well',
    'verify ~/stories/well --since-checked'
  )
    .option('--since-checked', 'replay only the beats that this machine has not verified yet')
    .action(async (dir: string, { sinceChecked = false, json }: { sinceChecked?: boolean } & JsonFlag) => {
      const report = await campaigns.open(dir, (calls) => calls.verify({ sinceChecked }))
      print(json, report, verifyWords(report, sinceChecked))
      setExitCode(report.mismatches.length > 0 ? 1 : 0)
    })

  resultCommand(
    program,
    'check',
    'list every problem in the rules, the world and the files, and what never happens in play',
    'check ~/stories/well',
    'check ~/stories/well --all',
    'check rules/cairn-hack --json'
  )
    .argument('<dir>', 'folder of a campaign, including unsaved changes, or of a game')
    .option('--all', 'also list what may be intentional in the bundled rules that you did not change')
    .action((dir: string, { all, json }: { all?: boolean } & JsonFlag) =>
      campaigns.none(async (calls) => {
        const report = await longAnswer(to, await calls.checkFolder({ dir: resolve(dir) }), checkProgress)
        print(json, report, checkWords(report, all))
        setExitCode(report.findings.some((one) => !isRemark(one)) ? 1 : 0)
      })
    )

  judgeCommand(program, context)

  program
    .command('bench')
    .description('measure the speed of beats, history and scrubbing on this machine')
    .argument('[args...]', 'arguments for the bench')
    .allowUnknownOption()
    .addHelpText('after', examples('bench'))
    .action(async (args: string[]) => setExitCode(await host.bench(args)))

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

/** The options of a command in the order of its help: `--json` and `--help` come last. */
const visibleOptions = (command: Command): Option[] =>
  new Help().visibleOptions(command).toSorted((a, b) => Number(a.long === '--json') - Number(b.long === '--json'))

/** Runs one command line (without the program's own name). Returns its exit code. */
export async function runCommandLine(
  argv: readonly string[],
  campaigns: Campaigns,
  host: Host,
  terminal: Terminal,
  version: string
): Promise<ExitCode> {
  const to = withVisibleControls(terminal)
  let code: ExitCode = 0
  const print: CommandContext['print'] = (json, value, words) => to.out(json ? JSON.stringify(value) : words)
  const program = await buildFor(argv[0], { campaigns, host, to, print, setExitCode: (exitCode) => (code = exitCode) }, version)
  const json = argv.includes('--json')
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command
      .exitOverride()
      .configureHelp({ visibleOptions })
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
